/**
 * Calls that replace or remove parts of a text (`replacement`), and attributes put together from texts that went through such
 * calls (`attribute-text`): what is matched, what takes its place, and what other replacements of the same text do.
 *
 * `replacement`: `scope` is `first`, `all` or `unknown`; `matches` the texts it replaces, where they are few; `by` what it writes;
 * `handled` the characters that other replacements of the chain replace everywhere; `before` what those in front write, `after`
 * what those behind replace; `again` is `loop` where it runs until nothing is left, `unwrapped` where its counterpart is removed
 * as well; `returns` a text that is still there after it has been removed once; `root` the function that made the text; `others` where it
 * is not the only one.
 * `attribute-text`: `quote` around the attribute, its `name`, and the characters `handled`.
 */
import { ChoiceKind, Kind } from '../../graph'
import { rowsByName } from '../../rows-by-name'
import type { Evidence, Setting, Usage } from '../../types'
import { calledName, citeLine, type Linked, receiverOf } from '../linked'
import { lookupOf, untilMoreIsLearned } from '../lookup'
import { PLUS } from '../operators'
import { exactTexts, expressionsOf, textOf } from '../regex/expressions'
import { firstMatch, matchesWhole, textsOf } from '../regex/matching'
import { skipTrivia } from '../whole/index'
import { methodCalls } from './method-calls'
import { usage } from './modelled'
import { settingOf } from './setting'

/** Characters that mean something to some language: what chains of replacements are asked about. */
const TELLING = [...'\'"`<>&\\|;*{}[]()$%/\n\r\t']
/** Methods that hand a text on with all its special characters. */
const KEEPS =
  /^(?:trim|trimStart|trimEnd|toString|toLowerCase|toUpperCase|slice|substring|substr|join|normalize|concat|padEnd|padStart|val|split|valueOf)$/
const MOST_HOPS = 24
/** Most values that are looked at for the chain of one text. */
const MOST_PARTS = 2_000

interface Replacement {
  call: number
  scope: 'first' | 'all' | 'unknown'
  form: 'text' | 'regex'
  pattern: string
  flags: string
  /** Undefined where they are many. */
  matches: string[] | undefined
  by: Setting
}

interface Chain {
  /** Replacements in front, nearest first. */
  replacements: Replacement[]
  /** It comes round: what is replaced is what an earlier round left. */
  isLoop: boolean
  /** Name of the function that made the text, '' where it is no call. */
  root: string
  /** A JSON text escapes backslashes and quotes. */
  isJson: boolean
}

export function replacementUsages(linked: Linked): Usage[] {
  const replacements = new Map<number, Replacement>()
  for (const [call] of methodCalls(linked, ['replace', 'replaceAll'])) {
    const made = replacementOf(linked, call)
    if (made) replacements.set(call, made)
  }
  if (replacements.size === 0) return []
  const chains = new Map([...replacements.keys()].map((call) => [call, chainOf(linked, replacements, receiverOf(linked, call), call)]))
  const after = new Map<number, Replacement[]>()
  for (const [call, chain] of chains)
    for (const earlier of chain.replacements) {
      const known = after.get(earlier.call)
      if (known) known.push(replacements.get(call) as Replacement)
      else after.set(earlier.call, [replacements.get(call) as Replacement])
    }
  return [
    ...[...replacements.values()].map((made) => told(linked, made, chains.get(made.call) as Chain, after.get(made.call) ?? [])),
    ...concatenations(linked, replacements).flatMap((node) => attributes(linked, replacements, node)),
  ]
}

/** Texts put together in files that replace the brackets of tags. */
function concatenations({ whole }: Linked, replacements: Map<number, Replacement>): number[] {
  const files = new Set([...replacements.values()].filter((made) => handles(made, '<') || handles(made, '>')).map(({ call }) => whole.fileOf(call)))
  const found: number[] = []
  for (const file of files)
    for (let node = whole.base[file] as number; node < (whole.base[file + 1] as number); node++)
      if (whole.kind[node] === Kind.Template || (whole.kind[node] === Kind.Binary && whole.c[node] === PLUS)) found.push(node)
  return found
}

