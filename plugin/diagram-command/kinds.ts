/** Pictures that can be asked for by name, in the order of the help. A test holds the list against what the views can draw. */

export const diagramNames = [
  'architecture',
  'context',
  'containers',
  'components',
  'modules',
  'entities',
  'deployment',
  'boundaries',
  'data-flow',
] as const

export type DiagramName = (typeof diagramNames)[number]
