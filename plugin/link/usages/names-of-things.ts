/**
 * Made-up values that only name something. In: a value. Out: whether everything that it gets into is the name of a file, an argument of a
 * program that is started, or a line for the console; what is compared, kept in a store, sent, or handed to anything unknown is more.
 */
import { Kind } from '../../graph'
import { calledName, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import { PLUS } from '../operators'
import { usesOf } from '../uses'
import { packageOf } from './origin'
import { returnedTo } from './returned-to'

const MOST_NODES = 200
/** Of more reads of one name, most are of something else. */
const MOST_READS = 20
const WRITES_ANEW = /^(?:join|resolve|normalize|relative|basename|toString|String|trim|slice|replace|toLowerCase|concat|push|unshift)$/
const STARTS = /^(?:spawn|spawnSync|execFile|execFileSync|fork)$/

export function isOnlyName(linked: Linked, value: number): boolean {
  const { whole, solver } = linked
  const uses = usesOf(whole)
  /** Node and the member of it that holds the value, '' where the node is made of it itself. */
  const seen = new Set([`${value} `])
  const stack: [node: number, member: string][] = [[value, '']]
  let names = false
  let isMore = false
  const go = (node: number, member: string) => {
    const key = `${node} ${member}`
    if (node < 0 || seen.has(key)) return
    seen.add(key)
    stack.push([node, member])
  }
  for (let next = stack.pop(); next !== undefined && !isMore; next = stack.pop()) {
    if (seen.size > MOST_NODES) return false
    const [node, member] = next
    for (const user of Array.from(uses.of(node))) use(node, member, user)
    handBack(node, member)
  }
  return names && !isMore

  function use(node: number, member: string, user: number): void {
    switch (whole.kind[user] as Kind) {
      case Kind.Refine:
      case Kind.Await:
      case Kind.Cell:
      case Kind.Choice:
        go(user, member)
        break
      case Kind.Template:
      case Kind.Array:
      case Kind.Spread:
        go(user, '')
        break
      case Kind.Property:
        go(lookupOf(whole).objectOf(user), whole.a[user] === -1 ? '' : whole.text(whole.a[user] as number))
        break
      case Kind.Load:
        load(member, user)
        break
      case Kind.Store:
        store(node, user)
        break
      case Kind.Binary:
        if (whole.c[user] === PLUS) go(user, '')
        else isMore = true
        break
      case Kind.Call:
        call(node, member, user)
        break
      case Kind.Unary:
        break
      default:
        isMore = true
    }
  }

  function load(member: string, user: number): void {
    const name = whole.text(whole.b[user] as number)
    if (member !== '') {
      if (name === member) go(user, '')
    } else
      for (const called of Array.from(uses.of(user)))
        if (whole.kind[called] === Kind.Call && whole.a[called] === user && WRITES_ANEW.test(name)) go(called, '')
  }

  function store(node: number, user: number): void {
    // What is put into the object that holds it is something else.
    if (whole.c[user] !== node) return
    const name = whole.text(whole.b[user] as number)
    const reads = lookupOf(whole).named(Kind.Load, (text) => text === name)
    if (reads.length > MOST_READS) isMore = true
    for (const read of reads) go(read, '')
  }

  function call(node: number, member: string, user: number): void {
    if (whole.a[user] === node) return
    const position = [...whole.args(user)].indexOf(node)
    const own = [...(solver.callees.get(user) ?? [])]
    if (own.length > 0) {
      for (const fn of own) go(whole.functions[fn]?.params[position] ?? -1, member)
      return
    }
    const name = calledName(linked, user)
    const from = packageOf(linked, whole.a[user] as number)
    if (member === '' && WRITES_ANEW.test(name)) go(user, '')
    else if (
      member === '' &&
      ((/^fs(?:\/promises)?$/.test(from ?? '') && position === 0) || (from === 'child_process' && STARTS.test(name) && position === 1))
    )
      names = true
    else if (!/^console\./.test(whole.sourceOf(whole.a[user] as number).trim())) isMore = true
  }

  /** Where a function hands it back, its callers have it. */
  function handBack(node: number, member: string): void {
    const calls = returnedTo(linked, node)
    if (calls?.length === 0) isMore = true
    for (const call of calls ?? []) go(call, member)
  }
}
