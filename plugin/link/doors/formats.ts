/**
 * Formats in which data comes in and goes out. In: calls under `formats` of a model, files of JSON, description files. Out: a row for
 * each format, direction and library, with how many places say so. Code of tests is left out.
 */
import type { Definition } from '../../graph'
import { Kind } from '../../graph'
import { rowsByName } from '../../rows-by-name'
import type { DataFormat } from '../../types'
import { callsToPaths } from '../acts'
import { apiPathsOf, calledName, cite, isTest, isTestCode, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import type { FormatModel } from '../service-models'
import type { DoorDetector } from './door'
import { atPlaces, importedFrom } from './service-calls/places'

/** Names of files and media types that are another thing than a page or an answer of an interface. */
const TOLD: [RegExp, string][] = [
  [/^text\/csv\b|\.csv$|^csv$|text\/tab-separated-values/i, 'CSV'],
  [/^(?:application|text)\/xml\b|\.xml$|^xml$/i, 'XML'],
  [/^application\/(?:x-)?yaml\b|^text\/yaml\b|\.ya?ml$/i, 'YAML'],
  [/\.json$/i, 'JSON'],
  [/^application\/(?:x-)?ndjson\b|\.(?:ndjson|jsonl)$/i, 'NDJSON'],
  [/spreadsheet|ms-excel|\.xlsx?$|^xlsx?$|\.ods$/i, 'spreadsheet'],
  [/^application\/pdf\b|\.pdf$|^pdf$/i, 'PDF'],
  [/^application\/(?:x-)?zip\b|\.zip$|^zip$/i, 'ZIP'],
  [/^application\/(?:x-)?(?:tar|gtar|gzip)\b|\.(?:tar|tgz|tar\.gz)$/i, 'tar'],
  [/^text\/calendar\b|\.ics$/i, 'iCalendar'],
  [/^text\/vcard\b|\.vcf$/i, 'vCard'],
  [/^text\/markdown\b|\.md$/i, 'Markdown'],
  [/wordprocessingml|msword|\.docx?$/i, 'Word'],
  [/^application\/(?:x-)?protobuf\b|\.pb$/i, 'Protocol Buffers'],
  [/^application\/(?:x-)?msgpack\b/i, 'MessagePack'],
  [/^application\/(?:rss|atom)\+xml\b/i, 'feed'],
  [/\.parquet$/i, 'Parquet'],
]

/** By reader of description files; others describe platforms, not data. */
const DEFINED: Record<string, string> = rowsByName({ graphql: 'GraphQL SDL', proto: 'Protocol Buffers', openapi: 'OpenAPI', asyncapi: 'AsyncAPI' })

const READS = /^(?:readFile|readFileSync)$/
const WRITES = /^(?:writeFile|writeFileSync|outputFile|outputFileSync|appendFile|appendFileSync)$/

type Found = Omit<DataFormat, 'calls'>

export const formats: DoorDetector = ({ linked, extracted }) => {
  const rows = new Map<string, DataFormat>()
  for (const found of [...modelled(linked), ...jsonFiles(linked), ...defined(extracted.definitions), ...jsonSchemas(extracted.configs)]) {
    const key = `${found.format} ${found.direction} ${found.library}`
    const known = rows.get(key)
    if (known) known.calls++
    else rows.set(key, { ...found, calls: 1 })
  }
  return { formats: [...rows.values()] }
}

function modelled(linked: Linked): Found[] {
  const { solver, models } = linked
  const found: Found[] = []
  for (const call of callsToPaths(linked, (path) => models.services.formats.has(path))) {
    const seen = new Set<string>()
    for (const path of solver.apiCalls.get(call) ?? [])
      for (const model of models.services.formats.get(path) ?? []) {
        const library = importedFrom(linked, linked.whole.a[call] as number) ?? frameworkOf(linked, path)
        if (model.packages && !model.packages.test(library)) continue
        const format = model.format ?? toldAt(linked, call, model)
        const key = `${format} ${model.direction}`
        if (format === undefined || seen.has(key) || isTestCode(linked, cite(linked, call).file)) continue
        seen.add(key)
        found.push({ format, direction: model.direction, library: model.format ? library : frameworkOf(linked, path), at: cite(linked, call) })
      }
  }
  return found
}

/** Library that a path is of. */
const frameworkOf = ({ models }: Linked, path: number) => models.paths.rootOf(path).replace(/^\w+:(.*?)(?:\/[A-Z]\w*)?$/, '$1')

function toldAt(linked: Linked, call: number, model: FormatModel): string | undefined {
  for (const place of model.told)
    for (const { node, context } of atPlaces(linked, call, [place]))
      for (const { value } of linked.values.texts(node, context)) {
        const text = /filename\*?=(?:UTF-8'')?"?([^";]+)/i.exec(value)?.[1] ?? value
        const format = TOLD.find(([is]) => is.test(text.trim()))?.[1]
        if (format) return format
      }
  return undefined
}

