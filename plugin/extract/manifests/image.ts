/** Container images, and addresses of services in settings: the two ways in which deployment files name infrastructure. */
import type { Stated } from './format'
import { entriesOf, itemsOf, type Located, textOf } from './read/located'

/** Where an image is named: `dockerfile`, `compose`, `github-actions`, `kubernetes`… */
export function imageFact(written: string, line: number, ecosystem: string, value?: string): Stated[] {
  const image = withDefaults(written.trim())
  const [name, version] = splitImage(image)
  if (name === '' || name === 'scratch') return []
  // Put together when it is built or deployed; which image it is then, nobody can tell from here.
  if (/[\s${}<>]/.test(name)) return /[${]/.test(name) ? [{ kind: 'unread', ecosystem: 'image', name: image, line }] : []
  return [{ kind: 'image', ecosystem, name, version: version === undefined || /[${}<>\s]/.test(version) ? undefined : version, value, line }]
}

/** `${TAG:-1.2}` is 1.2 unless somebody says otherwise. */
export function withDefaults(text: string): string {
  return text.replace(/\$\{\w+:?-([^${}]*)\}/g, '$1')
}

function splitImage(image: string): [name: string, version: string | undefined] {
  const plain = image.replace(/@sha256:[0-9a-f]*$/i, '')
  const colon = plain.lastIndexOf(':')
  // A colon before a slash is the registry's port.
  return colon > plain.lastIndexOf('/') ? [plain.slice(0, colon), plain.slice(colon + 1) || undefined] : [plain, undefined]
}

/** `KEY: scheme://…` in an environment. Only the scheme and the key become facts; the address may hold a password. */
export function addressFacts(environment: Located | undefined, ecosystem = 'datasource'): Stated[] {
  const found: Stated[] = []
  for (const { key, value, line } of entriesOf(environment)) found.push(...addressFact(key, textOf(value), line, ecosystem))
  for (const item of itemsOf(environment)) {
    const text = textOf(item)
    const name = entriesOf(item).find(({ key }) => key === 'name')
    if (name)
      found.push(...addressFact(textOf(name.value) ?? '', textOf(entriesOf(item).find(({ key }) => key === 'value')?.value), name.line, ecosystem))
    const equals = text?.indexOf('=') ?? -1
    if (text !== undefined && equals > 0) found.push(...addressFact(text.slice(0, equals), text.slice(equals + 1), item.line, ecosystem))
  }
  return found
}

const ADDRESS = /^["']?(?:jdbc:)?([a-z][a-z0-9+]*):\/{2,3}/i
/** These say nothing of what is at the other end. */
const ANY_SERVICE = /^(?:https?|wss?|file|tcp|udp|unix|ssh|git|data|grpcs?|tls|ssl)$/

export function addressFact(key: string, value: string | undefined, line: number, ecosystem = 'datasource'): Stated[] {
  const scheme = value === undefined ? undefined : ADDRESS.exec(withDefaults(value))?.[1]?.toLowerCase()
  if (scheme === undefined || ANY_SERVICE.test(scheme)) return []
  return [{ kind: 'service', ecosystem, name: scheme.split('+')[0] as string, value: key, line }]
}
