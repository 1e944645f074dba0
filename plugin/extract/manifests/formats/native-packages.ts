/** Packages of C and C++, of Apple's platforms, of Clojure, and of browsers before npm: what their one manifest lists. */
import type { Format, Stated } from '../format'
import { withoutHashComments } from '../read/comments'
import { readJson } from '../read/json'
import { at, entriesOf, itemsOf, textOf } from '../read/located'

export const vcpkg: Format = {
  name: 'vcpkg.json',
  claims: ({ name }) => name === 'vcpkg.json',
  facts(source) {
    return itemsOf(at(readJson(source), 'dependencies')).flatMap((item): Stated[] => {
      const name = textOf(item) ?? textOf(at(item, 'name'))
      return name === undefined
        ? []
        : [{ kind: 'dependency', ecosystem: 'vcpkg', name, version: textOf(at(item, 'version>=')), scope: 'runtime', line: item.line }]
    })
  },
}

/** `[requires]`, then `zlib/1.3` a line. */
export const conan: Format = {
  name: 'conanfile.txt',
  claims: ({ name }) => name === 'conanfile.txt',
  facts(source) {
    const found: Stated[] = []
    let scope: Stated['scope']
    for (let number = 1; number <= source.lineCount; number++) {
      const line = source.line(number).replace(/#.*$/, '').trim()
      if (line.startsWith('[')) scope = line === '[requires]' ? 'runtime' : /^\[(?:build|tool|test)_requires\]$/.test(line) ? 'dev' : undefined
      const [, name, version] = /^([\w.+-]+)\/([\w.+-]+|\[[^\]]*\])/.exec(line) ?? []
      if (scope && name !== undefined) found.push({ kind: 'dependency', ecosystem: 'conan', name, version, scope, line: number })
    }
    return found
  },
}

/** `pod 'Alamofire', '~> 5.0'` */
export const podfile: Format = {
  name: 'Podfile',
  claims: ({ name }) => name === 'Podfile',
  facts(source) {
    return [...withoutHashComments(source.text).matchAll(/^[ \t]*pod\s+['"]([\w.+/-]+)['"](?:\s*,\s*['"]([^'"]+)['"])?/gm)].map((match) => ({
      kind: 'dependency',
      ecosystem: 'cocoapods',
      name: match[1] as string,
      version: match[2],
      scope: 'runtime',
      line: source.lineAt(match.index),
    }))
  },
}

/** `[ring/ring-core "1.11.0"]` of Leiningen, `ring/ring-core {:mvn/version "1.11.0"}` of tools.deps. */
export const clojure: Format = {
  name: 'Clojure project',
  claims: ({ name }) => name === 'project.clj' || name === 'deps.edn',
  facts(source) {
    const text = source.text.replace(/;[^\n]*/g, (comment) => ' '.repeat(comment.length))
    const pattern =
      source.name === 'deps.edn' ? /([\w.*+!?-]+\/[\w.*+!?-]+)\s*\{:mvn\/version\s+"([^"]+)"/g : /\[([\w.*+!?-]+(?:\/[\w.*+!?-]+)?)\s+"([^"\n]+)"/g
    return [...text.matchAll(pattern)].map((match): Stated => {
      const [, name, version] = match as unknown as [string, string, string]
      const line = source.lineAt(match.index)
      return /^org\.clojure\/clojure$/.test(name)
        ? { kind: 'engine', ecosystem: 'clojure', name: 'clojure', version, value: source.name, line }
        : {
            kind: 'dependency',
            ecosystem: 'maven',
            name: name.includes('/') ? name.replace('/', ':') : `${name}:${name}`,
            version,
            scope: 'runtime',
            line,
          }
    })
  },
}

export const bower: Format = {
  name: 'bower.json',
  claims: ({ name }) => name === 'bower.json',
  facts(source) {
    const root = readJson(source)
    return (['dependencies', 'devDependencies'] as const).flatMap((key) =>
      entriesOf(at(root, key)).map(
        ({ key: name, line, value }): Stated => ({
          kind: 'dependency',
          ecosystem: 'bower',
          name,
          version: textOf(value),
          scope: key === 'dependencies' ? 'runtime' : 'dev',
          line,
        }),
      ),
    )
  },
}
