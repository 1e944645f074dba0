/** Settings that make a template engine print everything as markup. */
import { Kind } from '../../graph'
import type { Setting, Usage } from '../../types'
import { escapingOf } from '../escaping'
import { calledName, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import { usage } from './modelled'

export function unescapedEngines(linked: Linked): Usage[] {
  const { off } = escapingOf(linked)
  if (off.length === 0) return []
  const hasTemplates = linked.whole.files.some(({ path }) => TEMPLATE_FILE.test(path))
  return off.map(({ node, call, library, api }) => {
    const part = messagePart(linked, node)
    const makes = ONE_TEXT.test(api) && call >= 0 ? (madeOfMarkup(linked, call) ? 'markup' : hasTemplates ? 'perhaps' : 'text') : 'markup'
    const values: Record<string, Setting> = { makes: { state: 'constant', texts: [makes] } }
    if (part !== undefined) values.part = { state: 'constant', texts: [part] }
    return usage(linked, node, 'escaping-off', library, api, values)
  })
}

/** Calls that make one text of the template they are handed: what they are told holds for that one alone. */
const ONE_TEXT = /^(?:compile|precompile|renderString)$/
const TEMPLATE_FILE = /\.(?:hbs|handlebars|mustache|hjs|hogan|mjml)$/i
const TAG = /<\/?[a-z][\w-]*[\s/>]|<!--|<!doctype/i
/** Names of templates, and of files, that are pages or letters. */
const MARKUP_NAME = /html|markup|\.(?:hbs|handlebars|mustache|mjml)\b|(?:^|[^a-z])(?:page|view|layout|e?mail)s?(?:[^a-z]|$|_?template)/i
/** What shows what it is handed as a page: an answer, an element, a mail. */
const SHOWS = /^(?:send|end|write|html|append|prepend|insertAdjacentHTML|document\.write|sendMail)$/

/** Whether a template, or what is made of it, is seen to be markup: by its text, its name, or where it goes in this function. */
function madeOfMarkup(linked: Linked, call: number): boolean {
  const { whole, values } = linked
  const [template] = whole.args(call)
  if (template === undefined) return true
  if (values.texts(template).some(({ value }) => TAG.test(value)) || MARKUP_NAME.test(whole.sourceOf(template, 200))) return true
  for (const node of lookupOf(whole).inFunction(whole.functionOf(call))) {
    switch (whole.kind[node] as Kind) {
      case Kind.Property:
        if (whole.a[node] !== -1 && MARKUP.test(whole.text(whole.a[node] as number)) && isMadeOf(whole.b[node] as number)) return true
        break
      case Kind.Store:
        if (/^(?:inner|outer)HTML$/.test(whole.text(whole.b[node] as number)) && isMadeOf(whole.c[node] as number)) return true
        break
      case Kind.Call:
        if (SHOWS.test(calledName(linked, node)) && whole.args(node).some(isMadeOf)) return true
        break
      case Kind.Template:
      case Kind.Binary:
        if (TAG.test(whole.sourceOf(node, 400)) && isMadeOf(node)) return true
        break
    }
  }
  return false

  function isMadeOf(value: number): boolean {
    const stack = [value]
    const seen = new Set<number>()
    while (stack.length > 0 && seen.size < MOST_LOOKED_AT) {
      const at = stack.pop() as number
      if (at === call) return true
      if (at < 0 || at >= whole.size || seen.has(at)) continue
      seen.add(at)
      stack.push(...whole.madeOf(at), ...(whole.kind[at] === Kind.Call ? [whole.a[at] as number] : []))
    }
    return false
  }
}
const MOST_LOOKED_AT = 60

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
