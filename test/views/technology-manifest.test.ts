/** The manifest's page: the stack first, disagreements before the tables, and nothing that is not known shown as known. */
import { expect, test } from 'vitest'
import { render } from '../../plugin/render/index'
import type { Program, RuntimeStatement, Technology } from '../../plugin/types'
import { ecosystemsOf } from '../../plugin/views/derived/manifests'
import { pipelinesOf } from '../../plugin/views/derived/pipelines'
import { stackOf } from '../../plugin/views/derived/stack'
import { technologyManifest } from '../../plugin/views/technology-manifest'
import { aContext, aProgram, aTechnology, at } from '../program'

const page = async (program: Partial<Program>): Promise<string> => {
  const context = aContext({ program })
  const [printed] = await render([technologyManifest(context)].flat(), context)
  return printed?.content ?? ''
}
const language = (name: string, share?: number): Technology =>
  aTechnology({
    name,
    category: 'language',
    kind: 'language',
    purpose: 'programming language',
    version: undefined,
    ...(share === undefined ? {} : { share }),
  })
const store = (name: string, file: string): Technology =>
  aTechnology({ name, category: 'infrastructure', kind: 'database', purpose: 'database', version: undefined, evidence: [at(`${file}:3`)] })
const said = (version: string, from: string, role: RuntimeStatement['role']): RuntimeStatement => ({
  version,
  from,
  role,
  isFloating: false,
  at: at(`${from}:1`),
})
const disagreement = (): Program['runtimeAgreement'][number] => {
  const [one, other] = [said('18', 'Dockerfile', 'used'), said('>=20', 'engines', 'allowed')]
  return { runtime: 'Node.js', versions: [other, one], agree: false, reason: 'no', conflicts: [{ kind: 'outside', one, other }] }
}

test('the short answer has the main languages, what runs, and nothing that only pipelines and examples use', () => {
  const rows = stackOf(
    aProgram({
      technologies: [
        language('Shell', 0.01),
        language('TypeScript', 0.9),
        language('JSON'),
        store('PostgreSQL', 'docker-compose.yml'),
        store('MySQL', '.github/workflows/ci.yml'),
        store('MongoDB', 'examples/a/docker-compose.yml'),
        aTechnology(),
        aTechnology({ name: 'Storybook', purpose: 'documentation site', isDevelopment: true }),
      ],
    }),
  )
  expect(rows.map(({ question, parts }) => `${question}: ${parts.map(({ name }) => name).join(', ')}`)).toEqual([
    'languages: TypeScript',
    'frameworks: Express',
    'stores: PostgreSQL',
  ])
})

test('disagreements stand before the tables, each with both places', async () => {
  const text = await page({ runtimeAgreement: [disagreement()] })
  expect(text.indexOf('## Versions that disagree')).toBeGreaterThan(0)
  expect(text.indexOf('## Versions that disagree')).toBeLessThan(text.indexOf('## Languages'))
  expect(text).toContain('**Node.js:** Dockerfile says `18`')
  expect(text).toContain('engines allows only `>=20`')
  expect(await page({ runtimeAgreement: [{ ...disagreement(), agree: true, conflicts: [], reason: 'Both say so.' }] })).not.toContain(
    'Versions that disagree',
  )
})

test('columns that would be empty are left out; a locked version leads to the lock file', async () => {
  const locked = { version: '4.19.2', at: at('yarn.lock:9') }
  expect(await page({ technologies: [aTechnology({ locked: [locked] })] })).toMatch(
    /\| Express \| `\^4\.19\.2` \| \[`4\.19\.2`\]\([^)]*yarn-?\.?lock[^)]*\) \| web framework \|/,
  )
  expect(await page({ technologies: [aTechnology()] })).toMatch(/\| Express \| `\^4\.19\.2` \| web framework \|/)
  expect(await page({ technologies: [aTechnology({ version: undefined })] })).toMatch(/\| Express \| web framework \|/)
  expect(await page({ technologies: [aTechnology({ version: '2', versionOf: 'express-parts' })] })).toContain('`2` of `express-parts`')
})

test('found nothing says what was looked for', async () => {
  const text = await page({})
  for (const words of [
    'No technology was recognised: no code, no manifest, no container file and no workflow.',
    'No place states the version of a runtime or a package manager. Looked at:',
    'No database, cache, queue, search engine',
    'No manifest asks for a package. Looked for: npm,',
    'Every image, action, chart and cloud resource that a manifest names is known here, and every manifest could be read.',
  ])
    expect(text).toContain(words)
})

test('what was not understood is listed: names, unread manifests, libraries without a purpose', async () => {
  const text = await page({
    files: [{ path: 'compose.yml', kind: 'manifest', language: 'yaml', bytes: 1, hash: '', uncommitted: false }],
    technologies: [aTechnology({ name: 'left-pad-of-ours', category: 'library', kind: 'library', purpose: 'library' })],
    unrecognised: [{ what: 'image', name: '${BASE}', at: at('Dockerfile:1') }],
    notAnalysed: [
      { subject: 'compose.yml', stage: 'extract', reason: 'does not parse', detail: 'The YAML has a mistake in line 2.' },
      { subject: 'src/a.ts', stage: 'extract', reason: 'does not parse', detail: 'A brace is missing.' },
    ],
  })
  expect(text).toContain('| image | `${BASE}` |')
  expect(text).toContain('The YAML has a mistake in line 2.')
  expect(text).not.toContain('A brace is missing.')
  expect(text).toContain('Of 1 library the purpose is not known')
  expect(text).toContain('Libraries whose purpose is not known here (1)')
})

test('a hostile name stays in its cell', async () => {
  const text = await page({ technologies: [aTechnology({ name: 'a|b\n<script>', evidence: [at('package.json:1')] })] })
  expect(text).not.toContain('<script>')
  expect(text.split('\n').filter((line) => line.startsWith('|') && line.includes('script'))).toHaveLength(2)
})

test('pipelines by file, and ecosystems by what they bring', () => {
  const fact = (kind: 'ci-job' | 'dependency', ecosystem: string, name: string, scope?: 'runtime' | 'dev') => ({
    kind,
    ecosystem,
    name,
    line: 2,
    text: name,
    ...(scope ? { scope } : {}),
  })
  const manifests = [
    { path: 'package.json', facts: [fact('dependency', 'npm', 'a', 'dev')] },
    { path: 'pyproject.toml', facts: [fact('dependency', 'pypi', 'b', 'runtime'), fact('dependency', 'pypi', 'c', 'runtime')] },
    { path: 'pnpm-lock.yaml', facts: [fact('dependency', 'npm-lock', 'a')] },
    { path: '.github/workflows/ci.yml', facts: [fact('ci-job', 'github-actions', 'CI / test')] },
    { path: '.gitlab-ci.yml', facts: [fact('ci-job', 'gitlab-ci', 'build'), fact('ci-job', 'gitlab-ci', 'deploy')] },
  ]
  expect(pipelinesOf(aProgram({ manifests })).map(({ file, jobs }) => `${file}: ${jobs.map(({ name }) => name).join(' ')}`)).toEqual([
    '.gitlab-ci.yml: build deploy',
    '.github/workflows/ci.yml: test',
  ])
  expect(
    ecosystemsOf(aProgram({ manifests })).map(({ name, runtime, dev, manifests: places }) => `${name} ${runtime} ${dev} ${places.length}`),
  ).toEqual(['PyPI (Python) 2 0 1', 'npm (JavaScript) 0 1 1'])
})
