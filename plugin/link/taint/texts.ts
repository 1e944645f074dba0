/** What is fixed around a value when it becomes part of a text: a host in front of a path, a prefix in front of a name. */
import { ChoiceKind, Kind } from '../../graph'
import { LabelKind } from '../labels'
import { apiPathsOf, calledName, type Linked, receiverOf } from '../linked'
import { PLUS } from '../operators'
import { ABSOLUTE, maskOf, TEXT_ONLY, UPWARDS } from './kinds'

const MOST_HOPS = 8

/** A text that the program puts together of its own parts and others. */
export function isComposed({ whole }: Linked, node: number): boolean {
  if (node >= whole.size) return false
  if (whole.kind[node] === Kind.Template) return whole.items(whole.a[node] as number).length > 1
  return whole.kind[node] === Kind.Binary && whole.c[node] === PLUS
}

/** The part that a text begins with which is put together, an empty one in front left out; -1 where there is none. */
export function firstPart(whole: Linked['whole'], text: number): number {
  if (whole.kind[text] === Kind.Binary) return whole.a[text] as number
  const isEmpty = (part: number) => whole.kind[part] === Kind.String && whole.text(whole.a[part] as number) === ''
  return [...whole.items(whole.a[text] as number)].find((part) => !isEmpty(part)) ?? -1
}

/** A call that puts what it is handed into a text: `pattern.replace('{name}', name)`, `[start, name].join()`. */
export function putsIn(linked: Linked, node: number): boolean {
  return node < linked.whole.size && linked.whole.kind[node] === Kind.Call && PUTS_IN.test(calledName(linked, node))
}
const PUTS_IN = /^(?:replace|replaceAll|concat|join|format|sprintf|template)$/

/** A call that makes one text of several and no other: `'<li>'.concat(name)`, `['<li>', name].join('')`, `format('<li>%s</li>', name)`. */
export const joinsText = (linked: Linked, node: number): boolean => linked.whole.kind[node] === Kind.Call && JOINS.has(calledName(linked, node))
const JOINS = new Set(['concat', 'join', 'format'])

/** A function that says so of itself: `: string`, `: Promise<string>`. */
export function returnsText(whole: Linked['whole'], fn: number): boolean {
  const target = whole.functions[fn]
  if (!target || target.fact.returnType < 0) return false
  return /^(?:Promise<\s*string\s*>|string)$/.test(whole.sourceOf(target.fact.returnType + (whole.base[target.file] as number), 40).trim())
}