/** `JSON.parse(await readFile(…))`, `writeFile(name, JSON.stringify(…))`. */
function jsonFiles(linked: Linked): Found[] {
  const { whole } = linked
  const lookup = lookupOf(whole)
  const found: { call: number; direction: 'import' | 'export' }[] = []
  for (const call of lookup.named(Kind.Call, 'parse')) {
    const [text] = whole.args(call)
    if (
      text !== undefined &&
      isJson(linked, call) &&
      comesFrom(linked, text, (made) => READS.test(calledName(linked, made)) && isOfFiles(linked, made))
    )
      found.push({ call, direction: 'import' })
  }
  for (const call of lookup.named(Kind.Call, WRITES)) {
    const text = whole.args(call)[1]
    if (
      text !== undefined &&
      isOfFiles(linked, call) &&
      comesFrom(linked, text, (made) => calledName(linked, made) === 'stringify' && isJson(linked, made))
    )
      found.push({ call, direction: 'export' })
  }
  return found
    .map(({ call, direction }) => ({
      format: 'JSON',
      direction,
      library: importedFrom(linked, linked.whole.a[call] as number) ?? 'fs',
      at: cite(linked, call),
    }))
    .filter(({ at }) => !isTestCode(linked, at.file))
}

const isOfFiles = (linked: Linked, call: number) =>
  apiPathsOf(linked, linked.whole.a[call] as number).some((path) =>
    /^(?:npm|type):(?:node:)?(?:fs|fs\/promises|fs-extra|graceful-fs)(?:\/|$)/.test(linked.models.paths.rootOf(path)),
  )

function isJson({ whole }: Linked, call: number): boolean {
  const callee = whole.a[call] as number
  const owner = whole.kind[callee] === Kind.Load ? (whole.a[callee] as number) : -1
  return owner >= 0 && whole.kind[owner] === Kind.Global && whole.text(whole.a[owner] as number) === 'JSON'
}

/** Through variables, `await`, `toString()` and what is put together with it. */
function comesFrom(linked: Linked, node: number, isMeant: (call: number) => boolean, hops = 0): boolean {
  const { whole, values } = linked
  if (hops > 5) return false
  return values.definitions(node).some((made) => {
    switch (whole.kind[made] as Kind) {
      case Kind.Call: {
        if (isMeant(made)) return true
        const callee = whole.a[made] as number
        return (
          whole.kind[callee] === Kind.Load &&
          /^(?:toString|trim|replace)$/.test(calledName(linked, made)) &&
          comesFrom(linked, whole.a[callee] as number, isMeant, hops + 1)
        )
      }
      case Kind.Await:
        return comesFrom(linked, whole.a[made] as number, isMeant, hops + 1)
      case Kind.Binary:
        return [whole.a[made] as number, whole.b[made] as number].some((part) => comesFrom(linked, part, isMeant, hops + 1))
      case Kind.Template:
        return whole.items(whole.a[made] as number).some((part) => comesFrom(linked, part, isMeant, hops + 1))
      // What reads with a callback hands the text to its second parameter.
      case Kind.Param: {
        const fn = whole.functions[whole.a[made] as number]
        const around = fn && (whole.b[made] as number) === 1 ? values.callAround(fn.node) : -1
        return around >= 0 && isMeant(around)
      }
      default:
        return false
    }
  })
}

/** Description files of interfaces. */
function defined(definitions: readonly Definition[]): Found[] {
  return definitions.flatMap(({ path, format, operations, types }): Found[] => {
    const name = DEFINED[format]
    if (name === undefined || isTest(path)) return []
    const [first] = [...operations, ...types].sort((one, other) => one.line - other.line)
    const text = operations.find(({ line }) => line === first?.line)?.text ?? types.find(({ line }) => line === first?.line)?.name ?? ''
    return [{ format: name, direction: 'definition', library: '', at: { file: path, line: first?.line ?? 1, text } }]
  })
}

/** Files that say which version of JSON Schema they are written in. */
function jsonSchemas(configs: readonly { path: string; text: string }[]): Found[] {
  return configs.flatMap(({ path, text }): Found[] => {
    const match = /"\$schema"\s*:\s*"https?:\/\/json-schema\.org\/[^"]*"/.exec(text.slice(0, 4000))
    if (!match || isTest(path)) return []
    return [
      {
        format: 'JSON Schema',
        direction: 'definition',
        library: '',
        at: { file: path, line: text.slice(0, match.index).split('\n').length, text: match[0] },
      },
    ]
  })
}
