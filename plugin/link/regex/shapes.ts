/**
 * Expressions that say something else than was meant. In: pattern and flags. Out: what is wrong with them, from their syntax
 * and from what they match.
 */
import type { AST } from '@eslint-community/regexpp'
import { matchesWhole } from './matching'
import { parse } from './syntax'

export interface Fault {
  kind: /** `.` in a host name stands for any character. */
    | 'dot'
    /** Anything at all may stand in front of a host name. */
    | 'wildcard'
    /** A host name may be preceded by anything, or followed by more of a name. */
    | 'no start'
    | 'no end'
    /** `^a|b`: the anchor is part of one choice. */
    | 'precedence'
    /** `^a|b|c$`: each anchor is part of one choice. */
    | 'ends apart'
    /** `[A-z]` */
    | 'range'
    /** Tags that a browser reads and the expression does not. */
    | 'tag'
  detail: string
}

const found = new Map<string, Fault[]>()

export function faultsOf(pattern: string, flags: string): Fault[] {
  const key = `/${pattern}/${flags}`
  let faults = found.get(key)
  if (!faults) {
    const tree = parse(pattern, flags)?.tree
    faults = tree ? [...hostFaults(tree), ...precedence(tree), ...ranges(tree), ...tags(pattern, flags)] : []
    found.set(key, faults)
  }
  return faults
}

// ── host names ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** Stand-ins for what is not a written character. */
const ANY = '\u0001'
const ANYTHING = '\u0002'
const OTHER = '\u0003'
const TLD = '(?:com|org|net|edu|gov|io|dev|app|co|uk|de|fr|nl|eu|cn|jp|info|biz|cloud|internal)'

/** An expression's choices as texts in which only what is written out is itself. */
function spelled(alternatives: readonly AST.Alternative[], hops = 0): string[] {
  return alternatives.flatMap(({ elements }) => {
    let ways = ['']
    for (const element of elements) {
      const next = spelledElement(element, hops)
      ways = ways.flatMap((way) => next.map((more) => way + more)).slice(0, 40)
    }
    return ways
  })
}

function spelledElement(element: AST.Element, hops: number): string[] {
  switch (element.type) {
    case 'Character':
      return [String.fromCodePoint(element.value)]
    case 'CharacterSet':
      return [element.kind === 'any' ? ANY : OTHER]
    case 'Group':
    case 'CapturingGroup':
      return hops > 6 ? [OTHER] : spelled(element.alternatives, hops + 1)
    case 'Assertion':
      return [element.kind === 'start' ? '^' : element.kind === 'end' ? '$' : element.kind === 'word' ? '\b' : '']
    case 'Quantifier': {
      const { element: inner, min, max } = element
      if (inner.type === 'CharacterSet' && inner.kind === 'any') return max > 1 ? [ANYTHING] : [OTHER]
      const once = spelledElement(inner, hops + 1)
      // `https?`: both ways are spelled; of loops, one round.
      return min === 0 ? ['', ...once] : once
    }
    default:
      return [OTHER]
  }
}

function hostFaults(tree: AST.Pattern): Fault[] {
  const ways = spelled(tree.alternatives)
  const faults: Fault[] = []
  const label = `[\\w${OTHER}-]+`
  const hosted = new RegExp(`(?:${label}[.${ANY}])+${TLD}(?![\\w-])`)
  const put = (kind: Fault['kind'], detail: string) => {
    if (!faults.some((fault) => fault.kind === kind)) faults.push({ kind, detail: shown(detail) })
  }
  for (const way of ways) {
    if (!hosted.test(way)) continue
    // The part in front of a dot that should be one: `www.example\.com`, `.+.example.com`.
    const dot = new RegExp(`(?:[\\w${OTHER}]|[${ANYTHING}])${ANY}([\\w-]+(?:[.${ANY}][\\w-]+)*[.${ANY}]${TLD})(?![\\w-])`).exec(way)
    if (dot?.[1] && /\w/.test(dot[1])) put('dot', dot[1])
    const wildcard = new RegExp(
      `^\\^.*:\\/\\/.*${ANYTHING}[.${ANY}]?((?:[\\w-]+[.${ANY}])+${TLD})(?![\\w-])|^\\^${ANYTHING}[.${ANY}]((?:[\\w-]+[.${ANY}])+${TLD})(?![\\w-])`,
    ).exec(way)
    if (wildcard) put('wildcard', (wildcard[1] ?? wildcard[2]) as string)
  }
  const written = new RegExp(`^(?:\\^?)(?:https?:)?(?:\\/\\/)?(?:[\\w-]+[.${ANY}])+${TLD}(?:[:/$\b].*)?$`)
  if (ways.length > 0 && ways.every((way) => written.test(way))) {
    if (ways.every((way) => !/[\^]/.test(way) && !way.startsWith('\b'))) put('no start', ways[0] as string)
    else if (ways.every((way) => way.startsWith('^')) && ways.some((way) => new RegExp(`${TLD}$`).test(way)))
      put('no end', (ways[0] as string).slice(1))
  }
  return faults
}

const shown = (text: string) => text.replaceAll(ANY, '.').replaceAll(ANYTHING, '.*').replaceAll(OTHER, '…').replace(/\b$/, '')

// ── choices and ranges ───────────────────────────────────────────────────────────────────────────────────────────────

