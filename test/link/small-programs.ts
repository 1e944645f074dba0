/**
 * Programs written in a test: paths and texts in, the linked program out, without a disk. `probe('name', x)` in a source asks
 * what x may be.
 */
import { extractFile } from '../../plugin/extract/file'
import type { Extracted } from '../../plugin/extract/index'
import { Kind } from '../../plugin/graph'
import { link, solve } from '../../plugin/link/index'
import { LabelKind } from '../../plugin/link/labels'
import type { Linked } from '../../plugin/link/linked'
import { loadModels, type Models } from '../../plugin/link/models'
import type { Program, Scan, SourceFile } from '../../plugin/types'
import { options } from '../tree'

export type Sources = Record<string, string>

/** What scanning and extracting a tree of these files would give. */
export function extractSources(sources: Sources): { scan: Scan; extracted: Extracted } {
  const files = Object.entries(sources).map(
    ([path, text]): SourceFile => ({
      path,
      kind: path.endsWith('.json') ? 'manifest' : 'code',
      language: undefined,
      bytes: text.length,
      hash: path,
      uncommitted: false,
    }),
  )
  const code = files.filter(({ kind }) => kind === 'code').map(({ path }) => extractFile(path, sources[path] as string))
  const configs = files.filter(({ kind }) => kind === 'manifest').map(({ path }) => ({ path, text: sources[path] as string }))
  return {
    scan: { files, skipped: [] },
    extracted: { code, manifests: [], definitions: [], configs, notAnalysed: [], parsed: [], reused: 0 },
  }
}

/** Reading every model takes longer than linking a small program; linking adds to them only what it would find again. */
let shipped: Models | undefined
export function shippedModels(): Models {
  shipped ??= loadModels([])
  return shipped
}

export function linkSources(sources: Sources, models = shippedModels(), reorder = (code: Extracted['code']) => code): Program {
  const { scan, extracted } = extractSources(sources)
  return link(scan, { ...extracted, code: reorder(extracted.code) }, models, options)
}

/** `GET /users/:id auth=yes`, sorted. */
export function endpoints(sources: Sources, models?: Models): string[] {
  return linkSources(sources, models)
    .entryPoints.map(({ method, path, authRequired }) => `${method} ${path} auth=${authRequired.answer}`)
    .sort()
}

/** Answers to `probe('name', x)`, by name. A text alone is the file a.ts. */
export function probes(sources: string | Sources, models = shippedModels()): Record<string, string[]> {
  const { scan, extracted } = extractSources(typeof sources === 'string' ? { 'a.ts': sources } : sources)
  const linked = solve(scan, extracted, models)
  const { whole, solver } = linked
  const answers: Record<string, string[]> = {}
  for (let node = 0; node < whole.size; node++) {
    if (whole.kind[node] !== Kind.Call) continue
    const callee = whole.a[node] as number
    if (whole.kind[callee] !== Kind.Global || whole.text(whole.a[callee] as number) !== 'probe') continue
    const [name, value] = whole.args(node)
    const labels = [...solver.of(value as number)].map((label) => told(linked, label))
    // What the probe itself would do with a function says nothing.
    answers[whole.text(whole.a[name as number] as number)] = [...new Set(labels)].filter((label) => !label.startsWith('probe(')).sort()
  }
  return answers
}

/** What `probe('x', …)` of a single one is. */
export function probed(sources: string | Sources, models?: Models): string[] {
  const answers = Object.values(probes(sources, models))
  if (answers.length !== 1) throw new Error(`${answers.length} probes where one was expected`)
  return answers[0] as string[]
}

function told({ whole, solver, models }: Linked, label: number): string {
  const { labels } = solver
  const data = labels.data[label] as number
  switch (labels.kind[label] as LabelKind) {
    case LabelKind.Value: {
      const kind = whole.kind[data] as Kind
      if (kind === Kind.String) return `'${whole.text(whole.a[data] as number)}'`
      return kind === Kind.Number ? whole.text(whole.a[data] as number) : Kind[kind].toLowerCase()
    }
    case LabelKind.Function:
      return `function ${whole.functions[data]?.fact.name}`
    case LabelKind.Object:
      return whole.kind[data] === Kind.Object ? 'object' : 'list'
    case LabelKind.ObjectOf:
      return 'pair'
    case LabelKind.Class:
      return `class ${whole.classes[data]?.fact.name}`
    case LabelKind.Instance:
      return `instance of ${whole.classes[data]?.fact.name}`
    case LabelKind.Constructed:
      return `made by ${whole.functions[data]?.fact.name}`
    case LabelKind.Module:
      return `module ${whole.files[data]?.path}`
    case LabelKind.Api:
      return models.paths.show(data)
    case LabelKind.ApiObject:
      return models.paths.show(labels.extra[label] as number)
    case LabelKind.Interface:
      return `interface ${whole.interfaces[data]?.fact.name}`
  }
}
