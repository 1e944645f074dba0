/**
 * Registrations that are commented out. In: names of guards. Out: where a comment puts one of them before a route, with the route as
 * the comment writes it. Comments are no part of the value graph, so the text is searched: only files that hold such a name.
 */
import type { Evidence } from '../../../types'
import { citeLine } from '../../linked'
import type { Ground } from './ground'

export interface CommentedUse {
  guard: string
  method: string
  path: string
  at: Evidence
}

/** `app.put('/api/products/:id', security.isAuthorized())`: method and path of one line. */
const REGISTERS = /\.\s*(get|post|put|patch|delete|del|all|use|options|head)\s*\(\s*(['"`])([^'"`]*)\2\s*,/i
const LONGEST_FILE = 400_000

export function commentedUses(ground: Ground, names: ReadonlySet<string>): CommentedUse[] {
  const { linked } = ground
  const found: CommentedUse[] = []
  const known = [...names].filter((name) => name.length > 3)
  if (known.length === 0) return found
  linked.whole.files.forEach(({ path, text }, file) => {
    if (text.length > LONGEST_FILE || !ground.isServer(path)) return
    for (const name of known)
      for (let from = text.indexOf(name); from >= 0; from = text.indexOf(name, from + name.length)) {
        if (isWordPart(text, from - 1) || isWordPart(text, from + name.length) || !isInComment(text, from)) continue
        const begin = text.lastIndexOf('\n', from) + 1
        const end = text.indexOf('\n', from)
        const registered = REGISTERS.exec(text.slice(begin, end < 0 ? undefined : end))
        if (!registered || begin + registered.index > from) continue
        const method = (registered[1] as string).toUpperCase()
        found.push({
          guard: name,
          method: method === 'DEL' ? 'DELETE' : method === 'USE' ? 'ALL' : method,
          path: registered[3] as string,
          at: citeLine(linked, file, linked.whole.lineAt(file, from)),
        })
      }
  })
  return found
}

const isWordPart = (text: string, at: number): boolean => /[\w$]/.test(text[at] ?? '')

/** Behind `//` on its line, or between `/*` and its end. An address in quotes has slashes too. */
function isInComment(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', at) + 1, at)
  if (/(?:^|[^:'"`\w])\/\//.test(line)) return true
  const open = text.lastIndexOf('/*', at)
  return open >= 0 && text.lastIndexOf('*/', at) < open && !/['"`][^'"`]*$/.test(text.slice(text.lastIndexOf('\n', open) + 1, open))
}
