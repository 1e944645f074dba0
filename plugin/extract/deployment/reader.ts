/** What a reader of one kind of file is given, and what it gives back. */
import type { DeclaredReference, DeclaredUnit, DeploymentFile } from '../../types'
import type { Source } from '../manifests/format'
import { shownLine } from '../manifests/shown'

export interface DeploymentReader {
  /** As a page would call it: `compose`, `kubernetes`, `terraform`. */
  from: string
  /** Told by the path wherever possible; `text` is for what any file name can hold. */
  claims(file: { path: string; name: string; text: string }): boolean
  read(source: Source, tell: Teller): Omit<DeploymentFile, 'from'>
}

export interface Teller {
  unit(name: string, kind: DeclaredUnit['kind'], type: string, line: number, more?: Told): DeclaredUnit
  /** Another unit, by its name. */
  named(to: string, label: string, line: number, type?: string): DeclaredReference
  picked(labels: string[], label: string, line: number): DeclaredReference
  /** Every host that a value names, under the name of what holds the value. */
  hosts(holder: string, value: string | undefined, line: number): DeclaredReference[]
}

/** A unit without the texts of its lines, which are added to all in the same way. */
type Told = Partial<Omit<DeclaredUnit, 'build'>> & { build?: Omit<NonNullable<DeclaredUnit['build']>, 'text'> }

export function tellerOf(source: Source): Teller {
  const text = (line: number) => shownLine(source.line(line))
  return {
    unit: (name, kind, type, line, { build, ...more } = {}) => ({
      name,
      kind,
      type,
      ports: [],
      labels: [],
      aliases: [],
      refers: [],
      ...more,
      ...(build ? { build: { ...build, text: text(build.line) } } : {}),
      line,
      text: text(line),
    }),
    named: (to, label, line, type) => ({ by: 'unit', to, label, line, text: text(line), ...(type === undefined ? {} : { type }) }),
    picked: (labels, label, line) => ({ by: 'labels', to: [...labels].sort().join(','), label, line, text: text(line) }),
    hosts: (holder, value, line) => hostsIn(holder, value).map((to) => ({ by: 'host', to, label: holder, line, text: text(line) })),
  }
}

/** Variables that hold a host alone, without a scheme before it. */
const HOLDS_HOST =
  /(?:HOST(?:NAME)?|SERVERS?|ADDR(?:ESS(?:ES)?)?|ENDPOINTS?|UR[IL]S?|DSN|BROKERS?|NODES?|BOOTSTRAP|UPSTREAM|CONNECTION(?:_?STRING)?)\d*$/i
const WITH_SCHEME = /\b[a-z][a-z0-9+.-]*:\/\/(?:[^\s/@"']*@)?([^\s/:,;"'?#]+)/gi
const ALONE = /^(?:[^\s/@"']*@)?((?:\{\{[^}]*\}\}|[\w.-])+)(?::(?:\d+|\{\{.*\}\}))?(?:\/.*)?$/
/** `Host=db;Port=5432` */
const KEYED = /(?:^|;)\s*(?:host|server|data source|addr)\s*=\s*([^;,\s]+)/gi

function hostsIn(holder: string, value: string | undefined): string[] {
  if (value === undefined || value.length > 2000) return []
  const found = [...value.matchAll(WITH_SCHEME), ...value.matchAll(KEYED)].map((match) => match[1] as string)
  if (found.length === 0 && HOLDS_HOST.test(holder)) for (const part of value.split(/[,\s]+/)) found.push(...(ALONE.exec(part)?.slice(1) ?? []))
  return [...new Set(found)].filter((host) => !/^(?:localhost|127\.|0\.0\.0\.0|\d+$|true$|false$)/i.test(host))
}
