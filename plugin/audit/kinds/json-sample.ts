/** Samples in JSON that show a file of the project: that the file has these keys, with these values. */
import type { Claim, DocumentFacts, Fence } from '../../types'
import { contradicted, holds, notJudged, type Spot } from '../claim'
import type { Ground } from '../ground'
import { isPlaceholder, whyNotSample } from '../not-claims'
import type { ClaimReader } from '../reader'

const kind = 'json-sample'

export const jsonSamples: ClaimReader = {
  id: kind,
  title: 'Samples of shipped files',
  why: 'Who sets things up by the sample looks for what the file does not have.',
  read: (document, ground) => document.fences.flatMap((fence) => judged(document, fence, ground)),
}

/** The text shows what is there, and does not ask for it. */
const SHOWS =
  /\b(?:looks? like|contains?|has the following|as follows|by default|defaults? (?:to|are|is)|shipped|comes? with|is configured|already|provides?|defines?|(?:here|this) is (?:the|our))\b/i
const ASKS =
  /\b(?:add|create|put|paste|change|update|edit|replace|modify|set|your|you|copy|insert|should|must|need|want|example|could|can|similar|customi[sz]e|override|extend|install|save)\b/i

function judged(document: DocumentFacts, fence: Fence, ground: Ground): Claim[] {
  if (!/^json[c5]?$/.test(fence.language)) return []
  const { shipped } = ground.program.inventory
  const names = `${fence.before} ${fence.meta}`.match(/[\w@./-]+\.json5?\b/g) ?? []
  const paths = [...shipped.keys()].filter((path) =>
    names.some((name) => path === name.replace(/^\.\//, '') || path.endsWith(`/${name.replace(/^\.\//, '')}`)),
  )
  const [path] = paths
  if (path === undefined || new Set(names).size !== 1 || paths.length > 1) return []
  const sample = parsed(fence.text)
  if (!sample) return []
  const spot = (line: number): Spot => ({ document, line, text: fence.text.split('\n')[line - fence.line] ?? '', heading: fence.heading })
  const subject = (way: string) => `${way.slice(1).replaceAll('/', '.')} of ${path}`
  const why =
    whyNotSample(document, fence) ??
    (ASKS.test(fence.before) || !SHOWS.test(fence.before) ? 'The text does not say that the file has this already.' : undefined)
  const real = shipped.get(path) as Map<string, string>
  const told = leaves(sample, '', 0)
  const right = told.filter(([way, value]) => real.get(way) === value)
  // Something else that is named in the same sentence.
  const isShown = right.length * 2 >= told.length
  return told.flatMap(([way, value]): Claim[] => {
    const line = lineOf(fence, way)
    const at = { file: path, line: 1, text: '' }
    if (real.get(way) === value) return [holds(kind, spot(line), subject(way), 'The file has it.', [at])]
    if (value === '{}') return []
    if (why || !isShown || isPlaceholder(value))
      return [notJudged(kind, spot(line), subject(way), why ?? 'It is not sure that the file as it is is shown.')]
    const actual = real.get(way)
    return [
      contradicted(kind, spot(line), subject(way), {
        says: `${path} has ${way.slice(1).replaceAll('/', '.')}: ${value}.`,
        // Texts of such a file may be secrets; they are compared, and not shown.
        actual:
          actual === undefined
            ? 'It has no such key.'
            : /^(?:-?[\d.]+|true|false)$/.test(actual)
              ? `It has ${actual} there.`
              : 'It has another value there.',
        impact: 'Who sets things up by the sample gets something else.',
        action: 'Show the file as it is.',
        severity: 'Low',
        confidence: 'medium',
        evidence: [at],
      }),
    ]
  })
}

function lineOf({ text, line }: Fence, way: string): number {
  const key = `"${way.slice(way.lastIndexOf('/') + 1)}"`
  const at = text.split('\n').findIndex((row) => row.includes(key))
  return line + Math.max(0, at)
}

function parsed(text: string): object | undefined {
  if (/\.\.\.|…/.test(text)) return undefined
  const plain = text
    .replace(/("(?:[^"\\]|\\.)*")|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (_, string: string | undefined) => string ?? '')
    .replace(/,(\s*[}\]])/g, '$1')
  for (const candidate of [plain, `{${plain}}`]) {
    try {
      const value: unknown = JSON.parse(candidate)
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
    } catch {
      // A part of a file, or no JSON: the next way to read it, or nothing.
    }
  }
  return undefined
}

function leaves(value: unknown, way: string, depth: number): [string, string][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > 6) return [[way, JSON.stringify(value)]]
  return [
    ...(way ? ([[way, '{}']] as [string, string][]) : []),
    ...Object.entries(value).flatMap(([key, of]) => leaves(of, `${way}/${key}`, depth + 1)),
  ]
}
