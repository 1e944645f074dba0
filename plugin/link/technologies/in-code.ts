/** What code says of technologies: the packages it imports, and the schemes of the addresses that it connects to. */
import { Kind } from '../../graph'
import type { Evidence } from '../../types'
import { citeLine, isTest, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import type { ImportedPackage } from './packages'
import { isAside, isFixture } from './sightings'

/** Every package once, at the import that says most: one of the product's own code, and of more than types. */
export function importedPackages(linked: Linked): ImportedPackage[] {
  const { whole, modules } = linked
  const found = new Map<string, { worth: number; file: number; pos: number; specifiers: Set<string> }>()
  whole.files.forEach(({ path, graph }, file) => {
    const isProduct = !isTest(path) && !isAside(path)
    for (const { specifier, pos, typeOnly } of graph.imports) {
      const to = modules.resolve(path, specifier)
      if (to.kind !== 'package') continue
      const worth = (typeOnly ? 0 : 2) + (isProduct ? 1 : 0)
      const known = found.get(to.name)
      if (!known) found.set(to.name, { worth, file, pos, specifiers: new Set([specifier]) })
      else {
        if (!typeOnly && isProduct) known.specifiers.add(specifier)
        if (worth > known.worth) Object.assign(known, { worth, file, pos })
      }
    }
  })
  return [...found].map(([name, { worth, file, pos, specifiers }]) => {
    const { text } = whole.files[file] as { text: string }
    const line = whole.lineAt(file, pos + (/^\s*/.exec(text.slice(pos, pos + 400))?.[0].length ?? 0))
    return {
      name,
      at: citeLine(linked, file, line),
      specifiers: worth === 3 ? [...specifiers].filter((specifier) => specifier !== name).sort() : [],
      isTypeOnly: worth < 2,
    }
  })
}

const ADDRESS = /^(?:jdbc:)?([a-z][a-z0-9+]{2,}):\/\//i
/** These say nothing of what is at the other end. */
const ANY_SERVICE = /^(?:https?|wss?|file|tcp|udp|unix|ssh|git|data|grpcs?|tls|ssl|ftp|chrome|about|vscode|app|node|blob)\b/i
/** Told to people, not to a program. */
const FOR_READING = /^(?:placeholder|examples?|description|help(?:Text)?|hint|label|title|message|docs?|tooltip)$/i

/**
 * Addresses written out in code, each scheme once: `'amqp://localhost'`, `` `postgres://${user}@…` ``. A text that only names a
 * scheme, or stands among words, connects to nothing.
 */
export function connectionSchemes(linked: Linked): { scheme: string; at: Evidence }[] {
  const { whole } = linked
  const lookup = lookupOf(whole)
  const addresses = lookup.named(Kind.String, (text) => ADDRESS.test(text) && !ANY_SERVICE.test(text) && !/\s/.test(text))
  if (addresses.length === 0) return []
  const begun = new Set<number>()
  for (const template of lookup.of(Kind.Template)) begun.add(whole.items(whole.a[template] as number)[0] as number)
  const read = new Set<number>()
  for (const property of lookup.named(Kind.Property, FOR_READING)) read.add(whole.b[property] as number)
  const found = new Map<string, { scheme: string; at: Evidence }>()
  for (const node of addresses) {
    const text = whole.text(whole.a[node] as number)
    const [start, scheme] = ADDRESS.exec(text) ?? []
    const file = whole.fileOf(node)
    const { path } = whole.files[file] as { path: string }
    const name = scheme?.toLowerCase().split('+')[0]
    if (start === undefined || name === undefined || found.has(name) || read.has(node)) continue
    if (isTest(path) || isAside(path) || isFixture(path) || (text.length === start.length && !begun.has(node))) continue
    found.set(name, { scheme: name, at: citeLine(linked, file, whole.linesOf(node)[0]) })
  }
  return [...found.values()]
}
