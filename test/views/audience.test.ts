/** What is withheld from the public is on no page of theirs, and in no export; what is not stays. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { render } from '../../plugin/render/index'
import { plainText } from '../../plugin/render/labels'
import type { Control, Evidence, Finding, LedgerRow, Page, SecretSighting } from '../../plugin/types'
import { forAudience, resultsOf, type ViewContext, views } from '../../plugin/views/index'
import { aContext, aFinding, anEntryPoint, aRow, at, noPosture } from '../program'
import { shop } from '../render/shop'

async function printed(context: ViewContext): Promise<Page[]> {
  const shown = forAudience(context)
  const pages = await render(
    views.flatMap((view) => view(shown)),
    shown,
  )
  return [...pages, { path: 'results.json', content: JSON.stringify(resultsOf(shown)) }]
}

const asPublic = (context: ViewContext): ViewContext => ({ ...context, options: { ...context.options, audience: 'public' } })
const severe = new Set(['Critical', 'High', 'Medium'])
const isOpen = ({ status, severity }: LedgerRow): boolean => status === 'Open' && severe.has(severity)

/** As a person reads them: without what Markdown and JSON add. */
const asText = ({ path, content }: Page): string =>
  path.endsWith('.json') ? content.replaceAll('\\"', '"').replaceAll('\\\\', '\\') : content.split('\n').map(plainText).join('\n')

/** Places and lines that give a finding away: its own, and those of its places. */
function needlesOf({ at: own, places = [], proofOfConcept }: Finding): { places: RegExp[]; texts: string[] } {
  const evidence: Evidence[] = [own, ...places]
  const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return {
    places: evidence.flatMap(({ file, line }) => [
      new RegExp(`${escaped(file)}:${line}(?!\\d)`),
      new RegExp(`${file.split('/').map(encodeURIComponent).map(escaped).join('/')}#L${line}(?!\\d)`),
    ]),
    texts: [...evidence.map(({ text }) => text.trim()).filter(({ length }) => length >= 16), ...(proofOfConcept ? [proofOfConcept.text] : [])],
  }
}

/** Corrected code is the rule's, and may look like the code that it corrects. */
const withoutAdvice = (text: string, findings: Finding[]): string =>
  findings.reduce((rest, { remediation: { code } }) => (code ? rest.replaceAll(code, '') : rest), text)

async function leaks(context: ViewContext): Promise<string[]> {
  const findings = context.rows.filter(isOpen).flatMap(({ finding }) => finding ?? [])
  const pages = (await printed(asPublic(context))).map((page) => ({ path: page.path, text: withoutAdvice(asText(page), findings) }))
  return findings.flatMap((finding) => {
    const { places, texts } = needlesOf(finding)
    return pages.flatMap(({ path, text }) => [
      ...places.filter((place) => place.test(text)).map((place) => `${path}: ${place.source}`),
      ...texts.filter((needle) => text.includes(needle)).map((needle) => `${path}: ${needle}`),
    ])
  })
}

describe('the sample shop', () => {
  test('shows its people where everything is', async () => {
    const context = shop()
    const pages = (await printed(context)).map(asText).join('\n')
    for (const { finding } of context.rows.filter(isOpen)) if (finding) expect(pages).toContain(`${finding.at.file}:${finding.at.line}`)
    expect(forAudience(context)).toBe(context)
  })

  test('shows the public no place, no line and no proof of an open finding of Medium or above', async () => {
    expect(shop().rows.filter(isOpen).length).toBeGreaterThan(3)
    expect(await leaks(shop())).toEqual([])
  })

  test('whatever is open', async () => {
    const { rows } = shop()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('Critical', 'High', 'Medium', 'Low', 'Info'), { minLength: rows.length, maxLength: rows.length }),
        async (severities) => {
          const context = shop()
          const changed = context.rows.map((row, index): LedgerRow => {
            const severity = severities[index] as LedgerRow['severity']
            return { ...row, status: row.finding ? 'Open' : row.status, severity, finding: row.finding && { ...row.finding, severity } }
          })
          expect(await leaks({ ...context, rows: changed })).toEqual([])
        },
      ),
      { numRuns: 8 },
    )
  })

  test('what is said of it all stays the same: ids, severities, grade and counts', async () => {
    const [inside, outside] = [resultsOf(shop()), resultsOf(forAudience(asPublic(shop())))]
    const told = (it: (typeof inside.findings)[number]) => [it.id, it.reportId, it.rule, it.severity, 'cvss' in it && it.cvss]
    expect(outside.findings.map(told)).toEqual(inside.findings.map(told))
    const index = async (context: ViewContext) => (await printed(context)).find(({ path }) => path === 'security-docs/index.md')?.content ?? ''
    const grade = (text: string) => /Security grade \| (.*) \|/.exec(text)?.[1]
    expect(grade(await index(asPublic(shop())))).toBe(grade(await index(shop())))
  })

  test('asks search engines to stay away, on every page, and only for the public', async () => {
    const pages = (await printed(asPublic(shop()))).filter(({ path }) => path.endsWith('.md'))
    for (const { content, path } of pages) expect(content, path).toMatch(/\n\n<head>\n {2}<meta name="robots" content="noindex">\n<\/head>\n$/)
    for (const { content } of await printed(shop())) expect(content).not.toContain('noindex')
  })
})

