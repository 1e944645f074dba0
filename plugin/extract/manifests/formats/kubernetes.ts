/** Kubernetes objects, Helm charts and their values. Templates are no YAML until they are filled in, so they are read by line. */
import { type Format, platform, type Source, type Stated } from '../format'
import { addressFacts, imageFact } from '../image'
import { at, entryAt, itemsOf, type Located, mapsIn, textOf } from '../read/located'
import { readYaml } from '../read/yaml'

export const helmChart: Format = {
  name: 'Helm chart',
  claims: ({ name, text }) => /^chart\.ya?ml$/i.test(name) && /^apiVersion:/m.test(text),
  facts(source) {
    const [root] = readYaml(source)
    const name = entryAt(root, 'name')
    return [
      platform('helm', name?.line ?? 1),
      ...itemsOf(at(root, 'dependencies')).flatMap((each): Stated[] => {
        const chart = at(each, 'name')
        return chart
          ? [
              {
                kind: 'dependency',
                ecosystem: 'helm',
                name: textOf(chart) ?? '',
                version: textOf(at(each, 'version')),
                scope: 'runtime',
                line: chart.line,
              },
            ]
          : []
      }),
    ]
  },
}

export const helmValues: Format = {
  name: 'Helm values',
  claims: ({ name, text }) => /^values(?:[.-].+)?\.ya?ml$/i.test(name) && /^[ \t]*(?:image|repository|replicaCount):/m.test(text),
  facts(source) {
    const [root] = readYaml(source)
    return mapsIn(root).flatMap((each): Stated[] => {
      const repository = at(each, 'repository')
      const name = textOf(repository)
      const tag = textOf(at(each, 'tag'))
      // Charts of others are fetched from addresses, images never are.
      return repository && name !== undefined && entryAt(each, 'tag') && !name.includes('://')
        ? imageFact(tag ? `${name}:${tag}` : name, repository.line, 'helm')
        : []
    })
  },
}

export const kubernetes: Format = {
  name: 'Kubernetes manifest',
  claims: ({ name, text }) => /\.ya?ml$/i.test(name) && /^["']?apiVersion["']?:\s*\S/m.test(text) && /^["']?kind["']?:\s*\S/m.test(text),
  facts(source) {
    if (source.text.includes('{{')) return templateFacts(source)
    const found: Stated[] = []
    for (const object of readYaml(source)) {
      const version = textOf(at(object, 'apiVersion')) ?? ''
      const kind = entryAt(object, 'kind')
      const name = textOf(kind?.value)
      if (!kind || name === undefined) continue
      found.push(platform(version.startsWith('kustomize.') ? 'kustomize' : 'kubernetes', kind.line))
      found.push({ kind: 'service', ecosystem: 'kubernetes', name, value: textOf(at(object, 'metadata', 'name')), line: kind.line })
      found.push({
        kind: 'tool',
        ecosystem: 'kubernetes-api',
        name: version.split('/')[0] as string,
        line: entryAt(object, 'apiVersion')?.line ?? kind.line,
      })
      found.push(...mapsIn(at(object, 'spec')).flatMap((each) => containerFacts(each)))
    }
    return once(found)
  },
}

function containerFacts(part: Located): Stated[] {
  const containers = [...itemsOf(at(part, 'containers')), ...itemsOf(at(part, 'initContainers'))]
  return containers.flatMap((container) => {
    const image = at(container, 'image')
    const name = textOf(at(container, 'name'))
    return [
      ...(image ? imageFact(textOf(image) ?? '', image.line, 'kubernetes', name === undefined ? undefined : `container ${name}`) : []),
      ...itemsOf(at(container, 'ports')).flatMap((port): Stated[] => {
        const number = at(port, 'containerPort')
        return number
          ? [{ kind: 'service', ecosystem: 'port', name: textOf(number) ?? '', value: `container ${name ?? ''}`.trim(), line: number.line }]
          : []
      }),
      ...addressFacts(at(container, 'env')),
    ]
  })
}

function templateFacts(source: Source): Stated[] {
  const found: Stated[] = []
  for (let number = 1; number <= source.lineCount; number++) {
    const line = source.line(number)
    const kind = /^kind:\s*["']?([A-Za-z]+)/.exec(line)
    if (kind) found.push(platform('kubernetes', number), { kind: 'service', ecosystem: 'kubernetes', name: kind[1] as string, line: number })
    const image = /^\s*(?:-\s+)?image:\s*["']?([\w./:@-]+)["']?\s*$/.exec(line)
    if (image) found.push(...imageFact(image[1] as string, number, 'kubernetes'))
  }
  return once(found)
}

/** The platform is said once a file. */
function once(facts: Stated[]): Stated[] {
  const seen = new Set<string>()
  return facts.filter((fact) => {
    if (fact.kind !== 'tool') return true
    const key = `${fact.ecosystem} ${fact.name}`
    return !seen.has(key) && seen.add(key)
  })
}
