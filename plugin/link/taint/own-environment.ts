/** Whether a value is the environment of the process: who names an entry of it decides what programs are loaded and where they are looked for. */
import { apiPathsOf, type Linked } from '../linked'

export const isEnvironment = (linked: Linked, node: number): boolean =>
  apiPathsOf(linked, node).some((path) => /^(?:process|std-env|Bun)\.env$/.test(linked.models.paths.show(path)))
