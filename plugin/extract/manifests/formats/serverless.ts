/** Functions deployed to a cloud: serverless.yml, and the templates of CloudFormation and its serverless form. */
import { type Format, platform, type Stated } from '../format'
import { addressFacts } from '../image'
import { readJson } from '../read/json'
import { at, entriesOf, entryAt, type Located, mapsIn, oneOrMore, textOf } from '../read/located'
import { readYaml } from '../read/yaml'

/** `nodejs20.x`, `python3.12`, `dotnet8` */
function runtimeFact(runtime: Located | undefined, ecosystem: string): Stated[] {
  const [, language, version] = /^(nodejs|python|java|go|ruby|dotnet|dotnetcore|php)-?([\d.]*)/i.exec(textOf(runtime) ?? '') ?? []
  if (!runtime || language === undefined) return []
  const name = language === 'nodejs' ? 'node' : language === 'dotnetcore' ? 'dotnet' : language
  return [{ kind: 'engine', ecosystem, name, version: version?.replace(/\.$/, '') || undefined, value: 'runtime', line: runtime.line }]
}

export const serverless: Format = {
  name: 'serverless.yml',
  claims: ({ name }) => /^serverless(?:[.-].+)?\.(?:ya?ml|json)$/i.test(name),
  facts(source) {
    const root = source.name.endsWith('.json') ? readJson(source) : readYaml(source)[0]
    const service = entryAt(root, 'service')
    const provider = at(root, 'provider')
    const cloud = provider?.kind === 'map' ? at(provider, 'name') : provider
    const found: Stated[] = [platform('serverless-framework', service?.line ?? root?.line ?? 1, textOf(at(root, 'frameworkVersion')))]
    if (cloud) found.push({ kind: 'tool', ecosystem: 'cloud', name: textOf(cloud) ?? '', line: cloud.line })
    found.push(...runtimeFact(at(provider, 'runtime'), 'serverless'))
    for (const plugin of oneOrMore(at(root, 'plugins'))) {
      const name = textOf(plugin)
      if (name !== undefined) found.push({ kind: 'tool', ecosystem: 'npm', name, line: plugin.line })
    }
    for (const { key, line, value } of entriesOf(at(root, 'functions'))) {
      found.push(
        { kind: 'service', ecosystem: 'function', name: key, value: textOf(at(value, 'handler')), line },
        ...runtimeFact(at(value, 'runtime'), 'serverless'),
      )
    }
    found.push(...addressFacts(at(provider, 'environment')), ...resourceFacts(at(root, 'resources', 'Resources')))
    return found
  },
}

export const cloudFormation: Format = {
  name: 'CloudFormation template',
  claims: ({ name, text }) =>
    /\.(?:ya?ml|json|template)$/i.test(name) && /^[ \t]*["']?(?:AWSTemplateFormatVersion|Transform["']?\s*:\s*["']?AWS::Serverless)/m.test(text),
  facts(source) {
    const root = source.name.endsWith('.json') ? readJson(source) : readYaml(source)[0]
    const first = entriesOf(root)[0]
    if (!first) return []
    const transform = at(root, 'Transform')
    const isServerless = oneOrMore(transform).some((each) => textOf(each)?.startsWith('AWS::Serverless'))
    return [
      platform('cloudformation', first.line),
      ...(isServerless && transform ? [platform('aws-sam', transform.line)] : []),
      ...resourceFacts(at(root, 'Resources')),
    ]
  },
}

function resourceFacts(resources: Located | undefined): Stated[] {
  return entriesOf(resources).flatMap(({ key, value }): Stated[] => {
    const type = at(value, 'Type')
    const name = textOf(type)
    if (!type || name === undefined || !name.includes('::')) return []
    const engines = mapsIn(at(value, 'Properties')).flatMap((each): Stated[] => {
      const engine = at(each, 'Engine')
      const text = textOf(engine)
      return engine && text !== undefined ? [{ kind: 'service', ecosystem: 'datasource', name: text, value: key, line: engine.line }] : []
    })
    return [
      { kind: 'service', ecosystem: 'cloudformation', name, value: key, line: type.line },
      ...engines,
      ...runtimeFact(at(value, 'Properties', 'Runtime'), 'cloudformation'),
    ]
  })
}
