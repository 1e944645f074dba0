/** Comparisons of passwords. In: hashes that they go into, operators and statements. Out: each comparison with the way in which it is done. */
import { Kind } from '../../../graph'
import type { Evidence } from '../../../types'
import { calledName, cite, type Linked, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import { namesOf, snake } from '../../names'
import { isEqual, isUnequal } from '../../operators'
import { dataKind } from '../../usages/data-kind'
import { ANSWER, type Hash } from './hashes'
import { isOfTests, type Scene } from './scene'
import { usesOf } from './uses'

export interface Comparison {
  node: number
  way: 'library' | 'constant time' | 'operator' | 'database'
  /** Both sides are hashes. */
  hashed: boolean
  name: string
  at: Evidence
}

export function comparisonsOf(scene: Scene, hashes: readonly Hash[]): Comparison[] {
  const { linked } = scene
  const { whole } = linked
  const found: Comparison[] = usesOf(linked, 'password-compare').map(({ node, api, package: name, at }) => ({
    node,
    way: 'library',
    hashed: true,
    name: `${name}: ${api}`,
    at,
  }))
  const onServer = (node: number) => !isOfTests(linked, node) && !scene.isPage((whole.files[whole.fileOf(node)] as { path: string }).path)
  for (const use of usesOf(linked, 'safe-comparison'))
    if (onServer(use.node) && whole.args(use.node).some((node) => dataKind(linked, node) === 'password'))
      found.push({ node: use.node, way: 'constant time', hashed: true, name: use.api, at: use.at })
  const makers = new Set(hashes.map(({ node }) => whole.functionOf(node)).filter((fn) => fn >= 0))
  const isHashed = (node: number) => isHash(linked, node, makers, new Set(hashes.map((hash) => hash.node)))
  for (const node of lookupOf(whole).of(Kind.Binary)) {
    if (!isEqual(whole.c[node] as number) && !isUnequal(whole.c[node] as number)) continue
    const sides = [whole.a[node] as number, whole.b[node] as number]
    if (!sides.some(isHashed) || !onServer(node)) continue
    found.push({ node, way: 'operator', hashed: true, name: '===', at: cite(linked, node) })
  }
  // `… AND password = '${hash(password)}'`
  const statements = /\b(?:password|passwd|pwd|pass_?hash)["'`\]]?\s*(?:=|like)\s*['"]?$/i
  for (const node of lookupOf(whole).of(Kind.Template, Kind.Binary)) {
    const parts = whole.madeOf(node)
    const at = parts.findIndex((part, index) => index > 0 && isHashed(part) && endsWith(linked, parts[index - 1] as number, statements))
    if (at > 0 && onServer(node)) found.push({ node, way: 'database', hashed: true, name: 'statement', at: cite(linked, node) })
  }
  for (const { library, at, kind, test } of scene.known.usages)
    if (
      kind === 'plain-password' &&
      !test &&
      library !== 'stored' &&
      !scene.isPage(at.file) &&
      !found.some((one) => one.at.file === at.file && one.at.line === at.line)
    )
      found.push({ node: -1, way: library === 'queried' ? 'database' : 'operator', hashed: false, name: library, at })
  return found
}

function endsWith(linked: Linked, node: number, pattern: RegExp): boolean {
  const { whole } = linked
  if (whole.kind[node] === Kind.String) return pattern.test(whole.text(whole.a[node] as number))
  if (whole.kind[node] === Kind.Binary || whole.kind[node] === Kind.Template) {
    const last = linked.whole.madeOf(node).at(-1)
    return last !== undefined && endsWith(linked, last, pattern)
  }
  return false
}

function isHash(linked: Linked, node: number, makers: ReadonlySet<number>, calls: ReadonlySet<number>, hops = 0): boolean {
  const { whole, solver } = linked
  if (node < 0 || node >= whole.size || hops > 6) return false
  const kind = whole.kind[node] as Kind
  if (kind === Kind.Await || kind === Kind.Refine) return isHash(linked, whole.a[node] as number, makers, calls, hops + 1)
  if (kind === Kind.Cell) return whole.items(whole.a[node] as number).some((item) => isHash(linked, item, makers, calls, hops + 1))
  if (kind !== Kind.Call) return false
  if (calls.has(node)) return true
  for (const callee of solver.callees.get(node) ?? [])
    if (makers.has(callee) && givesBack(linked, callee))
      return whole
        .args(node)
        .some((argument) => dataKind(linked, argument) === 'password' || namesOf(linked, argument).some((name) => ANSWER.test(snake(name))))
  const receiver = receiverOf(linked, node)
  return receiver >= 0 && /^(?:digest|update|toString)$/.test(calledName(linked, node)) && isHash(linked, receiver, makers, calls, hops + 1)
}

const givesBack = ({ whole }: Linked, fn: number): boolean => (whole.functions[fn]?.returns.length ?? 0) > 0
