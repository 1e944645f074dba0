/** Jenkinsfile: a program, so only what is written out in it is taken: stages, images, tools and shell steps. */
import { rowsByName } from '../../../rows-by-name'
import { commandFacts, firstOfEach } from '../commands'
import { type Format, platform, type Source, type Stated } from '../format'
import { imageFact } from '../image'
import { withoutComments } from '../read/comments'

const TOOLS: Record<string, string> = rowsByName({ nodejs: 'node', maven: 'maven', gradle: 'gradle', jdk: 'java', go: 'go' })

export const jenkinsfile: Format = {
  name: 'Jenkinsfile',
  claims: ({ name }) => /^(?:.+\.)?jenkinsfile(?:\..+)?$/i.test(name),
  facts(source) {
    const text = withoutComments(source.text)
    const begin = /^[ \t]*(?:pipeline|node|library|stage|@Library)\b/m.exec(text)
    if (!begin) return []
    const found: Stated[] = [platform('jenkins', lineAfterSpace(text, begin.index, source))]
    for (const [pattern, state] of PATTERNS)
      for (const match of text.matchAll(pattern)) found.push(...state(match, lineAfterSpace(text, match.index, source)))
    return firstOfEach(found.sort((one, other) => one.line - other.line))
  },
}

const PATTERNS: [RegExp, (match: RegExpMatchArray, line: number) => Stated[]][] = [
  [/\bstage\s*\(\s*['"]([^'"\n]+)['"]/g, ([, name], line) => [{ kind: 'ci-job', ecosystem: 'jenkins', name: name as string, line }]],
  [/\bimage\s*\(?\s*['"]([^'"\n]+)['"]/g, ([, image], line) => imageFact(image as string, line, 'jenkins')],
  [
    /\b(nodejs|maven|gradle|jdk|go)\s*\(?\s*(?:nodeJSInstallationName:\s*)?['"]([^'"\n]+)['"]/g,
    ([, tool, version], line) => [engine(tool as string, version as string, line)],
  ],
  [
    /\b(?:sh|bat|pwsh|powershell)\s*\(?\s*(?:script:\s*)?(?:'''([\s\S]*?)'''|"""([\s\S]*?)"""|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")/g,
    shellStep,
  ],
]

function shellStep([, ...scripts]: RegExpMatchArray, line: number): Stated[] {
  return commandFacts(
    scripts.find((each) => each !== undefined),
    line,
    'jenkins',
  )
}

function engine(tool: string, version: string, line: number): Stated {
  const number = /\d[\w.]*/.exec(version)?.[0]
  return { kind: 'engine', ecosystem: 'jenkins', name: TOOLS[tool] as string, version: number, value: version, line }
}

function lineAfterSpace(text: string, offset: number, source: Source): number {
  return source.lineAt(offset + (/^\s*/.exec(text.slice(offset, offset + 200))?.[0].length ?? 0))
}