describe('one context', () => {
  const place = at('src/pay.ts:31', 'charge(request.body.amount, anything)')
  const proof = { language: 'http' as const, text: 'POST https://app.example/pay', shows: 'It is paid.', executed: false as const }
  const finding = { at: place, route: 'POST /pay', trace: [at('src/way.ts:3', 'const amount = request.body.amount'), place], proofOfConcept: proof }
  const control = (more: Partial<Control>): Control => ({
    id: 'x',
    aspect: 'X',
    state: 'fail',
    current: 'none',
    recommended: '',
    reason: 'Said at src/other.ts:8.',
    evidence: [at('src/other.ts:8', 'hash(password, 4)')],
    ...more,
  })
  const shownTo = (context: ViewContext) =>
    JSON.stringify(forAudience(asPublic(context)).rows) + JSON.stringify(forAudience(asPublic(context)).program)

  test('a low or fixed finding keeps its place, unless one that is withheld stands on the same line', () => {
    const low = aRow({ severity: 'Low', finding: { severity: 'Low', at: at('src/low.ts:5', 'res.cookie(name, value)') } })
    const fixed = aRow({ status: 'Fixed', severity: 'High', file: 'src/gone.ts', finding: null })
    const same = aRow({ severity: 'Low', finding: { severity: 'Low', at: place } })
    expect(shownTo(aContext({ rows: [low, fixed] }))).toContain('"file":"src/low.ts","line":5')
    expect(shownTo(aContext({ rows: [low, fixed] }))).toContain('src/gone.ts')
    expect(shownTo(aContext({ rows: [aRow({ severity: 'High', finding }), same] }))).not.toContain('src/pay.ts')
  })

  test('the line is gone wherever it is cited, also inside a range and in a sentence', () => {
    const entry = anEntryPoint({
      path: '/pay',
      at: place,
      handler: { name: 'pay', at: { ...at('src/pay.ts:30', 'function pay() {'), endLine: 40 } },
      notes: ['Answers at (src/pay.ts:31).', 'Answers at src/pay.ts:310.'],
    })
    const text = shownTo(aContext({ program: { entryPoints: [entry] }, rows: [aRow({ severity: 'High', finding })] }))
    expect(text).not.toMatch(/src\/pay\.ts:31(?!\d)|"line":3[01],/)
    expect(text).toContain('Answers at (withheld).')
    expect(text).toContain('src/pay.ts:310')
    expect(text).toContain('"/pay"')
  })

  test('nothing of the way, the request or the code is left of it', () => {
    const text = shownTo(aContext({ rows: [aRow({ severity: 'High', finding, text: place.text, subject: 'pay charge', file: place.file })] }))
    for (const gone of ['POST /pay', 'charge', 'way.ts', 'app.example', 'amount']) expect(text).not.toContain(gone)
  })

  test('what shows a failing control is gone, what proves another stays, and so does what was looked for in vain', () => {
    const posture = {
      ...noPosture,
      stack: [
        control({}),
        control({ state: 'pass', evidence: [at('src/good.ts:2', 'app.use(helmet())')] }),
        control({ evidence: [], reason: 'Looked for helmet: none.' }),
      ],
    }
    const { stack } = forAudience(asPublic(aContext({ program: { posture } }))).program.posture
    expect(stack[0]).toMatchObject({ state: 'fail', current: 'none', evidence: [{ withheld: true }], reason: expect.stringContaining('withheld') })
    expect(stack[1]).toMatchObject({ evidence: [{ file: 'src/good.ts', line: 2 }] })
    expect(stack[2]).toMatchObject({ reason: 'Looked for helmet: none.' })
  })

  test('secrets have no place, in the tree and in its history', () => {
    const sighting: SecretSighting = {
      pattern: 'named-value',
      type: 'password',
      name: 'DB_PASSWORD',
      file: 'deploy/.env',
      line: 4,
      lines: [9],
      redacted: '********',
      weight: 'credential',
      because: 'It is set at deploy/.env:4.',
      at: at('deploy/.env:4', 'DB_PASSWORD=********'),
      commit: '1234567890abcdef',
    }
    const program = {
      posture: { ...noPosture, secrets: { ...noPosture.secrets, sightings: [sighting] } },
      history: {
        state: 'whole' as const,
        reason: '',
        commits: 3,
        sightings: [{ ...sighting, file: 'old/.env', at: at('old/.env:4', 'DB_PASSWORD=********') }],
      },
      manifests: [{ path: 'x', facts: [] }],
      connections: [],
    }
    const text = shownTo(aContext({ program }))
    for (const gone of ['deploy/.env', 'old/.env', '1234567890abcdef']) expect(text).not.toContain(gone)
    expect(text).toContain('DB_PASSWORD')
  })

  test('the lines around a place that may be told, which can be the place of another', () => {
    const low = aRow({
      finding: aFinding({ severity: 'Low', at: at('src/a.ts:1', 'first('), code: 'first(\n  second(secondPlace),\n)' }),
      severity: 'Low',
    })
    expect(shownTo(aContext({ rows: [low] }))).not.toContain('secondPlace')
  })

  test('and the analysis is complete all the same', async () => {
    const rows = [aRow({ severity: 'High', finding: aFinding({ severity: 'High', at: at('src/a.ts:1', 'first(value)') }) })]
    const index = (await printed(asPublic(aContext({ rows })))).find(({ path }) => path === 'security-docs/index.md')!.content
    expect(index).toContain('Findings are prioritized and say what to do | ✓ yes')
  })

  test('what holds itself ends', () => {
    const shape = { type: 'object' as const, name: 'Tree', fields: [] as { name: string; shape: unknown; required: boolean }[] }
    shape.fields.push({ name: 'child', shape, required: false })
    const entry = anEntryPoint({ parameters: [{ name: 'tree', in: 'json', shape: shape as never }] })
    const copy = forAudience(asPublic(aContext({ program: { entryPoints: [entry] } }))).program.entryPoints[0]?.parameters[0]?.shape
    expect(copy?.fields?.[0]?.shape).toBe(copy)
  })
})
