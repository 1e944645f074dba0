/** Where programs begin, and how each is started. In: starts of the model, images and processes of manifests. Out: one row a way to start a file. */
import type { Structure } from '../../../types'
import type { Model } from '../components/index'
import type { Start } from '../components/starts'
import type { KnownArchitecture } from '../known'

export function entriesOf(known: KnownArchitecture, model: Model): Structure['entries'] {
  const { whole } = known.linked
  const found = new Map<string, Structure['entries'][number]>()
  const byWay = new Map<string, Start[]>()
  for (const start of model.starts) {
    const { path } = whole.files[start.file] as { path: string }
    if (start.upkeep || ((start.how === 'server' || start.how === 'page') && !isOfSystem(start, model))) continue
    const key = `${path} ${start.how}`
    byWay.set(key, [...(byWay.get(key) ?? []), start])
  }
  for (const [key, starts] of byWay) {
    // What is called `start` says best how it is run.
    const [first] = [...starts].sort((one, other) => Number(other.name === 'start') - Number(one.name === 'start')) as [Start]
    found.set(key, { path: whole.files[first.file]?.path ?? '', what: wordsOf(first, [...new Set(starts.map(({ name }) => name))]), at: first.at })
  }
  for (const container of model.containers) {
    if (container.starts.some(({ upkeep }) => !upkeep)) continue
    const { unit } = container
    // What a framework starts names no file.
    const script = ['start', 'dev', 'serve', 'develop'].flatMap((name) =>
      unit.facts.filter(({ fact }) => fact.kind === 'script' && fact.name === name),
    )[0]
    if (script && script.fact.value !== undefined)
      found.set(`${unit.dir} script`, {
        path: container.folder || '.',
        what: `script ${script.fact.name}: ${script.fact.value}`,
        at: { file: script.path, line: script.fact.line, text: script.fact.text },
      })
  }
  for (const { facts, path } of known.extracted.manifests)
    for (const { kind, ecosystem, name, value, line, text } of facts)
      if (kind === 'service' && ecosystem === 'function' && value)
        found.set(`${value} ${name}`, { path: value, what: `function ${name} of the platform`, at: { file: path, line, text } })
  for (const container of model.containers) {
    const [first] = container.evidence
    if (container.others.length > 0 && first && container.others.some(({ path }) => path === first.file))
      found.set(first.file, { path: first.file, what: 'begins the program, by its name', at: first })
  }
  return [...found.values()].sort(
    (one, other) => depth(one.path) - depth(other.path) || (one.path < other.path ? -1 : one.path > other.path ? 1 : one.what < other.what ? -1 : 1),
  )
}

/** A snippet or a sample listens too; what some program is made of counts. */
function isOfSystem({ at }: Start, { containers }: Model): boolean {
  return containers.some(({ evidence }) => evidence.some((each) => each.file === at.file && each.line === at.line))
}

function wordsOf({ how, name }: Start, names: readonly string[]): string {
  const all = names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`
  const many = names.length > 1 ? 's' : ''
  switch (how) {
    case 'script':
      return `script${many} ${all}`
    case 'process':
      return names.length > 1 ? `processes ${all}` : `process ${name}`
    case 'bin':
      return `command${many} ${all}`
    case 'server':
      return 'listens for callers'
    case 'page':
      return `fills the page (${name})`
  }
}

function depth(path: string): number {
  return path.split('/').length
}
