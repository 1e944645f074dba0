/** Every secret that the program uses: what it is for, where it comes from, what stands in, how risky that is. */
import { isAbout, purposeOfName } from '../../../secrets/names'
import type { Evidence, Secret, SecretPurpose, SecretSighting, SecretSource, Usage } from '../../../types'
import type { Linked } from '../../linked'
import type { Environment, Read } from './environment'
import type { Fetched } from './fetched'
import { purposeOf } from './purposes'
import { rotationOf } from './rotation'
import type { Use, Uses } from './uses'

interface Ground {
  linked: Linked
  environment: Environment
  fetched: Fetched[]
  uses: Uses
  sightings: SecretSighting[]
  usages: Usage[]
  /** Files of the tree. */
  paths: ReadonlySet<string>
}

/** The ranking of the report, worst first. */
const ORDER: SecretSource[] = ['hardcoded', 'config file', 'key file', 'generated', 'could not tell', 'environment variable', 'secrets manager']

export function inventoryOf(ground: Ground): Secret[] {
  const rows = [...fromEnvironment(ground), ...fromElsewhere(ground), ...fromMissing(ground), ...fromCode(ground), ...fromTexts(ground)]
  const risks = ['High', 'Medium', 'Low']
  const key = (row: Secret) =>
    `${risks.indexOf(row.risk)} ${ORDER.indexOf(row.source)} ${row.name} ${row.evidence[0]?.file} ${String(row.evidence[0]?.line).padStart(9, '0')}`
  return rows.sort((one, other) => (key(one) < key(other) ? -1 : 1))
}

const shown = (uses: Use[]): Secret['uses'] =>
  once(uses).map(({ api, library, at }) => ({ api, library: NO_LIBRARY.has(library) ? '' : library, at }))

/** Files of models that speak of many libraries. */
const NO_LIBRARY = new Set(['credentials', 'secret-stores'])

function once(uses: Use[]): Use[] {
  // What a model knows to take secrets says more than where a value happens to go.
  const sorted = [...uses].sort((one, other) => Number(other.kind !== '') - Number(one.kind !== ''))
  return [...new Map(sorted.map((use) => [`${use.api} ${use.at.file}:${use.at.line}`, use])).values()]
}

/** `db.password` → password */
const lastOf = (name: string) => name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':')) + 1)
const TAKEN = /^(?:credential|token-sign|token-verify|mac|cipher)$/

// ── set from outside ─────────────────────────────────────────────────────────────────────────────────────────────────

function* fromEnvironment({ linked, environment, uses, fetched, paths }: Ground): Generator<Secret> {
  for (const read of environment.reads.values()) {
    const own = uses.byName.get(read.name) ?? []
    // A name that promises nothing counts where something takes its value for a secret.
    if (purposeOfName(lastOf(read.name)) === undefined && (isAbout(read.name) || !own.some(({ kind, role }) => TAKEN.test(kind) && role !== 'users')))
      continue
    const fallback = read.fallback ?? fileInstead(read, uses, fetched)
    const row = {
      name: read.name,
      purpose: purposeOf([read.name, lastOf(read.name)], own),
      source: read.source,
      from: read.from,
      evidence: read.at,
      uses: shown(own),
    }
    yield {
      ...row,
      ...(fallback ? { fallback } : {}),
      ...(read.required === undefined ? {} : { required: read.required }),
      rotation: rotationOf(linked, read.source, own, read.at),
      ...riskOfSetting(read, fallback, paths),
    }
  }
}

/** Where the same thing takes a variable of the environment and the content of a file, the file stands in. */
function fileInstead({ name }: Read, { together }: Uses, fetched: Fetched[]): Secret['fallback'] {
  for (const group of together) {
    if (!group.includes(name)) continue
    const other = fetched.find(({ call, source }) => group.includes(call) && source !== 'secrets manager')
    if (other) return { kind: other.source === 'generated' ? 'generated' : 'file', text: other.from, at: other.at }
  }
  return undefined
}

