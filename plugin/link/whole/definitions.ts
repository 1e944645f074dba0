/** Functions, classes and interfaces under the whole program's numbering. */
import type { ClassFact, FunctionFact, InterfaceFact } from '../../graph'
import { moved, shifted } from './numbering'

export interface WholeFunction {
  /** What is told of it within its file; nodes, regions and functions stand here, numbered for the whole program. */
  fact: Omit<FunctionFact, 'params' | 'returns' | 'endsIn' | 'self' | 'parent' | 'owner'>
  file: number
  /** Its Function node. */
  node: number
  params: number[]
  returns: number[]
  /** Regions of its first, second… return. */
  returnRegions: number[]
  /** Region at the end of its body, -1 where control never gets there. */
  endRegion: number
  /** This node, -1 when the body never says `this`. */
  self: number
  parent: number
  owner: number
}

export interface WholeClass {
  fact: Omit<ClassFact, 'extends' | 'constructor_' | 'members' | 'decorators' | 'self'>
  file: number
  node: number
  self: number
  extends: number
  /** Function number, -1 without one. */
  constructor_: number
  members: { name: string; node: number; static: boolean; type: number; pos: number; decorators: number[]; optional?: boolean }[]
  decorators: number[]
}

export interface WholeInterface {
  fact: Omit<InterfaceFact, 'extends' | 'members'>
  file: number
  extends: number[]
  members: { name: string; type: number; optional: boolean }[]
}

/** Numbers of a file's first node, function and so on in the whole program. */
export interface Beginnings {
  file: number
  nodes: number
  regions: number
  functions: number
  classes: number
  interfaces: number
}

export function wholeFunction(fact: FunctionFact, { file, nodes, regions, functions, classes }: Beginnings): WholeFunction {
  return {
    fact,
    file,
    node: -1,
    params: moved(fact.params, nodes),
    returns: moved(fact.returns, nodes),
    returnRegions: fact.returns.map((_, index) => shifted(fact.returnsAt[index * 3 + 2] ?? -1, regions)),
    endRegion: shifted(fact.endsIn, regions),
    self: shifted(fact.self, nodes),
    parent: shifted(fact.parent, functions),
    owner: shifted(fact.owner, classes),
  }
}

export function wholeClass(fact: ClassFact, { file, nodes, functions }: Beginnings): WholeClass {
  return {
    fact,
    file,
    node: -1,
    self: shifted(fact.self, nodes),
    extends: shifted(fact.extends, nodes),
    constructor_: shifted(fact.constructor_, functions),
    members: fact.members.map(({ name, node, static: isStatic, type, pos, decorators, optional }) => ({
      name,
      node: shifted(node, nodes),
      static: isStatic,
      type: shifted(type, nodes),
      pos,
      decorators: moved(decorators, nodes),
      optional,
    })),
    decorators: moved(fact.decorators, nodes),
  }
}

export function wholeInterface(fact: InterfaceFact, { file, nodes }: Beginnings): WholeInterface {
  return {
    fact,
    file,
    extends: moved(fact.extends, nodes),
    members: fact.members.map(({ name, type, optional }) => ({ name, type: shifted(type, nodes), optional })),
  }
}
