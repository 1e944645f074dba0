/** What proves that a product is used. In: the program and its documents. Out: the line that says so, or why it cannot be told. */
import type { Evidence } from '../../types'
import type { Ground } from '../ground'
import type { Product } from './products'

const dependencies = new WeakMap<Ground, Map<string, Evidence>>()

export function dependenciesOf(ground: Ground): Map<string, Evidence> {
  let found = dependencies.get(ground)
  if (!found) {
    found = new Map()
    for (const { path, facts } of ground.program.manifests)
      for (const { kind: of, ecosystem, name, line, text } of facts)
        if ((of === 'dependency' && ecosystem === 'npm') || (of === 'tool' && ecosystem === 'npm'))
          if (!found.has(name)) found.set(name, { file: path, line, text })
    dependencies.set(ground, found)
  }
  return found
}

const proofs = new WeakMap<Ground, Map<string, Evidence | undefined>>()

/** A package that is asked for, a technology, or a connection; an installed package is a doubt and no more. */
export function proofOf(product: Product, ground: Ground): Evidence | undefined {
  let known = proofs.get(ground)
  if (!known) {
    known = new Map()
    proofs.set(ground, known)
  }
  if (!known.has(product.name)) known.set(product.name, findProof(product, ground))
  return known.get(product.name)
}

function findProof({ name, packages, proof = [] }: Product, ground: Ground): Evidence | undefined {
  const { program } = ground
  const declared = dependenciesOf(ground)
  for (const wanted of packages) {
    if (!wanted.endsWith('*')) {
      const at = declared.get(wanted)
      if (at) return at
    } else for (const [dependency, at] of declared) if (dependency.startsWith(wanted.slice(0, -1))) return at
  }
  const names = [name, ...proof].map((it) => it.toLowerCase())
  const technology = program.technologies.find((it) => names.includes(it.name.toLowerCase()))
  if (technology) return technology.evidence[0]
  return program.connections.find((it) => names.includes(it.name.toLowerCase()))?.at
}

/** It stands somewhere: installed with something else, or named by a script, an image or a setting. */
export function isTraced({ packages, said }: Product, { program }: Ground): boolean {
  if (packages.some((name) => !name.endsWith('*') && program.inventory.resolved.has(name))) return true
  return program.manifests.some(
    ({ path, facts }) =>
      said.test(path) || facts.some(({ kind: of, name, value, text }) => of !== 'description' && said.test(`${name} ${value ?? ''} ${text}`)),
  )
}

export function isNamedAnywhere(name: string, { program }: Ground): boolean {
  return (
    program.inventory.resolved.has(name) ||
    program.manifests.some(({ facts }) => facts.some(({ name: it, value }) => it === name || value?.split(/[^\w@/-]+/).includes(name))) ||
    program.connections.some(({ library }) => library === name)
  )
}

const DIALECTS: [RegExp, string[]][] = [
  [/^postgres(?:ql)?\b|^pg$/i, ['PostgreSQL']],
  [/^mysql2?\b|^mariadb\b/i, ['MySQL', 'MariaDB']],
  [/^mongodb(?:\+srv)?\b/i, ['MongoDB']],
  [/^(?:better-)?sqlite3?\b/i, ['SQLite']],
  [/^(?:mssql|sqlserver)\b/i, ['Microsoft SQL Server']],
]

/** The database that an example of settings names, where it names one only. */
export function chosenDatabase({ documents }: Ground): { names: string[]; at: Evidence } | undefined {
  const found = documents.flatMap(({ format, path, fences }) =>
    format !== 'env'
      ? []
      : fences.flatMap(({ text }) =>
          text.split('\n').flatMap((raw, index) => {
            const value =
              /^\s*(?:export\s+)?\w*(?:CONNECTION|DIALECT|DB_TYPE|DATABASE_TYPE|DB_CLIENT|DATABASE_CLIENT|DRIVER|PROVIDER|DATABASE_URL|DB_URL|DATABASE_URI)\w*\s*=\s*["']?([\w+-]+)/.exec(
                raw,
              )?.[1]
            const names = value === undefined ? undefined : DIALECTS.find(([pattern]) => pattern.test(value))?.[1]
            return names ? [{ names, at: { file: path, line: index + 1, text: raw.trim() } }] : []
          }),
        ),
  )
  return new Set(found.map(({ names }) => names[0])).size === 1 ? found[0] : undefined
}
