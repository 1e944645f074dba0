/** Versions of build tools and kits, each stated in a small file of its own: wrappers of Gradle and Maven, global.json, sbt. */
import type { Format, Stated } from '../format'
import { withoutComments } from '../read/comments'
import { readJson } from '../read/json'
import { at, textOf } from '../read/located'

const WRAPPERS: { path: RegExp; tool: string; version: RegExp }[] = [
  { path: /(?:^|\/)gradle-wrapper\.properties$/, tool: 'gradle', version: /^distributionUrl\s*=.*gradle-([\d.]+)-/ },
  { path: /(?:^|\/)maven-wrapper\.properties$/, tool: 'maven', version: /^distributionUrl\s*=.*apache-maven-([\d.]+)-/ },
  { path: /(?:^|\/)project\/build\.properties$/, tool: 'sbt', version: /^sbt\.version\s*=\s*([\d.]+)/ },
]

export const wrappers: Format = {
  name: 'build tool wrapper',
  claims: ({ path }) => WRAPPERS.some((wrapper) => wrapper.path.test(path)),
  facts(source) {
    const wrapper = WRAPPERS.find(({ path }) => path.test(source.path))
    for (let number = 1; wrapper && number <= source.lineCount; number++) {
      const version = wrapper.version.exec(source.line(number))?.[1]
      if (version !== undefined)
        return [{ kind: 'package-manager', ecosystem: 'maven', name: wrapper.tool, version, value: source.name, line: number }]
    }
    return []
  },
}

export const globalJson: Format = {
  name: 'global.json',
  claims: ({ name }) => name === 'global.json',
  facts(source) {
    const version = at(readJson(source), 'sdk', 'version')
    const text = textOf(version)
    return version && text !== undefined
      ? [{ kind: 'engine', ecosystem: 'nuget', name: 'dotnet', version: text, value: 'global.json', line: version.line }]
      : []
  },
}

/** `libraryDependencies += "org.typelevel" %% "cats-core" % "2.10.0"` */
export const sbt: Format = {
  name: 'build.sbt',
  claims: ({ name }) => name.endsWith('.sbt'),
  facts(source) {
    const text = withoutComments(source.text)
    const found: Stated[] = [{ kind: 'package-manager', ecosystem: 'maven', name: 'sbt', value: source.name, line: 1 }]
    for (const match of text.matchAll(/"([\w.-]+)"\s*%{1,3}\s*"([\w.-]+)"\s*%\s*(?:"([^"\n]+)")?([^\n,)]*)/g))
      found.push({
        kind: 'dependency',
        ecosystem: 'maven',
        name: `${match[1]}:${match[2]}`,
        version: match[3],
        scope: /\bTest\b|"test"/.test(match[4] as string) ? 'dev' : 'runtime',
        line: source.lineAt(match.index),
      })
    const scala = /\bscalaVersion\s*:=\s*"([\d.]+)/.exec(text)
    if (scala)
      found.push({ kind: 'engine', ecosystem: 'sbt', name: 'scala', version: scala[1], value: 'scalaVersion', line: source.lineAt(scala.index) })
    return found
  },
}
