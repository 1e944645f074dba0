/** Builds on the Java virtual machine: pom.xml, build.gradle and its Kotlin form, version catalogues. */
import { type Format, platform, type Stated } from '../format'
import { withoutComments } from '../read/comments'
import { at, entriesOf, textOf } from '../read/located'
import { readToml } from '../read/toml'

export const pom: Format = {
  name: 'pom.xml',
  claims: ({ name }) => name === 'pom.xml',
  facts(source) {
    const text = source.text.replace(/<!--[\s\S]*?(?:-->|$)/g, (comment) => comment.replace(/[^\n]/g, ' '))
    const properties = new Map([...text.matchAll(/<([\w.-]+)>([^<>\n]*)<\/\1>/g)].map((match) => [match[1] as string, (match[2] as string).trim()]))
    const found: Stated[] = [
      { kind: 'package-manager', ecosystem: 'maven', name: 'maven', value: 'pom.xml', line: source.lineAt(Math.max(0, text.indexOf('<project'))) },
    ]
    for (const { name, content, index } of elements(text)) {
      const inside = content
        .replace(/<exclusions>[\s\S]*?<\/exclusions>/g, (part) => part.replace(/[^\n]/g, ' '))
        .replace(/<(?:configuration|executions|dependencies)>[\s\S]*$/, '')
      const group = field(inside, 'groupId') ?? (name === 'plugin' ? 'org.apache.maven.plugins' : undefined)
      const artifact = /<artifactId>\s*([^<\s]+)/.exec(inside)
      if (group === undefined || !artifact) continue
      const line = source.lineAt(index + artifact.index)
      const written = field(inside, 'version')
      const version = written?.replace(/\$\{([\w.-]+)\}/g, (whole, name: string) => properties.get(name) ?? whole)
      const scope = field(inside, 'scope') === 'test' || name === 'plugin' ? 'dev' : field(inside, 'optional') === 'true' ? 'optional' : 'runtime'
      found.push({ kind: 'dependency', ecosystem: 'maven', name: `${group}:${artifact[1]}`, version, scope, line })
    }
    for (const name of ['maven.compiler.release', 'java.version', 'maven.compiler.source']) {
      const java = new RegExp(`<${name.replaceAll('.', '\\.')}>\\s*([\\d.]+)`).exec(text)
      if (!java) continue
      found.push({ kind: 'engine', ecosystem: 'maven', name: 'java', version: java[1], value: name, line: source.lineAt(java.index) })
      break
    }
    return found
  },
}

/** Elements that name another package, with the offset of what is in them. An element that never ends is none. */
function elements(text: string): { name: string; content: string; index: number }[] {
  const found: { name: string; content: string; index: number }[] = []
  const opening = /<(dependency|parent|plugin)>/g
  const endless = new Set<string>()
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const name = match[1] as string
    const end = endless.has(name) ? -1 : text.indexOf(`</${name}>`, opening.lastIndex)
    if (end < 0) endless.add(name)
    else {
      found.push({ name, content: text.slice(opening.lastIndex, Math.min(end, opening.lastIndex + 20_000)), index: opening.lastIndex })
      opening.lastIndex = end
    }
  }
  return found
}

function field(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>\\s*([^<\\s]+)`).exec(xml)?.[1]
}

export const gradle: Format = {
  name: 'Gradle build',
  claims: ({ name }) => /\.gradle(?:\.kts)?$/.test(name),
  facts(source) {
    const text = withoutComments(source.text)
    const found: Stated[] = [{ kind: 'package-manager', ecosystem: 'maven', name: 'gradle', value: source.name, line: 1 }]
    const add = (match: RegExpMatchArray, state: (line: number) => Stated) =>
      found.push(state(source.lineAt((match.index ?? 0) + (/^\s*/.exec(match[0])?.[0].length ?? 0))))
    for (const match of text.matchAll(
      /^[ \t]*(\w*(?:[iI]mplementation|[aA]pi|[cC]ompileOnly|[rR]untimeOnly|[cC]ompile|[kK]apt|[aA]nnotationProcessor|classpath))\s*\(?\s*(?:platform\s*\(\s*)?['"]([\w.-]+:[\w.-]+)(?::([^'"]+))?['"]/gm,
    ))
      add(match, (line) => ({
        kind: 'dependency',
        ecosystem: 'maven',
        name: match[2] as string,
        version: plain(match[3]),
        scope: /test/i.test(match[1] as string) ? 'dev' : 'runtime',
        line,
      }))
    for (const match of text.matchAll(/^[ \t]*(?:id\s*\(?\s*|apply\s+plugin:\s*)['"]([\w.-]+)['"]\)?(?:\s*version\s*\(?['"]([^'"]+)['"])?/gm))
      add(match, (line) => ({
        kind: 'dependency',
        ecosystem: 'gradle-plugin',
        name: match[1] as string,
        version: plain(match[2]),
        scope: 'dev',
        line,
      }))
    for (const match of text.matchAll(/^[ \t]*kotlin\s*\(\s*"(\w+)"\s*\)(?:\s*version\s*"([^"]+)")?/gm))
      add(match, (line) => ({ kind: 'engine', ecosystem: 'gradle', name: 'kotlin', version: plain(match[2]), value: 'plugin', line }))
    for (const match of text.matchAll(
      /\b(?:sourceCompatibility\s*=?|JavaLanguageVersion\.of\s*\(|jvmToolchain\s*\()\s*(?:JavaVersion\.VERSION_)?['"]?([\d_.]+)/g,
    ))
      add(match, (line) => ({ kind: 'engine', ecosystem: 'gradle', name: 'java', version: match[1]?.replaceAll('_', '.'), value: 'toolchain', line }))
    return found.sort((one, other) => one.line - other.line)
  },
}

/** Versions put together from variables are not known here. */
function plain(version: string | undefined): string | undefined {
  return version === undefined || version.includes('$') ? undefined : version
}

export const versionCatalog: Format = {
  name: 'Gradle version catalogue',
  claims: ({ name }) => name.endsWith('.versions.toml'),
  facts(source) {
    const root = readToml(source)
    const versions = new Map(entriesOf(at(root, 'versions')).map(({ key, value }) => [key, textOf(value)]))
    const libraries = entriesOf(at(root, 'libraries')).flatMap(({ value, line }): Stated[] => {
      const [group, artifact, inline] = (textOf(value) ?? '').split(':')
      const name =
        textOf(at(value, 'module')) ??
        (artifact === undefined ? [textOf(at(value, 'group')), textOf(at(value, 'name'))].join(':') : `${group}:${artifact}`)
      const version = inline ?? textOf(at(value, 'version')) ?? versions.get(textOf(at(value, 'version', 'ref')) ?? '')
      return /^[\w.-]+:[\w.-]+$/.test(name) ? [{ kind: 'dependency', ecosystem: 'maven', name, version, scope: 'runtime', line }] : []
    })
    return [platform('gradle', 1), ...libraries]
  },
}
