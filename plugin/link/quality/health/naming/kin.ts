/**
 * Names of the same sort of thing that do not go together. In: the linked program. Out: classes whose last word is not that of the
 * others with their decorator or base, classes that are not named like their file, variables that are not named like the others that
 * hold what the same call gives, locals with an underscore in front.
 */
import escapeStringRegexp from 'escape-string-regexp'
import { Kind } from '../../../../graph'
import type { NamingOutlier } from '../../../../types'
import { calledName, citeLine, isTestCode, type Linked } from '../../../linked'
import { skipTrivia } from '../../../whole/index'
import { isGenerated } from '../generated'
import { mostCommon, pascal, wordsOf } from './styles'

const CLEAR = 0.7
const FEWEST = 3

interface Class {
  name: string
  file: number
  pos: number
  decorators: string[]
}

export function oddKin(linked: Linked): NamingOutlier[] {
  const classes = classesOf(linked)
  const lastWords = oddLastWords(linked, classes)
  const told = new Set(lastWords.map(({ at }) => `${at.file}:${at.line}`))
  const likeFiles = unlikeTheirFile(linked, classes).filter(({ at }) => !told.has(`${at.file}:${at.line}`))
  return [...lastWords, ...likeFiles, ...oddResults(linked), ...underscored(linked)]
}

function classesOf({ whole, ...linked }: Linked): Class[] {
  return whole.classes.flatMap(({ fact, file, decorators }) => {
    const { path, text } = whole.files[file] as { path: string; text: string }
    if (fact.name === '' || isTestCode({ whole, ...linked } as Linked, path) || isGenerated(whole, file)) return []
    const names = decorators.flatMap(
      (node) => /^@?\s*(\w+)/.exec(text.slice(skipTrivia(text, whole.pos[node] as number), whole.end[node] as number))?.[1] ?? [],
    )
    return [{ name: fact.name, file, pos: fact.pos, decorators: names }]
  })
}

function oddLastWords(linked: Linked, classes: readonly Class[]): NamingOutlier[] {
  const byDecorator = new Map<string, Class[]>()
  for (const it of classes)
    for (const decorator of it.decorators) {
      // Guards, pipes and services alike: it says how a class is made, not what it is.
      if (/^(?:Injectable|injectable|singleton)$/.test(decorator)) continue
      const group = byDecorator.get(decorator)
      if (group) group.push(it)
      else byDecorator.set(decorator, [it])
    }
  return [...byDecorator].flatMap(([decorator, group]) => {
    const most = mostCommon(group.map(({ name }) => wordsOf(name).at(-1) ?? ''))
    if (!most || most.count < FEWEST || most.count < group.length * CLEAR) return []
    return group
      .filter(({ name }) => wordsOf(name).at(-1) !== most.value)
      .map((it) => odd(linked, 'class', it, `no ${most.value} at the end`, `…${most.value} with @${decorator}`, most.count, group.length))
  })
}

/** `app.module.ts` holds `AppModule`: told where the files of the repository that hold one class are named so. */
function unlikeTheirFile(linked: Linked, classes: readonly Class[]): NamingOutlier[] {
  const perFile = new Map<number, Class[]>()
  for (const it of classes) perFile.set(it.file, [...(perFile.get(it.file) ?? []), it])
  const alone = [...perFile.values()].flatMap((group) => {
    const [it] = group
    if (!it || group.length > 1) return []
    const { path } = linked.whole.files[it.file] as { path: string }
    const base = path.slice(path.lastIndexOf('/') + 1).replace(/\.[cm]?[jt]sx?$/, '')
    const isDotted = base.includes('.')
    // Without a middle part only a name in PascalCase promises a class.
    return base === 'index' || (!isDotted && !/^[A-Z][a-z]/.test(base)) ? [] : [{ it, expected: pascal(wordsOf(base)), isDotted }]
  })
  return [true, false].flatMap((dotted) => {
    const alike = alone.filter(({ isDotted }) => isDotted === dotted)
    const follow = alike.filter(({ it, expected }) => it.name.toLowerCase() === expected.toLowerCase()).length
    if (follow < 6 || follow < alike.length * 0.9) return []
    return alike
      .filter(({ it, expected }) => !isPart(it.name, expected))
      .map(({ it, expected }) => odd(linked, 'class', it, 'not named like its file', `${expected}, like its file`, follow, alike.length))
  })
}