/** The text with which a value always begins, as far as it is known, and whether that is all of it. */
export function beginningOf(linked: Linked, node: number, hops = 0): { text: string; whole: boolean } {
  const { whole, solver } = linked
  const unknown = { text: '', whole: false }
  if (hops > MOST_HOPS || node < 0 || node >= whole.size) return unknown
  switch (whole.kind[node] as Kind) {
    case Kind.String:
    case Kind.Number:
      return { text: whole.text(whole.a[node] as number), whole: true }
    case Kind.Template:
      return sequence(linked, [...whole.items(whole.a[node] as number)], hops)
    case Kind.Binary:
      return whole.c[node] === PLUS ? sequence(linked, [whole.a[node] as number, whole.b[node] as number], hops) : unknown
    case Kind.Refine:
    case Kind.Await:
      return beginningOf(linked, whole.a[node] as number, hops + 1)
    case Kind.Choice: {
      // `signedIn ? '/home' : `/login?next=${path}``: what all ways have in common.
      if (whole.c[node] !== ChoiceKind.Conditional && whole.c[node] !== ChoiceKind.Join) return ofLabels(linked, node, hops)
      const ways = [...whole.items(whole.a[node] as number)]
      const begun = ways.length > 4 ? [] : ways.map((way) => beginningOf(linked, way, hops + 2))
      const [first] = begun
      if (!first) return unknown
      return begun.every(({ text, whole }) => whole && text === first.text) ? first : { text: commonOf(begun.map(({ text }) => text)), whole: false }
    }
    case Kind.Call: {
      const method = calledName(linked, node)
      const receiver = receiverOf(linked, node)
      if (/^(?:concat|trim|toString|replace|toLowerCase|padEnd)$/.test(method) && receiver >= 0)
        return { ...beginningOf(linked, receiver, hops + 1), whole: false }
      // `['<li>', name].join('')`
      if (method === 'join' && receiver >= 0 && whole.kind[receiver] === Kind.Array) {
        const [first] = whole.items(whole.a[receiver] as number)
        return first === undefined ? unknown : { ...beginningOf(linked, first, hops + 1), whole: false }
      }
      // `format('<li>%s</li>', name)`
      if (method === 'format') {
        const [format] = whole.args(node)
        const written = format === undefined ? '' : beginningOf(linked, format, hops + 1).text
        const at = written.search(/%[sdifjoO]/)
        if (at >= 0) return { text: written.slice(0, at), whole: false }
      }
      // A function of the program: what each of its answers begins with.
      const answers = [...(solver.callees.get(node) ?? [])].flatMap((fn) => whole.functions[fn]?.returns ?? [])
      const begun = answers.length > 4 ? [] : answers.map((answer) => beginningOf(linked, answer, hops + 2).text)
      return begun.length > 0 && begun.every((text) => text === begun[0]) ? { text: begun[0] as string, whole: false } : unknown
    }
    default:
      return ofLabels(linked, node, hops)
  }
}

function ofLabels(linked: Linked, node: number, hops: number): { text: string; whole: boolean } {
  const { solver } = linked
  const unknown = { text: '', whole: false }
  const labels = ownLabels(linked, node)
  if (labels.length === 0 || labels.length > 3) return unknown
  const texts = labels.map((label) =>
    solver.labels.kind[label] === LabelKind.Value && solver.labels.data[label] !== node
      ? beginningOf(linked, solver.labels.data[label] as number, hops + 2)
      : unknown,
  )
  const [first] = texts
  return first && texts.every(({ text }) => text === first.text) ? first : unknown
}

/**
 * `this.PATH` of a class that has it: where a library hands out the object, `container.get(Shelves)`, that is still the one which the
 * class gives it, and no other of the library's.
 */
function ownLabels(linked: Linked, node: number): readonly number[] {
  const { whole, solver, models } = linked
  const all = solver.of(node)
  const object = whole.kind[node] === Kind.Load ? (whole.a[node] as number) : -1
  if (object < 0 || whole.kind[object] !== Kind.This) return all
  const { kind, data, extra } = solver.labels
  const name = whole.text(whole.b[node] as number)
  const handedOut = new Set(apiPathsOf(linked, object).map((path) => models.paths.member(path, name)))
  const own = all.filter(
    (label) =>
      !(kind[label] === LabelKind.Api && handedOut.has(data[label] as number)) &&
      !(kind[label] === LabelKind.ApiObject && handedOut.has(extra[label] as number)),
  )
  return own.length > 0 ? own : all
}

/** The longest beginning that several texts share. */
function commonOf(texts: readonly string[]): string {
  const [first = '', ...others] = texts
  let length = first.length
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length--
  return first.slice(0, length)
}

function sequence(linked: Linked, parts: number[], hops: number): { text: string; whole: boolean } {
  let text = ''
  for (const part of parts) {
    const next = beginningOf(linked, part, hops + 1)
    text += next.text
    if (!next.whole) return { text, whole: false }
  }
  return { text, whole: true }
}