function replacementOf(linked: Linked, call: number): Replacement | undefined {
  const method = calledName(linked, call)
  if (method !== 'replace' && method !== 'replaceAll') return undefined
  const [what, to] = linked.whole.args(call)
  if (what === undefined || to === undefined || receiverOf(linked, call) < 0) return undefined
  const by = writtenBy(linked, to)
  const [expression, ...others] = expressionsOf(linked, what)
  if (expression) {
    if (others.length > 0) return undefined
    const { pattern, flags } = expression
    const scope = flags === undefined ? 'unknown' : flags.includes('g') ? 'all' : 'first'
    return { call, scope, form: 'regex', pattern, flags: flags ?? '', matches: textsOf(pattern, flags ?? ''), by }
  }
  const text = textOf(linked, what)
  if (text === undefined) return undefined
  return { call, scope: method === 'replaceAll' ? 'all' : 'first', form: 'text', pattern: text, flags: '', matches: [text], by }
}

/** What is written in place of a match: a text, or what a table in a function holds. */
function writtenBy(linked: Linked, node: number): Setting {
  const { whole, solver } = linked
  if (whole.kind[node] !== Kind.Function) return settingOf(linked, node)
  const returned = [...(whole.functions[whole.a[node] as number]?.returns ?? [])]
  // `() => ''`
  if (returned.length === 1 && whole.kind[returned[0] as number] === Kind.String) return settingOf(linked, returned[0] as number)
  const texts = returned.flatMap((value) => {
    if (whole.kind[value] !== Kind.LoadDynamic) return exactTexts(linked, value)
    return solver.of(whole.a[value] as number).flatMap((label) => {
      const object = solver.labels.data[label] as number
      if (object >= whole.size || whole.kind[object] !== Kind.Object) return []
      return whole
        .items(whole.a[object] as number)
        .flatMap((entry) => (whole.kind[entry] === Kind.Property ? exactTexts(linked, whole.b[entry] as number) : []))
    })
  })
  return { state: texts.length > 0 ? 'partly' : 'computed', texts }
}

/** Replacements that a text has been through. */
function chainOf(linked: Linked, replacements: Map<number, Replacement>, text: number, start: number): Chain {
  const { whole, solver } = linked
  const chain: Chain = { replacements: [], isLoop: false, root: '', isJson: false }
  const seen = new Set<number>()
  const walk = (node: number, hops: number): void => {
    if (node < 0 || node >= whole.size || hops > MOST_HOPS) return
    if (node === start) chain.isLoop = true
    if (seen.has(node) || seen.size >= MOST_PARTS) return
    seen.add(node)
    switch (whole.kind[node] as Kind) {
      case Kind.Refine:
      case Kind.Await:
        walk(whole.a[node] as number, hops + 1)
        break
      case Kind.Choice:
        // Of ways that join, one may have skipped a replacement: only loops are asked whether they come round.
        for (const item of whole.items(whole.a[node] as number)) walk(item, hops + 1)
        if (whole.c[node] === ChoiceKind.Loop && seen.has(start)) chain.isLoop = true
        break
      case Kind.Call: {
        const made = replacements.get(node)
        if (made) {
          if (node !== start) chain.replacements.push(made)
          walk(receiverOf(linked, node), hops + 1)
          break
        }
        const name = calledName(linked, node)
        const receiver = receiverOf(linked, node)
        if (name === 'stringify') chain.isJson = true
        // A path is put in order: what leads out of its directory stands at its beginning.
        else if (name === 'normalize' && whole.args(node).length > 0) chain.root = name
        else if (receiver >= 0 && KEEPS.test(name)) walk(receiver, hops + 1)
        else {
          if (chain.root === '') chain.root = name
          for (const fn of solver.callees.get(node) ?? []) for (const value of whole.functions[fn]?.returns ?? []) walk(value, hops + 8)
        }
      }
    }
  }
  walk(text, 0)
  return chain
}

const constant = (...texts: string[]): Setting => ({ state: 'constant', texts })

const REPLACES = new Set(['replace', 'replaceAll'])

/** Whether other replacements are made of the same text right in front or behind, whatever they replace. */
function isOneOfSeveral(linked: Linked, call: number): boolean {
  const { whole } = linked
  const receiver = receiverOf(linked, call)
  if (receiver >= 0 && whole.kind[receiver] === Kind.Call && REPLACES.has(calledName(linked, receiver))) return true
  return replacedFurther(linked).has(call)
}