function riskOfSetting({ source, required }: Read, fallback: Secret['fallback'], paths: ReadonlySet<string>): Pick<Secret, 'risk' | 'because'> {
  const where =
    source === 'config file'
      ? 'It is read from settings files, which are copied and committed more easily than an environment.'
      : 'It comes from the environment.'
  if (fallback?.kind === 'hardcoded')
    return {
      risk: 'High',
      because: `${where} Where it is missing, a text that is written in the code stands in, and everyone who reads the code knows it.`,
    }
  if (fallback?.kind === 'file') {
    const isThere = paths.has(fallback.text)
    return {
      risk: isThere ? 'High' : 'Medium',
      because: `${where} Where it is missing, the file ${fallback.text} stands in${isThere ? ', which is part of the repository' : ', which is not in the tree that was analysed'}.`,
    }
  }
  if (fallback?.kind === 'empty' && required !== true)
    return { risk: 'Medium', because: `${where} Where it is missing, an empty text stands in, and the program goes on without a secret.` }
  if (fallback?.kind === 'generated') return { risk: 'Low', because: `${where} Where it is missing, one is made at the start.` }
  if (source === 'config file') return { risk: 'Medium', because: where }
  if (required === true) return { risk: 'Low', because: `${where} A schema demands it before the program starts, and nothing stands in.` }
  const stand =
    fallback?.kind === 'no credential'
      ? ' What stands in where it is missing holds no secret.'
      : ' No text in the code stands in where it is missing.'
  return { risk: 'Low', because: `${where}${stand}${required === false ? ' A schema knows it, and does not demand it.' : ''}` }
}

function* fromElsewhere({ linked, fetched, uses, environment, paths }: Ground): Generator<Secret> {
  const seen = new Set<string>()
  for (const { call, name, purpose, source, from, at, needsUse } of fetched) {
    const own = uses.byCall.get(call) ?? []
    const isStandIn =
      source !== 'secrets manager' &&
      uses.together.some((group) => group.includes(call) && group.some((other) => typeof other === 'string' && environment.reads.has(other)))
    const key = `${source} ${from} ${name}`
    // What stands in for a setting is told in the row of the setting.
    if (isStandIn || seen.has(key) || (needsUse && !own.some(({ kind }) => kind !== ''))) continue
    seen.add(key)
    const risk: Pick<Secret, 'risk' | 'because'> =
      source === 'secrets manager'
        ? { risk: 'Low', because: `It is fetched from ${from} while the program runs.` }
        : source === 'generated'
          ? { risk: 'Low', because: 'It is made by a generator for secrets when the program starts, and stands nowhere.' }
          : paths.has(from)
            ? { risk: 'High', because: `It is read from ${from}, which is part of the repository.` }
            : {
                risk: 'Medium',
                because: `It is read from ${from}. The file is not in the tree that was analysed; who may read it the code does not tell.`,
              }
    yield {
      name,
      purpose: purpose ?? purposeOf([name], own),
      source,
      from,
      rotation: rotationOf(linked, source, own, [at]),
      ...risk,
      evidence: [at],
      uses: shown(own),
    }
  }
}

/** Read from a module that the tree does not hold: left out of the repository, or made by a build. */
function* fromMissing({ linked, uses }: Ground): Generator<Secret> {
  const rows = new Map<string, typeof uses.elsewhere>()
  for (const it of uses.elsewhere) rows.set(`${it.name} ${it.specifier}`, [...(rows.get(`${it.name} ${it.specifier}`) ?? []), it])
  for (const those of rows.values()) {
    const { name, specifier, at } = those[0] as (typeof those)[number]
    const own = those.map(({ use }) => use)
    const places = [...new Map(those.map((it) => [`${it.at.file}:${it.at.line}`, it.at])).values()]
    yield {
      name,
      purpose: purposeOf([name], own),
      source: 'could not tell',
      from: `\`${specifier}\`, which is not in the tree`,
      rotation: rotationOf(linked, 'config file', own, [at]),
      risk: 'Medium',
      because: 'It is imported from a file that is not in the tree. What stands there, and whether it is read from elsewhere, could not be told.',
      evidence: places,
      uses: shown(own),
    }
  }
}

// ── written down ─────────────────────────────────────────────────────────────────────────────────────────────────────

