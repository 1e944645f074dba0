/**
 * Findings about input, by what takes the input for more than data. In: findings. Out: rows of the tables on injections, in the
 * order of the report. A class of findings belongs to exactly one kind.
 */
import type { Evidence, Interpreter, LedgerRow, Program } from '../../types'
import type { ViewContext } from '../context'
import { type FindingRow, findingRow, isCounted } from './findings'

export interface InjectionKind {
  id: string
  /** Classes of findings, as rules name them. */
  classes: string[]
  /** Ids of the interpreters that were looked at for it. */
  looked: string[]
}

/** The first three have a section of their own. */
export const injectionKinds: InjectionKind[] = [
  { id: 'sql', classes: ['sql-injection'], looked: ['sql'] },
  { id: 'xss', classes: ['xss'], looked: ['markup'] },
  { id: 'command', classes: ['command-injection'], looked: ['shell'] },
  { id: 'ldap', classes: ['ldap-injection'], looked: ['ldap'] },
  { id: 'xml', classes: ['xxe'], looked: ['xml'] },
  { id: 'template', classes: ['template-injection'], looked: ['template'] },
  { id: 'nosql', classes: ['nosql-injection'], looked: ['nosql'] },
  { id: 'graphql', classes: ['graphql-injection'], looked: [] },
  { id: 'code', classes: ['code-injection'], looked: ['code'] },
  { id: 'xpath', classes: ['xpath-injection'], looked: ['xpath'] },
  { id: 'path', classes: ['path-traversal'], looked: ['path'] },
  { id: 'ssrf', classes: ['ssrf', 'request-path'], looked: ['request'] },
  { id: 'redirect', classes: ['open-redirect'], looked: ['redirect'] },
  { id: 'header', classes: ['header-injection'], looked: ['header'] },
  { id: 'log', classes: ['log-injection'], looked: ['log'] },
  { id: 'objects', classes: ['deserialization'], looked: ['objects'] },
  { id: 'prompt', classes: ['prompt-injection'], looked: ['prompt'] },
  { id: 'properties', classes: ['prototype-pollution', 'mass-assignment'], looked: [] },
  { id: 'regex', classes: ['redos', 'regex-injection'], looked: [] },
  { id: 'format', classes: ['format-string'], looked: [] },
  { id: 'upload', classes: ['file-upload'], looked: [] },
  {
    id: 'checks',
    classes: ['incomplete-sanitization', 'input-validation', 'type-confusion', 'cors-origin'],
    looked: [],
  },
  { id: 'resources', classes: ['resource-exhaustion', 'untrusted-resource', 'memory-safety', 'race-condition'], looked: [] },
]

export interface InjectionRow extends FindingRow {
  /** What is read and what acts on it; null where no way of data is told. */
  way: { origin: string; api: string } | null
  /** The line, secrets masked. */
  code: string
}

export interface InjectionTable {
  id: string
  rows: InjectionRow[]
  /** Further places that are less certain. */
  unsure: number
  looked: LookedAt | null
}

export interface LookedAt extends Omit<Interpreter, 'examples'> {
  examples: { sort: Interpreter['examples'][number]['sort']; at: Evidence }[]
}

export function injectionTables(rows: LedgerRow[], { program }: ViewContext): InjectionTable[] {
  return injectionKinds.map(({ id, classes, looked }) => {
    const those = rows.filter(({ finding }) => finding && classes.includes(finding.class))
    return {
      id,
      rows: those.filter(isCounted).map(injectionRow),
      unsure: those.filter((row) => !isCounted(row)).length,
      looked: lookedAt(program, looked),
    }
  })
}

function injectionRow(row: LedgerRow): InjectionRow {
  const { finding } = row
  return {
    ...findingRow(row),
    way: finding?.flow ? { origin: finding.flow.origin, api: finding.flow.api } : null,
    code: finding?.at.text ?? row.text,
  }
}

function lookedAt({ posture }: Program, ids: string[]): LookedAt | null {
  const found = posture.input.interpreters.find(({ id }) => ids.includes(id))
  if (found?.id !== 'sql' || found.calls > 0) return found ?? null
  // Where no SQL is run, where the data are instead says more.
  return { ...found, instead: [...found.instead, ...(posture.input.interpreters.find(({ id }) => id === 'nosql')?.instead ?? [])] }
}
