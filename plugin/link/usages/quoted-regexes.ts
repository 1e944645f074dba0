/**
 * Regular expressions in quotes (`quoted-regex`): `text.replace('/[<>]/g', '')` replaces that very text, slashes and all, and finds
 * nothing else. Values: `pattern` and `flags` as they would be without the quotes, `method` that is called with it, and `by` what it writes.
 */
import { Kind } from '../../graph'
import type { Setting, Usage } from '../../types'
import { LabelKind } from '../labels'
import { isTest, type Linked, receiverOf } from '../linked'
import { expressionsOf, textOf } from '../regex/expressions'
import { parse } from '../regex/syntax'
import { methodCalls } from './method-calls'
import { usage } from './modelled'
import { settingOf } from './setting'

const METHODS = ['replace', 'replaceAll', 'split', 'match', 'matchAll', 'search']
const IN_SLASHES = /^\/(.+)\/([gimsuvyd]{0,4})$/s

export function quotedRegexes(linked: Linked): Usage[] {
  const { whole } = linked
  return methodCalls(linked, METHODS).flatMap(([call, method]) => {
    const [what, to] = whole.args(call)
    const isReplacement = method.startsWith('replace')
    // `router.replace('/a/g', { … })` is no replacement in a text, and one without anything to write is none either.
    if (what === undefined || receiverOf(linked, call) < 0 || (isReplacement && (to === undefined || whole.kind[to] === Kind.Object))) return []
    if (isTest((whole.files[whole.fileOf(call)] as { path: string }).path)) return []
    // An expression written as one has the same text.
    if (expressionsOf(linked, what).length > 0 || mayBeExpression(linked, what)) return []
    const [, pattern = '', flags = ''] = IN_SLASHES.exec(textOf(linked, what) ?? '') ?? []
    if (pattern === '' || hasBareSlash(pattern) || !parse(pattern, flags)) return []
    const values: Record<string, Setting> = { pattern: constant(pattern), flags: constant(flags), method: constant(method) }
    if (isReplacement && to !== undefined) values.by = settingOf(linked, to)
    return [usage(linked, call, 'quoted-regex', '', method, values)]
  })
}

/** What is kept in a field may be one, too. */
function mayBeExpression({ whole, solver, values }: Linked, node: number): boolean {
  const isExpression = (at: number) => at >= 0 && at < whole.size && whole.kind[at] === Kind.Regex
  const { kind, data } = solver.labels
  return (
    values.definitions(node).some(isExpression) ||
    solver.of(node).some((label) => kind[label] === LabelKind.Value && isExpression(data[label] as number))
  )
}

const constant = (...texts: string[]): Setting => ({ state: 'constant', texts })

/** Between slashes, a slash is escaped or stands in brackets; a path has them as they are. */
function hasBareSlash(pattern: string): boolean {
  let isInBrackets = false
  for (let at = 0; at < pattern.length; at++) {
    const letter = pattern[at]
    if (letter === '\\') at++
    else if (letter === '[') isInBrackets = true
    else if (letter === ']') isInBrackets = false
    else if (letter === '/' && !isInBrackets) return true
  }
  return false
}
