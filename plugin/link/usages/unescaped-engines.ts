/** Settings that make a template engine print everything as markup. */
import { Kind } from '../../graph'
import type { Setting, Usage } from '../../types'
import { escapingOf } from '../escaping'
import type { Linked } from '../linked'
import { lookupOf } from '../lookup'
import { usage } from './modelled'

export const unescapedEngines = (linked: Linked): Usage[] =>
  escapingOf(linked).off.map(({ node, library, api }) => {
    const part = messagePart(linked, node)
    const values: Record<string, Setting> = part === undefined ? {} : { part: { state: 'constant', texts: [part] } }
    return usage(linked, node, 'escaping-off', library, api, values)
  })

/** Parts of a message that mail programs show as they are, as those who send mail name them. */
const PLAIN = /^(?:subject|text|plain|text_?(?:body|part))$/i
const MARKUP = /^(?:html|html_?(?:body|part)|amp)$/i

/** The part of a message that is made without escaping, where its markup stands beside it: `{ subject: …, text: …, html: … }`. */
function messagePart({ whole }: Linked, setting: number): string | undefined {
  const [pos, end] = [whole.pos[setting] as number, whole.end[setting] as number]
  let part: string | undefined
  let hasMarkup = false
  for (const node of lookupOf(whole).inFunction(whole.functionOf(setting))) {
    if (whole.kind[node] !== Kind.Property || whole.a[node] === -1) continue
    const name = whole.text(whole.a[node] as number)
    const value = whole.b[node] as number
    const isAround = whole.fileOf(node) === whole.fileOf(setting) && (whole.pos[value] as number) <= pos && end <= (whole.end[value] as number)
    if (isAround && PLAIN.test(name)) part = name
    hasMarkup ||= !isAround && MARKUP.test(name)
  }
  return hasMarkup ? part : undefined
}
