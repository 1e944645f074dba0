/** Texts of model files as API paths. */
import { UserError } from '../../user-error'
import { type ApiPaths, parsePath } from '../api-paths'
import type { ModelFile } from './model-file'

/** API paths of what a model names; a mistake tells where. */
export function locate(api: ApiPaths, name: string, file: ModelFile, isApart: boolean, source: string): number[] {
  try {
    const written = parsePath(source)
    const parsed = isApart
      ? written.flatMap(({ root, steps }) =>
          root === 'lib' ? file.library.map((library) => ({ root: `npm:${library}`, steps })) : [{ root, steps }],
        )
      : written
    return parsed.map(({ root, steps }) => {
      let at: number
      if (root === 'lib') at = api.root(`npm:${file.library[0]}`)
      else if (root === 'any' || /^(?:global|npm):/.test(root)) at = api.root(root)
      else if (root.includes('/')) at = api.root(`type:${root}`)
      else if (file.types?.[root]) at = api.root(`type:${file.library[0]}/${root}`)
      else
        throw new Error(
          `"${root}" is not a type of this file; expected "lib", "any", "global:name", "npm:name" in quotes, ${Object.keys(file.types ?? {}).join(', ')}`,
        )
      for (const step of steps) at = api.declare(at, step)
      api.markKnown(at)
      return at
    })
  } catch (cause) {
    throw new UserError(`${name}: key "${keyOf(file, source)}" is ${JSON.stringify(source)}: ${(cause as Error).message}`)
  }
}

/** Where in a file a text stands, or the longest part of it that stands there. */
function keyOf(file: ModelFile, source: string): string {
  let best: { key: string; length: number } = { key: '', length: 0 }
  const look = (value: unknown, keys: string[]): void => {
    if (typeof value === 'string') {
      if (source.startsWith(value) && value.length > best.length) best = { key: keys.join('.'), length: value.length }
    } else if (value && typeof value === 'object') for (const [key, inner] of Object.entries(value)) look(inner, [...keys, key])
  }
  look({ ...file, library: undefined, title: undefined }, [])
  return best.key
}
