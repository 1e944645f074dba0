/** Decorators as they stand on classes and members: their names, packages, arguments and places. */
import { Kind } from '../../graph'
import type { Evidence } from '../../types'
import { type Member, membersOf } from '../decorated/decorations'
import { calledName, cite, citeLine, type Linked } from '../linked'
import type { DecoratorLibrary } from './decorators'
import { citeAt, packagesOf } from './reading'

/** One decorator behind `@`, with what it comes from. */
export interface Said {
  node: number
  /** As its library calls it. */
  name: string
  /** As this code calls it, behind the `@`. */
  written: string
  packages: string[]
  args: number[]
  at: Evidence
}

export type ClassMember = Member & { type: number; optional?: boolean }

/** Own members and inherited ones, with their types. */
export const allMembers = (linked: Linked, cls: number) => membersOf(linked, cls) as ClassMember[]

/** Decorators of one class or member; where one is not called, only the source tells how it is written. */
export function saidOf(linked: Linked, decorators: readonly number[], file: number, pos: number): Said[] {
  const { whole, values } = linked
  const { text } = whole.files[file] as { text: string }
  return decorators.map((node, index) => {
    const isCall = whole.kind[node] === Kind.Call
    const name = isCall ? calledName(linked, node) : values.nameOf(node)
    const place = isCall ? { written: name, at: cite(linked, node) } : placeOfPlain(linked, file, text, pos, index, name)
    return { node, name, ...place, packages: packagesOf(linked, node), args: isCall ? [...whole.args(node)] : [] }
  })
}

/** Longest run of decorators in front of a member, in characters. */
const MOST_TEXT = 3000

/** `@Encrypted` without brackets: what names it is the import, far away. */
function placeOfPlain(linked: Linked, file: number, text: string, pos: number, index: number, name: string): { written: string; at: Evidence } {
  const own = markOf(text.slice(pos, pos + MOST_TEXT), name, index)
  if (!own) return { written: name, at: citeAt(linked, file, pos) }
  return { written: own[1] as string, at: citeLine(linked, file, linked.whole.lineAt(file, pos + own.index + own[0].indexOf('@'))) }
}

/** The first `@` in front of a name, or where none is in front of that, the one at an index. */
function markOf(text: string, name: string, index: number): RegExpExecArray | undefined {
  let atIndex: RegExpExecArray | undefined
  let count = 0
  for (const mark of text.matchAll(/(?:^|[\s(])@([\w$.]+)(?!\w)(\s*\()?/g)) {
    if (mark[1] === name) return mark
    if (count++ === index) atIndex = mark
  }
  return atIndex
}

export const saidOfMember = (linked: Linked, { decorators, file, pos }: Pick<Member, 'decorators' | 'file' | 'pos'>): Said[] =>
  saidOf(linked, decorators, file, pos)

/** Whether a decorator is one of those that a library's row names. */
export const of = (library: DecoratorLibrary, pattern: RegExp | undefined) => (said: Said) =>
  pattern?.test(said.name) && said.packages.some((name) => library.packages.test(name))