/** The text with which a value of several parts ends, as far as it is known. */
export function endingOf(linked: Linked, node: number, hops = 0): string {
  const { whole } = linked
  if (hops > MOST_HOPS || node < 0 || node >= whole.size) return ''
  const last = (parts: ArrayLike<number>) => (parts.length === 0 ? '' : endingOf(linked, parts[parts.length - 1] as number, hops + 1))
  switch (whole.kind[node] as Kind) {
    case Kind.String:
      return whole.text(whole.a[node] as number)
    case Kind.Template: {
      // The closing text of a template may be empty: then what stands before it counts as unknown.
      return last(whole.items(whole.a[node] as number))
    }
    case Kind.Binary:
      return whole.c[node] === PLUS ? endingOf(linked, whole.b[node] as number, hops + 1) : ''
    case Kind.Refine:
      return endingOf(linked, whole.a[node] as number, hops + 1)
    default:
      return ''
  }
}

const SETS_OPTION = /^\s*--?[a-z][\w-]*=/i
/** Options by which a program runs another, or reads its settings or writes elsewhere. */
const RUNS_OR_WRITES = /^\s*--?(?:[\w-]*(?:exec|pack|command|program|rsh|ssh|shell|proxy|config|output|action|filter|editor|pager|hook)|o|c|e)\b/i

/**
 * Kinds that a value can do no harm to when it follows such a text.
 * @param mayBegin the value may begin with a slash
 */
export function clearedBy(prefix: string, known: boolean, between = '', mayBegin = true): number {
  let mask = TEXT_ONLY
  // Behind `…/` or `…?` of whatever it begins with, the host is decided.
  if (!known && /[/?#]/.test(between)) mask |= maskOf(['url', 'redirect', 'script-url'])
  else if (/[?#]/.test(prefix)) mask |= maskOf(['url', 'redirect', 'script-url'])
  // Behind a sign that no scheme has none can begin (RFC 3986, section 3.1): `${base}tab=${tab}`.
  if (!known && /^[\w+.\s-]*[^\w+.\s:-]/.test(between)) mask |= maskOf(['script-url'])
  // Nothing leads upwards in the query of an address; no file's path has one.
  if (/[?#]/.test(prefix) || (!known && /[?#]/.test(between))) mask |= UPWARDS
  // An option begins with a dash; what one is set to is no other option. `${name}=${value}` names it in front.
  if (prefix !== '' && (!/^\s*-/.test(prefix) || (SETS_OPTION.test(prefix) && !RUNS_OR_WRITES.test(prefix)))) mask |= maskOf(['argument'])
  if (prefix === '' && !known && /^[^\s-]/.test(between)) mask |= maskOf(['argument'])
  // Something stands in front, whatever it is.
  if (prefix === '') return known ? mask : mask | ABSOLUTE | maskOf(['method', 'property'])
  // The host is fixed once it has an end; a path of the own site stays there unless it begins with two slashes.
  const address = /^\s*(?:[a-z][\w+.-]*:)?(?:\/\/|\\\\)/i.test(prefix)
  if (address) {
    if (/^\s*(?:[a-z][\w+.-]*:)?\/\/[^/?#\\]+[/?#]/i.test(prefix)) mask |= maskOf(['url', 'redirect', 'script-url'])
    else if (/^\s*(?:https?|ftp|wss?|mailto):/i.test(prefix)) mask |= maskOf(['script-url'])
  } else if (/^\s*(?:javascript|data|vbscript):/i.test(prefix)) mask |= 0
  else if (/^[/?#.](?![/\\]*$)|^[?#]/.test(prefix)) mask |= maskOf(['url', 'redirect', 'script-url'])
  else if (prefix === '/' || prefix === './' || prefix === '../') mask |= maskOf(mayBegin ? ['script-url', 'url'] : ['script-url', 'url', 'redirect'])
  else if (/^[\w-]+[/?#]/.test(prefix)) mask |= maskOf(['redirect', 'script-url', 'url'])
  else if (/[^\s]/.test(prefix)) mask |= maskOf(['script-url'])
  // What follows other text is no property name, method or module of its own.
  mask |= maskOf(['method', 'property', 'text'])
  // What goes on in a tag that has begun is part of the markup, wherever it stands.
  if (!/^\s*</.test(prefix)) mask |= ABSOLUTE
  return mask
}
