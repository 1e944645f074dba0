/** CloudFormation and its serverless form: a resource is a unit, or a step; every logical name in it is a reference. */
import type { DeclaredReference, DeclaredUnit } from '../../types'
import { readJson } from '../manifests/read/json'
import { at, type Entry, entriesOf, itemsOf, type Located, textOf } from '../manifests/read/located'
import { readYaml } from '../manifests/read/yaml'
import { cloudKind } from './cloud-kinds'
import type { DeploymentReader, Teller } from './reader'

export const cloudFormation: DeploymentReader = {
  from: 'cloudformation',
  claims: ({ name, text }) =>
    /\.(?:ya?ml|json|template)$/i.test(name) &&
    // Looked for first: to try the pattern at every line of a large file takes long.
    text.includes('AWS') &&
    /^[ \t]*["']?(?:AWSTemplateFormatVersion|Transform["']?\s*:\s*["']?AWS::Serverless)/m.test(text),
  read(source, tell) {
    const root = source.name.endsWith('.json') ? readJson(source) : readYaml(source)[0]
    return { units: resourcesOf(at(root, 'Resources'), tell) }
  },
}

export function resourcesOf(resources: Located | undefined, tell: Teller): DeclaredUnit[] {
  const ids = new Set(entriesOf(resources).map(({ key }) => key))
  return entriesOf(resources).map(({ key, value, line }) => {
    const type = textOf(at(value, 'Type')) ?? 'resource'
    const kind = cloudKind(type)
    const properties = at(value, 'Properties')
    const image = textOf(at(properties, 'ImageUri')) ?? textOf(at(properties, 'Engine'))
    const context = textOf(at(properties, 'CodeUri'))
    const replicas = Number(textOf(at(properties, 'DesiredCount')) ?? Number.NaN)
    const condition = textOf(at(value, 'Condition'))
    return tell.unit(key, kind ?? 'resource', type, line, {
      ...(kind === undefined ? { isStep: true } : {}),
      ...(image === undefined ? {} : { image }),
      ...(context === undefined || context.includes('://') ? {} : { build: { context, line: at(properties, 'CodeUri')?.line ?? line } }),
      ...command(textOf(at(properties, 'Handler'))),
      ...(Number.isInteger(replicas) ? { replicas } : {}),
      ...(condition === undefined ? {} : { when: condition }),
      refers: namesIn({ key, value, line }, ids, tell),
    })
  })
}

const command = (handler: string | undefined) => (handler === undefined ? {} : { command: handler })

/** A tag such as `!Ref` is read as the text behind it, so a text that is a logical name, or begins with one and a dot, is meant. */
export function namesIn({ key: self, value }: Entry, ids: ReadonlySet<string>, tell: Teller): DeclaredReference[] {
  const found = new Map<string, DeclaredReference>()
  const visit = (of: Located, path: string[]) => {
    for (const entry of entriesOf(of)) visit(entry.value, [...path, entry.key])
    for (const item of itemsOf(of)) visit(item, path)
    const text = textOf(of)
    if (text === undefined) return
    const names = [text.split('.')[0] as string, ...[...text.matchAll(/\$\{([A-Za-z\d]+)[^}]*\}/g)].map((match) => match[1] as string)]
    for (const to of names) {
      if (!ids.has(to) || to === self || found.has(to)) continue
      const label = path.filter((key) => !/^(?:Ref|Fn::|Properties$)/.test(key)).at(-1) ?? 'refers to'
      found.set(to, { ...tell.named(to, label, of.line), ...(path.includes('Events') ? { incoming: true as const } : {}) })
    }
  }
  visit(value, [])
  return [...found.values()]
}
