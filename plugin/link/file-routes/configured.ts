/**
 * Routes that a file of routes names (`app/routes.ts` of React Router and Remix): `route('users/:id', './user.tsx')`, `index`,
 * `layout`, `prefix`. In: the value graph. Out: the path of each file named, and where such a file is in place of names.
 */
import { Kind } from '../../graph'
import { calledName, type Linked } from '../linked'
import { joinPaths } from '../paths'

export interface Configured {
  of(path: string): { root: string; path: string } | undefined
  /** Names of files say nothing there. */
  instead(path: string): boolean
}

const FILE = /^(.*?)(app|src)\/routes\.(?:[cm]?[jt]s|[jt]sx)$/
const MOST_DEPTH = 12

const kept = new WeakMap<Linked, Configured>()

export function configuredRoutes(linked: Linked): Configured {
  let known = kept.get(linked)
  if (!known) {
    known = find(linked)
    kept.set(linked, known)
  }
  return known
}

function find(linked: Linked): Configured {
  const { whole, values } = linked
  const byFile = new Map<string, { root: string; path: string }>()
  const instead: string[] = []
  whole.files.forEach(({ path, graph }, file) => {
    const match = FILE.exec(path)
    if (!match || !graph.imports.some(({ specifier }) => /^@(?:react-router|remix-run)\//.test(specifier))) return
    const [root, directory] = [match[1] as string, `${match[1]}${match[2]}/`]
    let usesNames = false
    const name = (text: string, at: string) => {
      const target = normal(directory + text)
      if (target && !byFile.has(target)) byFile.set(target, { root, path: at || '/' })
    }
    const walk = (node: number, prefix: string, depth: number): void => {
      if (depth > MOST_DEPTH) return
      for (const item of values.elements(node)) {
        for (const call of values.definitions(item)) {
          if (whole.kind[call] === Kind.Array) walk(call, prefix, depth + 1)
          if (whole.kind[call] !== Kind.Call) continue
          const args = whole.args(call)
          const text = (index: number) => (args[index] === undefined ? undefined : values.texts(args[index]).find(({ exact }) => exact)?.value)
          const list = (index: number, at: string) => {
            if (args[index] !== undefined) walk(args[index], at, depth + 1)
          }
          switch (calledName(linked, call)) {
            case 'route': {
              const at = joinPaths(prefix, pathOf(text(0) ?? ''))
              if (text(1)) name(text(1) as string, at)
              list(2, at)
              list(3, at)
              break
            }
            case 'index':
              if (text(0)) name(text(0) as string, prefix)
              break
            case 'layout':
              list(1, prefix)
              list(2, prefix)
              break
            case 'prefix':
              list(1, joinPaths(prefix, pathOf(text(0) ?? '')))
              break
            case 'flatRoutes':
            case 'remixRoutesOptionAdapter':
            case 'autoRoutes':
              usesNames = true
              break
          }
        }
      }
    }
    for (const node of values.exported(file, 'default')) walk(node, '', 0)
    if (!usesNames) instead.push(directory)
  })
  return { of: (path) => byFile.get(path), instead: (path) => instead.some((directory) => path.startsWith(directory)) }
}

/** `users/:id?` and `*`, as paths are written here. */
const pathOf = (text: string) => text.replace(/(^|\/)\*$/, '$1:splat*')

function normal(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}
