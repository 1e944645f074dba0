/** Terraform and its forks: a resource is a unit, or a step between units; what its arguments name are its references. */
import type { DeclaredUnit } from '../../types'
import { cloudKind } from './cloud-kinds'
import { type Block, blocksOf } from './hcl'
import type { DeploymentReader, Teller } from './reader'

export const terraform: DeploymentReader = {
  from: 'terraform',
  claims: ({ name }) => name.endsWith('.tf') || name.endsWith('.tofu'),
  read: ({ text }, tell) => ({ units: blocksOf(text).flatMap((block) => unitOf(block, tell)) }),
}

function unitOf(block: Block, tell: Teller): DeclaredUnit[] {
  const [word, type, name] = block.words
  if (word === 'resource' && type !== undefined && name !== undefined) return [resource(block, type, name, `${type}.${name}`, tell)]
  if (word === 'data' && type !== undefined && name !== undefined)
    return [{ ...resource(block, type, name, `data.${type}.${name}`, tell), isStep: true, kind: 'resource' }]
  if (word === 'module' && type !== undefined) return [moduleOf(block, type, tell)]
  return []
}

function resource(block: Block, type: string, name: string, address: string, tell: Teller): DeclaredUnit {
  const kind = cloudKind(type)
  return tell.unit(name, kind ?? 'resource', type, block.line, {
    ...(kind === undefined ? { isStep: true } : {}),
    ...details(block),
    aliases: [address],
    refers: refersOf(block, address, tell),
  })
}

/** Of this folder's neighbour: its resources stand for it. Of a registry: what its name says. */
function moduleOf(block: Block, name: string, tell: Teller): DeclaredUnit {
  const source = textOf(block, /^source$/) ?? ''
  const isLocal = /^\.{1,2}\//.test(source)
  const kind = isLocal
    ? undefined
    : cloudKind(
        `${source
          .replace(/^git::|\?.*$/g, '')
          .split('/')
          .slice(-3)
          .join('_')}_`.replace(/_$/, ''),
      )
  return tell.unit(name, kind ?? 'resource', isLocal ? 'local module' : 'module', block.line, {
    ...(kind === undefined ? { isStep: true } : {}),
    ...(isLocal ? { build: { context: source, line: block.line } } : { ...details(block) }),
    aliases: [`module.${name}`],
    refers: refersOf(block, `module.${name}`, tell),
  })
}

function refersOf(block: Block, self: string, tell: Teller): DeclaredUnit['refers'] {
  const seen = new Set<string>([self])
  return block.names.flatMap(({ to, key, line }) => {
    if (seen.has(to)) return []
    seen.add(to)
    return [tell.named(to, key === '' ? 'refers to' : (key.split('.').at(-1) as string), line)]
  })
}

function details(block: Block): Pick<DeclaredUnit, 'image' | 'replicas' | 'command' | 'when' | 'ports'> {
  const image = textOf(block, /(?:^|\.)(?:image|image_uri|container_image)$/) ?? textOf(block, /^(?:engine|database_version|engine_type)$/)
  const replicas = Number(textOf(block, /(?:^|\.)(?:desired_count|replicas|desired_capacity|min_instance_count|instance_count)$/) ?? Number.NaN)
  const command = textOf(block, /^(?:handler|entry_point)$/)
  const count = block.arguments.find(({ key }) => key === 'count')
  return {
    ...(image === undefined ? {} : { image }),
    ...(Number.isInteger(replicas) ? { replicas } : {}),
    ...(command === undefined ? {} : { command }),
    ...(count?.value === '0' ? { when: 'count = 0' } : {}),
    ports: block.arguments.filter(({ key }) => /(?:^|\.)(?:container_?port|port|from_port)$/i.test(key)).map(({ value }) => value),
  }
}

function textOf(block: Block, key: RegExp): string | undefined {
  return block.arguments.find((argument) => key.test(argument.key))?.value
}