function* fromCode({ linked, sightings, usages, environment }: Ground): Generator<Secret> {
  const written = new Map(usages.filter(({ kind }) => kind === 'written-secret').map((usage) => [`${usage.at.file}:${usage.at.line}`, usage]))
  const fallbacks = new Set(
    [...environment.reads.values()].flatMap(({ fallback }) => (fallback?.at ? [`${fallback.at.file}:${fallback.at.line}`] : [])),
  )
  const rows = new Map<string, { sighting: SecretSighting; around: string; evidence: Evidence[]; uses: Use[] }>()
  for (const sighting of sightings) {
    if (sighting.weight !== 'credential' || !written.has(`${sighting.file}:${sighting.line}`)) continue
    for (const line of [sighting.line, ...sighting.lines]) {
      const usage = written.get(`${sighting.file}:${line}`)
      if (!usage || fallbacks.has(`${sighting.file}:${line}`)) continue
      const use = usage.values.use
      const api = use?.texts[0] ?? ''
      const key = JSON.stringify([sighting.name, sighting.file, sighting.pattern, sighting.name === '' ? api : ''])
      const row = rows.get(key) ?? { sighting, around: usage.around, evidence: [], uses: [] }
      row.evidence.push(usage.at)
      if (use?.at && api)
        row.uses.push({ api, library: usage.library, kind: '', role: usage.values.role?.texts[0] ?? '', at: use.at, node: row.uses.length })
      rows.set(key, row)
    }
  }
  for (const { sighting, around, evidence, uses } of rows.values()) {
    const purpose: SecretPurpose =
      /^private-key/.test(sighting.pattern) && uses.length === 0
        ? 'private key'
        : sighting.pattern === 'seed-phrase'
          ? 'seed phrase'
          : sighting.pattern === 'address-password' && uses.length === 0
            ? 'database address'
            : purposeOf([sighting.name], uses)
    yield {
      name: sighting.name || (uses[0] ? `key of ${uses[0].api}${around ? ` in ${around}` : ''}` : argumentOf(sighting)),
      purpose,
      source: 'hardcoded',
      from: sighting.file,
      rotation: rotationOf(linked, 'hardcoded', [], evidence),
      ...riskOfText(sighting, uses.length > 0),
      evidence,
      uses: shown(uses),
    }
  }
}

/** `cookieParser('…')`: a key that is handed to something of which nothing is known. */
function argumentOf({ at, type }: SecretSighting): string {
  const callee = /([\w$.]+)\(\s*(?:['"`][\w-]+['"`]\s*,\s*)?['"`]\*+/.exec(at.text)?.[1]
  return callee ? `key of ${callee}` : type
}

function riskOfText({ name }: SecretSighting, isUsed: boolean): Pick<Secret, 'risk' | 'because'> {
  if (isUsed) return { risk: 'High', because: 'It is written in the code, and the program uses it as it stands there.' }
  return {
    risk: purposeOfName(name) === 'password' ? 'High' : 'Medium',
    because: 'It is written in the code. No call of a library was found that takes it.',
  }
}

function* fromTexts({ linked, sightings, fetched, environment }: Ground): Generator<Secret> {
  const told = new Set([
    ...fetched.map(({ from }) => from),
    ...[...environment.reads.values()].flatMap(({ fallback }) => (fallback?.kind === 'file' ? [fallback.text] : [])),
  ])
  for (const sighting of sightings) {
    if (sighting.weight !== 'credential' || sighting.confidence === undefined || sighting.confidence === 'low' || told.has(sighting.file)) continue
    const { name, file, type, pattern, at, lines } = sighting
    const evidence = [at, ...lines.map((line) => ({ file, line, text: at.text }))]
    const isKey = /^private-key|^putty/.test(pattern)
    yield {
      name: name || (pattern === 'key-file' || isKey ? file.slice(file.lastIndexOf('/') + 1) : type),
      purpose: isKey ? 'private key' : purposeOf([name], []),
      source: 'hardcoded',
      from: file,
      rotation: rotationOf(linked, 'hardcoded', [], evidence),
      risk: sighting.confidence === 'high' ? 'High' : 'Medium',
      because: lines.length > 0 ? 'Several of them are written in a file of the repository.' : 'It is written in a file of the repository.',
      evidence,
      uses: [],
    }
  }
}