/** Outcomes on which a replacement is called in turn. */
const replacedFurther = untilMoreIsLearned(
  (linked: Linked) => new Set([...lookupOf(linked.whole).named(Kind.Call, REPLACES)].map((call) => receiverOf(linked, call))),
)

function told(linked: Linked, made: Replacement, chain: Chain, after: Replacement[]): Usage {
  const { call, scope, form, pattern, flags, matches, by } = made
  const others = [...chain.replacements, ...after]
  const everywhere = others.filter((other) => other.scope === 'all')
  const values: Record<string, Setting> = {
    scope: constant(scope),
    form: constant(form),
    pattern: constant(pattern),
    flags: constant(flags),
    by,
    handled: constant(...handledBy(everywhere), ...(chain.isJson ? ['\\', '"', '\n'] : [])),
    before: constant(...chain.replacements.filter((other) => other.scope === 'all').flatMap((other) => other.by.texts)),
    after: constant(...after.filter((other) => other.scope === 'all').flatMap((other) => other.matches ?? [])),
    root: constant(chain.root),
    ...(isOneOfSeveral(linked, call) ? { others: constant('yes') } : {}),
    ...(matches ? { matches: constant(...matches) } : {}),
  }
  if (chain.isLoop) values.again = constant('loop')
  else if (isUnwrapped(made, others)) values.again = constant('unwrapped')
  const left = by.state === 'constant' && by.texts.every((text) => text === '') ? returning(made) : undefined
  if (left) values.returns = constant(left)
  const receiver = receiverOf(linked, call)
  if (exactTexts(linked, receiver).length > 0) values.subject = constant('written out')
  return { ...usage(linked, call, 'replacement', '', calledName(linked, call), values), at: expressionAt(linked, call, chain) }
}

/** A chain over several lines is one expression, which begins with what its first link is called on. */
function expressionAt(linked: Linked, call: number, chain: Chain): Evidence {
  const { whole } = linked
  const file = whole.fileOf(call)
  const { text } = whole.files[file] as { text: string }
  const first = chain.replacements.reduce((at, other) => (isSameChain(linked, other.call, at) ? other.call : at), call)
  const name = skipTrivia(text, whole.pos[first] as number)
  const gap = /\S(\s*\??\.\s*)$/.exec(text.slice(Math.max(0, name - 200), name))?.[1]?.length ?? 0
  const line = whole.lineAt(file, Math.max(0, name - gap - 1))
  const [, end] = whole.linesOf(call)
  return { ...citeLine(linked, file, line), ...(end > line ? { endLine: end } : {}) }
}

/** Whether only white space and the dot stand between two calls. */
function isSameChain({ whole }: Linked, inner: number, outer: number): boolean {
  const file = whole.fileOf(outer)
  if (whole.fileOf(inner) !== file || (whole.end[inner] as number) > (whole.pos[outer] as number)) return false
  const between = (whole.files[file] as { text: string }).text.slice(whole.end[inner] as number, whole.pos[outer] as number)
  return between.length < 2_000 && /^\s*\??\./.test(between) && !/;|=[^>]/.test(between)
}

function handledBy(replacements: Replacement[]): string[] {
  return TELLING.filter((character) => replacements.some((made) => handles(made, character)))
}

function handles({ form, pattern, flags, matches }: Replacement, character: string): boolean {
  if (matches) return matches.includes(character)
  return form === 'text' ? pattern === character : matchesWhole(pattern, flags, character) === true
}

/** What opens and what closes, in the order in which it is taken off. */
const PAIRS: Record<string, string> = rowsByName({ '[': ']', '(': ')', '{': '}', '"': '"', "'": "'", '`': '`' })

/** `text.replace('[', '').replace(']', '')` takes a text out of its brackets, which stand there once. */
function isUnwrapped({ call, form, pattern, by, scope }: Replacement, others: Replacement[]): boolean {
  const removes = (made: Pick<Replacement, 'form' | 'scope' | 'by'>) =>
    made.form === 'text' && made.scope === 'first' && made.by.texts.join('') === ''
  if (!removes({ form, scope, by })) return false
  return others.some((other) => {
    if (!removes(other)) return false
    const [first, second] = other.call < call ? [other.pattern, pattern] : [pattern, other.pattern]
    return PAIRS[first] === second
  })
}

