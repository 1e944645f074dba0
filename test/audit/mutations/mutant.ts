/** One change to a project that is documented as it is, and the lines of its documents that this makes false. */
import type { Edit } from './edits'

export type Project = 'shop' | 'notes' | 'workspace'

export interface Mutant {
  /** What kind of statement the change makes false. */
  class: string
  /** What is done: `rename a route`. */
  operator: string
  project: Project
  edit: Edit
  /** Lines that must be told, each as `README.md: a text that stands in this line alone`. */
  lines: string[]
  /** Lines that are false as well, and may be told or not. */
  also?: string[]
}

export type Site = [project: Project, edit: Edit, lines: string | string[], also?: string | string[]]

export function operator(of: string, name: string, ...sites: Site[]): Mutant[] {
  return sites.map(([project, edit, lines, also = []]) => ({
    class: of,
    operator: name,
    project,
    edit,
    lines: [lines].flat(),
    also: [also].flat(),
  }))
}
