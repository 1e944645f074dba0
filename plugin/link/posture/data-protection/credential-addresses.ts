/**
 * Doors that take a password, a token or card data in their address. In: parameters of doors, and the variables that they are
 * read into. Out: one entry a parameter. Addresses stay in logs, histories and Referer headers.
 */
import type { Evidence } from '../../../types'
import { once } from '../../lookup'
import { sensitivityOf } from '../../taint/sensitive'
import { code } from './control'
import type { Ground } from './ground'

export interface CredentialAddress {
  /** `` `GET /rest/user/change-password`: `current` `` */
  text: string
  at: Evidence
  /** Where each parameter is read. */
  places: Evidence[]
}

const isCredential = once((name: string) => ['password', 'secret', 'financial', 'health'].includes(sensitivityOf(name) ?? ''))

export function credentialAddresses({ linked: { whole }, requests }: Ground): CredentialAddress[] {
  const asked = requests.flatMap((door) =>
    door.parameters.filter((parameter) => parameter.in === 'query' || parameter.in === 'path').map((parameter) => ({ door, parameter })),
  )
  const files = new Set(asked.flatMap(({ parameter }) => parameter.at?.file ?? []))
  const variables = new Set<string>()
  for (const { node, name } of whole.names) {
    if (!isCredential(name)) continue
    const file = whole.fileOf(node)
    const path = (whole.files[file] as { path: string }).path
    if (files.has(path)) variables.add(`${path}:${whole.linesOf(node)[0]}:${name}`)
  }
  const byLine = new Map<string, string>()
  for (const key of variables) byLine.set(key.slice(0, key.lastIndexOf(':')), key.slice(key.lastIndexOf(':') + 1))
  const found = new Map<string, { names: string[]; places: Evidence[] }>()
  for (const { door, parameter } of asked) {
    const variable = parameter.at && parameter.in === 'query' ? byLine.get(`${parameter.at.file}:${parameter.at.line}`) : undefined
    if (!isCredential(parameter.name) && !variable) continue
    const key = `${door.method} ${door.path}`
    const known = found.get(key) ?? { names: [], places: [] }
    found.set(key, { names: [...new Set([...known.names, parameter.name])], places: [...known.places, parameter.at ?? door.at] })
  }
  return [...found].map(([door, { names, places }]) => ({
    text: `${code(door)} with ${names.map(code).join(', ')}`,
    at: places[0] as Evidence,
    places,
  }))
}