// ── what comes back ──────────────────────────────────────────────────────────────────────────────────────────────────

/** Texts that are removed because they do harm, and how each begins. */
const HARMFUL = ['<script', '<!--', '<iframe', '<style', '../', '..\\', '/..', 'javascript:', 'onload=', ' onload=', 'onerror=', ' onclick=']
/** Texts in which removed expressions are looked for. */
const SAMPLES = [
  '<script>',
  '<script>x</script>',
  '<script></script>',
  '<script src="x"></script>',
  '<!--',
  '<!-- x -->',
  '<!--x-->',
  '<iframe>',
  '<iframe></iframe>',
  '<style></style>',
  '<style>x</style>',
  '../',
  '..\\',
  '/../',
  '/..',
  'javascript:',
  'onload="x"',
  ' onload="x"',
  'onload=',
  ' onload=',
  'onerror="x"',
  ' onclick="x"',
  " onclick='x'",
]

/** A harmful text that is there again once what is removed has been taken out of its middle. */
function returning({ form, pattern, flags, scope }: Replacement): string | undefined {
  const find = (text: string, from: number) => {
    if (form === 'regex') return firstMatch(pattern, flags, text, from)
    const start = text.indexOf(pattern, from)
    return start < 0 ? undefined : { start, end: start + pattern.length }
  }
  // Only what reads like such a text is worth asking about.
  if (!/<|\.\\?\.|\\\.|[oO]n|javascript|script/i.test(pattern)) return undefined
  for (const sample of SAMPLES) {
    const match = find(sample, 0)
    if (!match || match.start === match.end) continue
    const removed = sample.slice(match.start, match.end)
    for (const harmful of HARMFUL) {
      if (!removed.startsWith(harmful)) continue
      for (let at = 1; at < harmful.length; at++) {
        const text = harmful.slice(0, at) + removed + harmful.slice(at)
        const left = without(text, find, scope !== 'first')
        if (left !== text && left.includes(harmful)) return harmful
      }
    }
  }
  return undefined
}

function without(text: string, find: (text: string, from: number) => { start: number; end: number } | undefined, all: boolean): string {
  let left = ''
  let at = 0
  for (let times = 0; times < 20 && (all || times === 0); times++) {
    const match = find(text, at)
    if (!match || match.end === match.start) break
    left += text.slice(at, match.start)
    at = match.end
  }
  return left + text.slice(at)
}

// ── attributes ───────────────────────────────────────────────────────────────────────────────────────────────────────

function attributes(linked: Linked, replacements: Map<number, Replacement>, node: number): Usage[] {
  const { whole } = linked
  const parts = whole.kind[node] === Kind.Template ? [...whole.items(whole.a[node] as number)] : [whole.a[node] as number, whole.b[node] as number]
  return parts.flatMap((part, index) => {
    if (index === 0 || whole.kind[part] === Kind.String) return []
    const open = /([\w-]*)\s*=\s*(?:"[^"<>]*|'[^'<>]*)$/.exec(writtenBefore(linked, parts.slice(0, index)))
    if (!open) return []
    const chain = chainOf(linked, replacements, part, -1)
    const handled = handledBy(chain.replacements)
    if (!handled.includes('<') && !handled.includes('>')) return []
    const quote = /=\s*(["'])/.exec(open[0])?.[1] ?? '"'
    const isHere = (whole.pos[part] as number) >= (whole.pos[node] as number) && (whole.end[part] as number) <= (whole.end[node] as number)
    const values = { quote: constant(quote), name: constant(open[1] ?? ''), handled: constant(...handled) }
    return [usage(linked, isHere ? part : node, 'attribute-text', '', 'replace', values)]
  })
}

/** What is written out directly in front of a part. */
function writtenBefore(linked: Linked, parts: number[]): string {
  const { whole } = linked
  let text = ''
  for (let index = parts.length - 1; index >= 0; index--) {
    const part = parts[index] as number
    if (whole.kind[part] === Kind.String) {
      text = whole.text(whole.a[part] as number) + text
      continue
    }
    // Sums nest on their left side.
    if (whole.kind[part] === Kind.Binary && whole.c[part] === PLUS)
      return writtenBefore(linked, [whole.a[part] as number, whole.b[part] as number]) + text
    break
  }
  return text
}
