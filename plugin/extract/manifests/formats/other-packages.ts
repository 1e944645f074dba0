/** Packages of Dart, Elixir, Deno and Swift: what their one manifest lists. */
import type { Format, Stated } from '../format'
import { withoutComments, withoutHashComments } from '../read/comments'
import { readJson } from '../read/json'
import { at, entriesOf, entryAt, textOf } from '../read/located'
import { readYaml } from '../read/yaml'

export const pubspec: Format = {
  name: 'pubspec.yaml',
  claims: ({ name }) => /^pubspec\.ya?ml$/.test(name),
  facts(source) {
    const [root] = readYaml(source)
    const sdk = at(root, 'environment', 'sdk')
    const list = (key: string, scope: Stated['scope']): Stated[] =>
      entriesOf(at(root, key)).map((entry) => ({
        kind: 'dependency',
        ecosystem: 'pub',
        name: entry.key,
        version: textOf(entry.value),
        scope,
        line: entry.line,
      }))
    return [
      ...(sdk ? [{ kind: 'engine' as const, ecosystem: 'pub', name: 'dart', version: textOf(sdk), value: 'sdk', line: sdk.line }] : []),
      ...list('dependencies', 'runtime'),
      ...list('dev_dependencies', 'dev'),
    ]
  },
}

export const mix: Format = {
  name: 'mix.exs',
  claims: ({ name }) => name === 'mix.exs',
  facts(source) {
    const text = withoutHashComments(source.text)
    const elixir = /\belixir:\s*"([^"]+)"/.exec(text)
    const found: Stated[] = elixir
      ? [{ kind: 'engine', ecosystem: 'hex', name: 'elixir', version: elixir[1], value: 'elixir', line: source.lineAt(elixir.index) }]
      : []
    for (const match of text.matchAll(/\{\s*:(\w+)\s*,\s*"([^"\n]+)"([^}\n]{0,300})\}/g))
      found.push({
        kind: 'dependency',
        ecosystem: 'hex',
        name: match[1] as string,
        version: match[2],
        scope: /only:\s*\[?:(?:dev|test)/.test(match[3] as string) ? 'dev' : 'runtime',
        line: source.lineAt(match.index),
      })
    return found
  },
}

export const deno: Format = {
  name: 'deno.json',
  claims: ({ name }) => /^deno\.jsonc?$/.test(name),
  facts(source) {
    const root = readJson(source)
    const tasks = entriesOf(at(root, 'tasks')).map(
      ({ key, value, line }): Stated => ({ kind: 'script', ecosystem: 'deno', name: key, value: textOf(value), line }),
    )
    const imports = entriesOf(at(root, 'imports')).flatMap(({ value, line }): Stated[] => {
      const [, ecosystem, name, version] = /^(npm|jsr):\/?((?:@[^/@]+\/)?[^/@]+)(?:@([^/]+))?/.exec(textOf(value) ?? '') ?? []
      return name === undefined ? [] : [{ kind: 'dependency', ecosystem: ecosystem as string, name, version, scope: 'runtime', line }]
    })
    return [
      { kind: 'engine', ecosystem: 'deno', name: 'deno', value: source.name, line: entryAt(root, 'tasks')?.line ?? root?.line ?? 1 },
      ...imports,
      ...tasks,
    ]
  },
}

export const swiftPackage: Format = {
  name: 'Package.swift',
  claims: ({ name }) => name === 'Package.swift',
  facts(source) {
    return [
      ...withoutComments(source.text).matchAll(
        /\.package\s*\(\s*(?:name:\s*"[^"]*"\s*,\s*)?url:\s*"([^"]+)"\s*,\s*(?:from:|exact:|\.upToNextM\w+\(from:)?\s*"?([\w.-]*)/g,
      ),
    ].map((match) => ({
      kind: 'dependency',
      ecosystem: 'swift',
      name: (match[1] as string).replace(/^https?:\/\/(?:[^@/]*@)?|\.git$/g, ''),
      version: match[2] || undefined,
      scope: 'runtime',
      line: source.lineAt(match.index),
    }))
  },
}