function precedence({ alternatives }: AST.Pattern): Fault[] {
  if (alternatives.length < 2) return []
  const anchored = (alternative: AST.Alternative, kind: 'start' | 'end') => {
    const element = kind === 'start' ? alternative.elements[0] : alternative.elements[alternative.elements.length - 1]
    return element?.type === 'Assertion' && element.kind === kind
  }
  const has = (alternative: AST.Alternative) => /\^|\$/.test(alternative.raw.replace(/\\.|\[(?:\\.|[^\]\\])*\]/g, ''))
  const [first] = alternatives as [AST.Alternative]
  const last = alternatives[alternatives.length - 1] as AST.Alternative
  // Words as choices: of signs and classes, one often stands at an end on purpose.
  if (!alternatives.every(({ raw }) => /[a-z\d]/i.test(raw) && /^\^?\(?(?:\?:)?(?:[\w:/@-]|\\[./-]|\.)+\)?\$?$/.test(raw))) return []
  const others = (one: AST.Alternative) => alternatives.filter((alternative) => alternative !== one)
  if (anchored(first, 'start') && !anchored(first, 'end') && others(first).every((alternative) => !has(alternative)))
    return [{ kind: 'precedence', detail: first.raw }]
  if (anchored(last, 'end') && !anchored(last, 'start') && others(last).every((alternative) => !has(alternative)))
    return [{ kind: 'precedence', detail: last.raw }]
  // `^one|two|three$`: of two, the first may be meant to begin a text and the last to end it, unless they are hosts.
  const isHost = ({ raw }: AST.Alternative) => new RegExp(`[\\w-]\\\\?\\.${TLD}\\$?$`).test(raw)
  const between = alternatives.slice(1, -1)
  const isCut = anchored(first, 'start') && !anchored(first, 'end') && anchored(last, 'end') && !anchored(last, 'start')
  if (isCut && between.every((alternative) => !has(alternative)) && (between.length > 0 || alternatives.every(isHost)))
    return [{ kind: 'ends apart', detail: `${first.raw}|…|${last.raw}` }]
  return []
}

const LETTER = /[a-z]/i

function ranges(tree: AST.Pattern): Fault[] {
  const faults: Fault[] = []
  visitClasses(tree.alternatives, (node) => {
    const list = (node.elements as AST.CharacterClassElement[]).filter((element) => element.type === 'CharacterClassRange')
    for (const { min, max, raw } of list) {
      // Written as numbers, or from the first to the last printable character, it is meant.
      if (/\\[xu]/.test(raw) || min.value < 0x21 || max.value > 0x7d) continue
      const [from, to] = [String.fromCodePoint(min.value), String.fromCodePoint(max.value)]
      const crosses = (LETTER.test(from) && LETTER.test(to) && /[A-Z]/.test(from) !== /[A-Z]/.test(to)) || (/\d/.test(from) && LETTER.test(to))
      // A sign as an end is meant as itself; so is a range that holds only signs.
      const swallows =
        (!/\w/.test(from) || !/\w/.test(to)) && from !== '!' && [...'0Aa'].some((one) => one >= from && one <= to) && node.elements.length > 1
      if (crosses || swallows) faults.push({ kind: 'range', detail: raw })
    }
  })
  return faults
}

function visitClasses(alternatives: readonly AST.Alternative[], visit: (node: AST.CharacterClass) => void): void {
  const look = (element: AST.Element): void => {
    if (element.type === 'CharacterClass') visit(element)
    else if (element.type === 'Quantifier') look(element.element)
    else if ('alternatives' in element) visitClasses(element.alternatives, visit)
  }
  for (const { elements } of alternatives) elements.forEach(look)
}

// ── tags ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** How HTML may be written where the first of each row may. From the WHATWG HTML standard, sections 13.2.5.15 to 13.2.5.51. */
const SPELLINGS: string[][] = [
  [
    '<script>foo</script>',
    '<SCRIPT>foo</SCRIPT>',
    '<sCript>foo</scRipt>',
    '<script>foo</script >',
    '<script>foo\n</script>',
    '<script>foo</script\t\n bar>',
    '<script src="foo"></script>',
    "<script src='foo'></script>",
  ],
  [
    '<script src="foo"></script>',
    '<script src="foo">foo</script bar>',
    '<script\tsrc="foo"></script>',
    "<script src='foo'></script>",
    '<script src="foo"></script >',
  ],
  ['<!-- foo -->', '<!-- foo --!>', '<!-- foo\n -->'],
]

function tags(pattern: string, flags: string): Fault[] {
  if (!/<[\s\S]*(?:script|!--)/i.test(pattern)) return []
  for (const [usual, ...others] of SPELLINGS as [string, ...string[]][]) {
    const edges = pattern.replace(/^\^|\$$/g, '')
    if (!matchesWhole(edges, flags, usual)) continue
    const missed = others.find((text) => matchesWhole(edges, flags, text) === false && !partly(edges, flags, text))
    if (missed) return [{ kind: 'tag', detail: missed }]
    return []
  }
  return []
}

/** Whether a part of it that is as good as the whole is found: `<script` of `<script >`. */
function partly(pattern: string, flags: string, text: string): boolean {
  for (let end = text.length; end > 3; end--) if (matchesWhole(pattern, flags, text.slice(0, end))) return true
  return false
}
