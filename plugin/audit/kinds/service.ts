/** Where the system is met: ports, addresses that it shows, and services of compose files. */
import type { Claim, DocumentFacts, Evidence } from '../../types'
import { contradicted, holds, notJudged, type Spot } from '../claim'
import type { Ground } from '../ground'
import { whyNotDocument, whyNotFence, whyNotPassage } from '../not-claims'
import type { ClaimReader } from '../reader'
import { packagesOf } from './command/packages'

const kind = 'service'

export const services: ClaimReader = {
  id: kind,
  title: 'Ports, addresses and services',
  why: 'Who calls another port than the one that is open meets nobody.',
  read: (document, ground) => {
    if (document.format !== 'markdown') return []
    return mentionsIn(document).flatMap((mention) => judged(document, mention, ground))
  },
}

interface Mention {
  host?: string
  port?: number
  service?: string
  line: number
  text: string
  heading: number
  why?: string
  /** The address is told to be printed. */
  shown?: boolean
  /** Who is said to open the port: the program itself, or its image. */
  by?: 'program' | 'image'
}

/** Longer passages are data and no statements. In characters. */
const MOST_TEXT = 5000

const ADDRESS = /(?:https?|wss?):\/\/(localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\])(?::(\d{2,5}))?(?![\w:-]|\.\w)/g
const PORT =
  /(?<!-)\bport(?: number)?(?: is| of|:)?\s+[`*]*(\d{2,5})\b[`*]*|\bdefault port (?:is )?[`*]*(\d{2,5})\b|(?<![\w/])localhost:(\d{2,5})\b/gi
const SHOWN = /\b(?:display(?:s|ed)?|print(?:s|ed)?|shows?|shown|logs?|logged|outputs?)\b/i

function mentionsIn(document: DocumentFacts): Mention[] {
  if (whyNotDocument(document)) return []
  return [
    ...document.passages.flatMap((passage) => {
      const { raw, line, heading } = passage
      if (raw.length > MOST_TEXT || !/\d{2}|service|container/.test(raw)) return []
      const found: (Omit<Mention, 'line' | 'text' | 'heading'> & { at: number })[] = []
      for (const match of raw.matchAll(ADDRESS))
        found.push({ host: match[1] as string, ...(match[2] ? { port: Number(match[2]) } : {}), at: match.index, shown: SHOWN.test(raw) })
      for (const match of raw.matchAll(PORT)) {
        const at = match.index
        const before = raw.slice(Math.max(0, at - 40), at)
        const by = /\blisten(?:s|ing)?\b[^.]*$/i.test(before) ? 'program' : /\bexpos(?:es|ed|ing)\b[^.]*$/i.test(before) ? 'image' : undefined
        if (!/:\/\/$/.test(raw.slice(0, at))) found.push({ port: Number(match[1] ?? match[2] ?? match[3]), at, ...(by ? { by } : {}) })
      }
      for (const match of raw.matchAll(/`([a-z][\w-]*)`\s+(?:compose |docker |docker-compose )?(?:service|container)\b/g))
        if (/compose/i.test(raw) || /compose|docker/i.test(document.headings[heading]?.text ?? ''))
          found.push({ service: match[1] as string, at: match.index })
      return found.map(({ at, ...mention }) => {
        const below = raw.slice(0, at).split('\n').length - 1
        const why = whyNotPassage(document, passage, at)
        return { ...mention, line: line + below, text: raw.split('\n')[below] ?? raw, heading, ...(why ? { why } : {}) }
      })
    }),
    ...document.fences.flatMap((fence) => {
      if (!fence.commands) return []
      const lines = fence.text.split('\n')
      return lines.flatMap((text, index) =>
        [...text.matchAll(ADDRESS)].map((match) => {
          const why = whyNotFence(document, fence)
          return {
            host: match[1] as string,
            ...(match[2] ? { port: Number(match[2]) } : {}),
            line: fence.line + index,
            text,
            heading: fence.heading,
            ...(why ? { why } : {}),
          }
        }),
      )
    }),
  ]
}

/** Ports that other programs open when nothing else is said. */
const OF_OTHERS = new Set([
  21, 22, 25, 53, 80, 110, 143, 389, 443, 465, 587, 993, 995, 1025, 1080, 1433, 1521, 2181, 2525, 3306, 4222, 4317, 4318, 4444, 5000, 5050, 5173,
  4173, 5432, 5433, 5540, 5555, 5601, 5672, 5984, 6006, 6379, 6380, 7474, 7687, 7700, 8025, 8081, 8082, 8086, 8125, 8200, 8500, 8888, 8983, 9000,
  9001, 9042, 9090, 9092, 9093, 9100, 9200, 9222, 9229, 9300, 9411, 9418, 11211, 6333, 6334, 8529, 19530, 11434, 15672, 16686, 19000, 19006, 24678,
  26257, 27017, 27018, 35729, 50000, 54321, 54322, 54323, 4200, 4040, 8000, 8108, 8787,
])

function judged(document: DocumentFacts, mention: Mention, ground: Ground): Claim[] {
  const spot: Spot = { document, ...mention }
  return [
    ...(mention.port === undefined ? [] : port(spot, mention.port, mention, ground)),
    ...(mention.host === undefined ? [] : host(spot, mention, ground)),
    ...(mention.service === undefined ? [] : service(spot, mention.service, mention.why, ground)),
  ]
}

interface Known {
  ports: Map<number, Evidence>
  hosts: Map<string, Evidence>
  /** Folder of the package that it is about; '' for the whole repository. */
  folder: string
}

const indexed = new WeakMap<Ground, Map<string, Known>>()

/** What is known of the package that a document belongs to; of the whole repository where that is the one at its root. */
function knownTo(ground: Ground, document: DocumentFacts): Known {
  const manifest = ground.manifestsFor(document.path).find(({ path }) => /(?:^|\/)package\.json$/.test(path))?.path ?? ''
  const folder = manifest.replace(/(?:^|\/)package\.json$/, '')
  const byFolder = indexed.get(ground) ?? new Map<string, Known>()
  indexed.set(ground, byFolder)
  let known = byFolder.get(folder)
  if (!known) {
    const { inventory } = ground.program
    const ports = new Map(inventory.ports.filter(({ port: it, at }) => it > 0 && isIn(folder, at.file)).map(({ port: it, at }) => [it, at]))
    const hosts = new Map<string, Evidence>()
    for (const { format, path, fences } of ground.documents)
      if (format === 'env' && isIn(folder, path))
        for (const { text } of fences)
          text.split('\n').forEach((raw, index) => {
            const [, name = '', value = ''] = /^\s*(?:export\s+)?([A-Z][A-Z0-9_]*)\s*=\s*["']?([^"'\s#]*)/.exec(raw) ?? []
            const at = { file: path, line: index + 1, text: raw.trim() }
            if (/(?:^|_)PORT$/.test(name) && /^\d{2,5}$/.test(value) && !ports.has(Number(value))) ports.set(Number(value), at)
            for (const match of value.matchAll(/:\/\/[^\s/]*:(\d{2,5})\b/g)) if (!ports.has(Number(match[1]))) ports.set(Number(match[1]), at)
            if (/^(?:APP_|SERVER_|API_|HTTP_)?(?:HOST|HOSTNAME|BIND_ADDRESS|LISTEN_ADDRESS)$/.test(name) && value !== '') hosts.set(value, at)
          })
    for (const { name, default: text, because, reads } of inventory.environment) {
      const at = because ?? reads[0]
      if (/^(?:APP_|SERVER_|API_|HTTP_)?(?:HOST|HOSTNAME)$/.test(name) && text && at) hosts.set(text, at)
    }
    known = { ports, hosts, folder }
    byFolder.set(folder, known)
  }
  return known
}

function isIn(folder: string, file: string): boolean {
  return folder === '' || file.startsWith(`${folder}/`)
}

function port(spot: Spot, told: number, { why, by }: Mention, ground: Ground): Claim[] {
  const { ports, folder } = knownTo(ground, spot.document)
  const subject = `port ${told}`
  const at = ports.get(told)
  const opened = by && !why ? openedBy(by, told, spot, folder, ground) : undefined
  if (opened) return [changed(spot, subject, told, opened)]
  if (at) return [holds(kind, spot, subject, 'The port is there.', [at])]
  if (why) return [notJudged(kind, spot, subject, why)]
  if (OF_OTHERS.has(told)) return [notJudged(kind, spot, subject, 'It is the usual port of another program.')]
  const { numbers } = ground.program.inventory
  if (numbers.get(told)?.some((file) => isIn(folder, file)) || isWritten(told, folder, ground))
    return [notJudged(kind, spot, subject, 'The number stands in the code or in settings; what it is there could not be told.')]
  // Those of databases and queues say nothing of where this program is met.
  const own = ground.program.inventory.ports.filter(
    ({ port: it, from, at: { file } }) => it > 0 && isIn(folder, file) && (from === 'listen' || from === 'default') && !OF_DATABASES.test(String(it)),
  )
  const settled = [...new Set(own.map((it) => it.port))]
  const stated = [...ports.keys()].filter((it) => !OF_OTHERS.has(it))
  const real = settled.length > 0 ? settled : stated
  if (real.length === 0 || !isNear(spot, ground)) return [notJudged(kind, spot, subject, 'On which port this program listens could not be told.')]
  return [changed(spot, subject, told, new Map(real.map((it) => [it, ports.get(it) as Evidence])))]
}

function changed(spot: Spot, subject: string, told: number, real: Map<number, Evidence>): Claim {
  const [first, ...others] = [...real.keys()]
  return contradicted(kind, spot, subject, {
    says: `Something answers on port ${told}.`,
    actual: `The ${others.length === 0 ? 'port is' : 'ports are'} ${[...real.keys()].slice(0, 5).join(', ')}.`,
    impact: 'Whoever calls it meets nobody.',
    action: `Write ${first}, if that is what is meant.`,
    confidence: others.length === 0 ? 'high' : 'medium',
    evidence: [...real.values()].slice(0, 3),
    ...(others.length === 0 && spot.text.split(String(told)).length === 2
      ? { patch: { line: spot.line, from: String(told), to: String(first) } }
      : {}),
  })
}

/** What the program, or its image, opens instead; undefined where that is the port, or is not known. */
function openedBy(by: 'program' | 'image', told: number, { document }: Spot, folder: string, ground: Ground): Map<number, Evidence> | undefined {
  const all = ground.program.inventory.ports.filter(
    ({ port: it, from, at }) => isIn(folder, at.file) && it > 0 && (by === 'image' ? from === 'image' : from === 'listen' || from === 'default'),
  )
  // Where the reader is told to copy the example of settings, what it says is what the program gets.
  const isCopied = by === 'program' && document.fences.some(({ text }) => /\bcp\b.*env/.test(text))
  const isWhole = all.length > 0 && !all.some(({ port: it }) => it === told) && !isCopied
  return isWhole && new Set(all.map(({ port: it }) => it)).size === 1 ? new Map(all.map((it) => [it.port, it.at])) : undefined
}

const OF_DATABASES = /^(?:1433|1521|3306|5432|5672|6379|9092|9200|27017|11211|587|25|465)$/

/** Documents of a package that opens no port may be about another one. */
function isNear({ document }: Spot, ground: Ground): boolean {
  const folder = document.path.includes('/') ? document.path.slice(0, document.path.indexOf('/') + 1) : ''
  return packagesOf(ground).all.length <= 1 || folder === '' || ground.program.inventory.ports.some(({ at }) => at.file.startsWith(folder))
}

function isWritten(told: number, folder: string, { program }: Ground): boolean {
  const pattern = new RegExp(`(?<!\\d)${told}(?!\\d)`)
  return program.manifests.some(
    ({ path, facts }) =>
      isIn(folder, path) &&
      facts.some(({ kind: of, text, value }) => of !== 'dependency' && (pattern.test(text) || (value !== undefined && pattern.test(value)))),
  )
}

/** `0.0.0.0` is where one listens, and nothing that is shown unless somebody says so. */
function host(spot: Spot, { host: told, shown, why, port: number }: Mention, ground: Ground): Claim[] {
  if (told !== '0.0.0.0' || !shown) return []
  const { hosts } = knownTo(ground, spot.document)
  const subject = `address ${told}${number ? `:${number}` : ''}`
  const [other] = hosts
  if (hosts.has(told) || ground.program.inventory.hosts.includes(told))
    return [holds(kind, spot, subject, 'The code names that address.', hosts.has(told) ? [hosts.get(told) as Evidence] : [])]
  if (why) return [notJudged(kind, spot, subject, why)]
  if (!other) return [notJudged(kind, spot, subject, 'Which address is shown could not be told.')]
  return [
    contradicted(kind, spot, subject, {
      says: `The address that is shown is ${told}.`,
      actual: `Nothing names that address; the host is ${other[0]} where nobody sets another.`,
      impact: 'Whoever looks for the line does not find it.',
      action: `Write ${other[0]}.`,
      severity: 'Low',
      confidence: 'medium',
      evidence: [other[1]],
      ...(spot.text.split(told).length === 2 ? { patch: { line: spot.line, from: told, to: other[0] } } : {}),
    }),
  ]
}

function service(spot: Spot, name: string, why: string | undefined, ground: Ground): Claim[] {
  const all = [...packagesOf(ground).composeFiles.values()].flat()
  if (all.length === 0) return []
  const subject = `service ${name}`
  const found = all.find((it) => it.name === name)
  if (found) return [holds(kind, spot, subject, 'A compose file has such a service.', [found.at])]
  if (why) return [notJudged(kind, spot, subject, why)]
  return [
    contradicted(kind, spot, subject, {
      says: `There is a service ${name}.`,
      actual: `The compose files have ${[...new Set(all.map((it) => it.name))].slice(0, 10).join(', ')}.`,
      impact: 'Whoever looks for it finds nothing.',
      action: 'Name a service that is there.',
      confidence: 'medium',
      evidence: [(all[0] as { at: Evidence }).at],
    }),
  ]
}
