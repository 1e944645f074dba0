/** What the finders of decorated routes and listeners share: the program, its applications, and the class they are looking at. */
import type { Guards } from '../guards'
import type { Linked } from '../linked'
import type { Applications } from './applications'
import type { Consumer } from './consumers'
import type { Decoration } from './decorations'

/** A class with the decorations that its routes and listeners share. */
export interface DecoratedClass {
  cls: number
  decorations: Decoration[]
  controller: Decoration | undefined
}

export interface Surroundings {
  linked: Linked
  guards: Guards
  applications: Applications
  consumers: Consumer[]
}

/** Where a class says that it has routes: with a decorator for that, or with one that is about its path alone. */
export function controllerOf(decorations: readonly Decoration[]): Decoration | undefined {
  return decorations.find(({ model }) => model.decorator === 'controller') ?? decorations.find(({ model }) => model.decorator === 'path')
}