/** `ErrorBoundaryClass` in `ErrorBoundary.tsx` is found all the same. */
function isPart(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  return a.includes(b) || b.includes(a)
}

/** Variables that hold what `db.collection('…')` gives are `usersCol`, `memosCol`, and one is `users`. */
function oddResults(linked: Linked): NamingOutlier[] {
  const { whole } = linked
  const byCall = new Map<string, { name: string; node: number; pos: number }[]>()
  for (const { node, name, pos } of whole.names) {
    if (whole.kind[node] !== Kind.Call) continue
    const [first] = whole.args(node)
    const callee = whole.a[node] as number
    if (first === undefined || whole.kind[first] !== Kind.String || whole.kind[callee] !== Kind.Load) continue
    if (isTestCode(linked, (whole.files[whole.fileOf(node)] as { path: string }).path)) continue
    const call = calledName(linked, node)
    const group = byCall.get(call)
    if (group) group.push({ name, node, pos })
    else byCall.set(call, [{ name, node, pos }])
  }
  return [...byCall].flatMap(([call, group]) => {
    const most = mostCommon(group.map(({ name }) => (wordsOf(name).length > 1 ? (wordsOf(name).at(-1) as string) : '')))
    const files = new Set(group.map(({ node }) => whole.fileOf(node)))
    // Named after what they hold and not after one text: the words in front differ.
    if (!most || most.value === '' || most.count < 5 || most.count < group.length * CLEAR || files.size < 4) return []
    if (new Set(group.map(({ name }) => name)).size < 4) return []
    return group
      .filter(({ name }) => wordsOf(name).at(-1) !== most.value)
      .map(({ name, node, pos }) =>
        odd(
          linked,
          'variable',
          { name, file: whole.fileOf(node), pos },
          `no ${most.value} at the end`,
          `…${most.value} for what ${call}(…) gives`,
          most.count,
          group.length,
        ),
      )
  })
}

/** `_profile` among locals without an underscore. One in front of what nothing reads is a habit of its own. */
function underscored(linked: Linked): NamingOutlier[] {
  const { whole } = linked
  let plain = 0
  const odd_: { name: string; node: number; pos: number }[] = []
  for (const { node, name, pos } of whole.names) {
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Param || kind === Kind.Import || kind === Kind.Load || kind === Kind.Caught || whole.functionOf(node) < 0) continue
    if (/^_[a-z]\w+$/.test(name) && name !== '_id') odd_.push({ name, node, pos })
    else plain++
  }
  const all = plain + odd_.length
  if (all < 20 || plain < all * 0.8) return []
  const seen = new Set<string>()
  return odd_.flatMap(({ name, node, pos }) => {
    const file = whole.fileOf(node)
    const { path, text } = whole.files[file] as { path: string; text: string }
    const { fact } = whole.functions[whole.functionOf(node)] as { fact: { pos: number; end: number } }
    const key = `${file} ${fact.pos} ${name}`
    if (seen.has(key) || isTestCode(linked, path) || isGenerated(whole, file)) return []
    seen.add(key)
    // Read at all, and not there to tell it from a plain one of the same name.
    const body = text.slice(fact.pos, fact.end)
    const uses = body.match(new RegExp(`(?<![\\w$.])${escapeStringRegexp(name)}\\b`, 'g'))?.length ?? 0
    if (uses < 2) return []
    return [odd(linked, 'variable', { name, file, pos }, 'an underscore in front', 'no underscore in front of a local', plain, all)]
  })
}

function odd(
  linked: Linked,
  kind: NamingOutlier['kind'],
  { name, file, pos }: { name: string; file: number; pos: number },
  style: string,
  majority: string,
  follow: number,
  of: number,
): NamingOutlier {
  const { whole } = linked
  const { text } = whole.files[file] as { text: string }
  const start = skipTrivia(text, pos)
  // A class begins with its decorators; its name is what is odd.
  const own = kind === 'class' ? text.indexOf(name, text.indexOf('class', start)) : start
  return { kind, name, style, majority, follow, of, at: citeLine(linked, file, whole.lineAt(file, own < 0 ? start : own)) }
}
