/** Settings that make a template engine print everything as markup. */
import { Kind } from '../../graph'
import type { Setting, Usage } from '../../types'
import { escapingOf, rendersOfMustache } from '../escaping'
import { calledName, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { snake } from '../names'
import { sinksOfKind, usage } from './modelled'

export function unescapedEngines(linked: Linked): Usage[] {
  const { off } = escapingOf(linked)
  if (off.length === 0) return []
  const hasTemplates = linked.whole.files.some(({ path }) => TEMPLATE_FILE.test(path))
  return off.map(({ node, call, library, api }) => {
    const part = messagePart(linked, node)
    const makes = ONE_TEXT.test(api) && call >= 0 ? makesOne(linked, call, hasTemplates) : call < 0 && !hasTemplates ? makesAll(linked) : 'markup'
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
/** Names of what shows what it is handed as a page: an answer, an element, a mail; and of what sends it to a telephone. */
const SHOWS = /^(?:send|end|write|html|append|prepend|insertAdjacentHTML|document\.write|sendMail)$/

/** Methods that nothing has which shows no markup. */
const SHOWS_ALONE = /^(?:html|insertAdjacentHTML|document\.write)$/
/** What answers are called. */
const IS_ANSWER = /(?:^|\.)(?:res|resp|response|reply|ctx|context|document)$/i
/** Ways to people that show a text as it is. */
const IS_TEXT =
  /(?:^|[_.])(?:sms|mms|slack|telegram|whatsapp|signal|matrix|discord|push|notifications?|speech|tts|socket|ws|queue|stdin|stdout|logger)(?=[_.(]|$)/

const isShown = (linked: Linked, call: number): boolean =>
  SHOWS_ALONE.test(calledName(linked, call)) || IS_ANSWER.test(receiverText(linked, call).replace(/\.(?:status|type|code|set|header)\(.*$/s, ''))

function receiverText(linked: Linked, call: number): string {
  const receiver = receiverOf(linked, call)
  return receiver < 0 ? '' : linked.whole.sourceOf(receiver, 120)
}

/** What a call makes that escapes nothing. */
function makesOne(linked: Linked, call: number, hasTemplates: boolean): string {
  const made = madeBy(linked, call)
  return made === 'unknown' ? (hasTemplates ? 'perhaps' : 'text') : made
}

/** What an engine makes that escapes nothing, wherever it is asked; where nobody asks it in code, a framework shows its pages. */
function makesAll(linked: Linked): string {
  const made = rendersOfMustache(linked).map((call) => madeBy(linked, call))
  if (made.length === 0 || made.includes('markup')) return 'markup'
  return made.every((each) => each === 'text') ? 'all text' : 'all unknown'
}

/** Whether a template, or what is made of it, is seen to be markup: by its text, its name, or where it goes in this function. */
function madeBy(linked: Linked, call: number): 'markup' | 'perhaps' | 'text' | 'unknown' {
  const { whole, values } = linked
  const [template] = whole.args(call)
  if (template === undefined) return 'markup'
  const texts = values.texts(template)
  if (texts.some(({ value }) => TAG.test(value)) || MARKUP_NAME.test(whole.sourceOf(template, 200))) return 'markup'
  const isPlain = texts.length > 0 && texts.every(({ value, exact }) => exact && !value.includes('<'))
  let made: 'perhaps' | 'text' | 'unknown' = isPlain ? 'text' : 'unknown'
  const markup = sinksOfKind(linked, 'html')
  for (const node of lookupOf(whole).inFunction(whole.functionOf(call))) {
    switch (whole.kind[node] as Kind) {
      case Kind.Property:
        if (whole.a[node] !== -1 && MARKUP.test(whole.text(whole.a[node] as number)) && isMadeOf(whole.b[node] as number)) return 'markup'
        break
      case Kind.Store:
        if (/^(?:inner|outer)HTML$/.test(whole.text(whole.b[node] as number)) && isMadeOf(whole.c[node] as number)) return 'markup'
        break
      case Kind.Call:
        if (!SHOWS.test(calledName(linked, node)) || !whole.args(node).some(isMadeOf)) break
        if (markup.has(node) || isShown(linked, node)) return 'markup'
        made = IS_TEXT.test(snake(receiverText(linked, node))) ? 'text' : 'perhaps'
        break
      case Kind.Template:
      case Kind.Binary:
        if (TAG.test(whole.sourceOf(node, 400)) && isMadeOf(node)) return 'markup'
        break
    }
  }
  return made

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
