/** Terraform and its forks: providers, resources, modules. Read by line: what is needed stands in block headers and simple arguments. */
import { type Format, platform, type Stated } from '../format'
import { withoutAnyComments } from '../read/comments'

export const terraform: Format = {
  name: 'Terraform file',
  claims: ({ name }) => name.endsWith('.tf') || name.endsWith('.tofu'),
  facts(source) {
    const lines = withoutHereDocuments(withoutAnyComments(source.text).split(/\r?\n/))
    const found: Stated[] = []
    /** Headers of the blocks around, outermost first. */
    const blocks: string[][] = []
    for (const [index, line] of lines.entries()) {
      const number = index + 1
      const opened = /^\s*([\w-]+)((?:\s+"[^"\n]*")*)\s*(=?)\s*\{/.exec(line)
      const words = opened ? [opened[1] as string, ...[...(opened[2] as string).matchAll(/"([^"]*)"/g)].map((match) => match[1] as string)] : []
      const argument = /^\s*([\w-]+)\s*=\s*"([^"\n]*)"/.exec(line)
      if (opened) found.push(...blockFacts(words, blocks, number))
      if (argument) found.push(...argumentFacts(argument[1] as string, argument[2] as string, blocks, number, found))
      const depth = (line.match(/\{/g)?.length ?? 0) - (line.match(/\}/g)?.length ?? 0)
      for (let step = 0; step < depth; step++) blocks.push(step === 0 ? words : [])
      for (let step = 0; step > depth; step--) blocks.pop()
      // `aws = { source = "hashicorp/aws", version = "~> 5" }` on one line.
      const inline = depth === 0 && opened && opened[3] === '=' ? /source\s*=\s*"([^"]+)"(?:.*version\s*=\s*"([^"]+)")?/.exec(line) : undefined
      const last = found.at(-1)
      if (inline?.[2] !== undefined && last?.ecosystem === 'terraform-provider' && last.line === number) last.version = inline[2]
    }
    const [first] = found
    return first ? [platform('terraform', first.line), ...found] : []
  },
}

function blockFacts([type, first, second]: string[], around: string[][], line: number): Stated[] {
  if (around.length === 0 && type === 'provider' && first !== undefined) return [provider(first, line)]
  if (around.length === 0 && (type === 'resource' || type === 'data') && first !== undefined)
    return type === 'resource' ? [{ kind: 'service', ecosystem: 'terraform', name: first, value: second, line }] : []
  if (type === 'backend' && first !== undefined && around[0]?.[0] === 'terraform')
    return [{ kind: 'tool', ecosystem: 'terraform-backend', name: first, line }]
  if (around.at(-1)?.[0] === 'required_providers' && type !== undefined) return [provider(type, line)]
  return []
}

function argumentFacts(key: string, value: string, around: string[][], line: number, found: Stated[]): Stated[] {
  const [outer, first, second] = around[0] ?? []
  if (outer === 'module' && key === 'source' && around.length === 1)
    return /^[.~/]/.test(value)
      ? []
      : [{ kind: 'dependency', ecosystem: 'terraform', name: value.replace(/^git::|\?.*$/g, ''), scope: 'runtime', value: first, line }]
  if (outer === 'terraform' && key === 'required_version')
    return [{ kind: 'engine', ecosystem: 'terraform', name: 'terraform', version: value, value: key, line }]
  // A resource of a managed service says which product it runs.
  if (outer === 'resource' && /^(?:engine|database_version|engine_name)$/.test(key) && !value.includes('${'))
    return [{ kind: 'service', ecosystem: 'datasource', name: value.replace(/[-_]?\d.*$/, '').toLowerCase(), value: second, line }]
  if (key === 'version' && around.at(-2)?.[0] === 'required_providers') {
    const last = found.at(-1)
    if (last?.ecosystem === 'terraform-provider') last.version = value
  }
  return []
}

function provider(name: string, line: number): Stated {
  return { kind: 'tool', ecosystem: 'terraform-provider', name, line }
}

function withoutHereDocuments(lines: string[]): string[] {
  let marker: string | undefined
  return lines.map((line) => {
    if (marker !== undefined) {
      if (line.trim() === marker) marker = undefined
      return ''
    }
    const opened = /<<-?(\w+)\s*$/.exec(line)
    if (!opened) return line
    marker = opened[1]
    return line.slice(0, opened.index)
  })
}
