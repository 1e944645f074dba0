/**
 * Discrepancies that are known, in a file: a project begins where it is, and only what is new counts. In: discrepancies and
 * the file. Out: those that it does not know.
 */
import { readFile } from 'node:fs/promises'
import type { Discrepancy } from '../types'
import { UserError } from '../user-error'

export interface KnownDiscrepancy {
  identity: string
  kind: string
  docFile: string
  subject: string
}

const schema = 'plumbline-baseline/1'

export async function readBaseline(file: string): Promise<KnownDiscrepancy[]> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new UserError(`The baseline ${file} cannot be read (${cause.code}). "plumbline audit --write-baseline ${file}" writes one.`, { cause })
  })
  const value = parsed(text)
  if (!isBaseline(value))
    throw new UserError(`The baseline ${file} is damaged: expected an object with "schema": "${schema}" and a list "discrepancies".`)
  return value.discrepancies
}

/** Without ids and lines, which change while a discrepancy stays the same. Equal input gives equal bytes. */
export function printBaseline(discrepancies: Discrepancy[]): string {
  const rows = discrepancies
    .map(({ identity, kind, docFile, subject }): KnownDiscrepancy => ({ identity, kind, docFile, subject }))
    .sort((a, b) => compare(a.docFile, b.docFile) || compare(a.kind, b.kind) || compare(a.subject, b.subject) || compare(a.identity, b.identity))
  return `${JSON.stringify({ schema, discrepancies: rows }, null, 2)}\n`
}

/**
 * Each known one excuses one. Strictest first: the same words in the same document; the same words, where the document was
 * renamed; the same subject in the same document, where its section was.
 */
export function unknownTo<Row extends KnownDiscrepancy>(known: KnownDiscrepancy[], discrepancies: Row[]): Row[] {
  const likenesses: ((it: KnownDiscrepancy) => unknown[])[] = [
    ({ identity, docFile }) => [identity, docFile],
    ({ identity }) => [identity],
    ({ kind, docFile, subject }) => [kind, docFile, subject],
  ]
  let left = discrepancies
  let free = known
  for (const like of likenesses) {
    const byKey = new Map<string, KnownDiscrepancy[]>()
    for (const it of free) byKey.set(JSON.stringify(like(it)), [...(byKey.get(JSON.stringify(like(it))) ?? []), it])
    const used = new Set<KnownDiscrepancy>()
    left = left.filter((it) => {
      const excuse = byKey.get(JSON.stringify(like(it)))?.shift()
      if (excuse) used.add(excuse)
      return !excuse
    })
    free = free.filter((it) => !used.has(it))
  }
  return left
}

function isBaseline(value: unknown): value is { discrepancies: KnownDiscrepancy[] } {
  if (typeof value !== 'object' || value === null) return false
  const { schema: named, discrepancies } = value as Record<string, unknown>
  const fields = ['identity', 'kind', 'docFile', 'subject']
  return (
    named === schema &&
    Array.isArray(discrepancies) &&
    discrepancies.every((it) => typeof it === 'object' && it !== null && fields.every((field) => typeof it[field] === 'string'))
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
