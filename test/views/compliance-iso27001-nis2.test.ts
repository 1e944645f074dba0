/** Reports of ISO 27001 Annex A and NIS 2: sections and columns as the specification (2.7, 2.8) has them, and sums that add up. */
import { beforeAll, describe, expect, test } from 'vitest'
import { assess } from '../../plugin/compliance/index'
import { loadStandards } from '../../plugin/compliance/load'
import { render } from '../../plugin/render/index'
import type { FrameworkResult, Usage, Vulnerability } from '../../plugin/types'
import { cryptographyOf } from '../../plugin/views/derived/cryptography'
import { views } from '../../plugin/views/index'
import { aControl, noAudit, noVerdict } from '../compliance/scene'
import { aContext, anEntryPoint, aProgram, aRow, at, noPosture } from '../program'

const use = (kind: string, line: number, values: Record<string, string> = {}, api = kind): Usage => ({
  kind,
  api,
  library: 'node:crypto',
  at: at(`src/keys.ts:${line}`),
  around: '',
  values: Object.fromEntries(Object.entries(values).map(([key, text]) => [key, { state: 'constant' as const, texts: [text] }])),
  test: false,
})
const usages = [
  use('hash', 4, { algorithm: 'md5' }),
  use('cipher', 5, { algorithm: 'aes-256-gcm' }),
  use('hash', 6, { algorithm: 'sha256' }),
  use('hash', 7, { algorithm: 'sha256' }),
  use('key-pair', 8, { type: 'rsa', bits: '1024' }),
  use('slow-hash', 9, { rounds: '12' }, 'bcrypt.hash'),
  use('cipher', 10),
  use('hash', 11, { algorithm: 'sha1' }),
]
const program = aProgram({
  history: { state: 'not looked', reason: 'Not under version control.', commits: 0, sightings: [] },
  advisories: { state: 'not looked', reason: 'No source of advisories is configured.', source: '', packages: 0, found: [] },
  entryPoints: [anEntryPoint({ path: '/users' })],
  posture: { ...noPosture, stack: [aControl({ id: 'header-csp', aspect: 'CSP', state: 'fail', current: '', reason: 'Nothing sends it.' })] },
  usages,
})
const rows = [
  aRow({
    id: 'SEC-003',
    reportId: 'INPUT-001',
    rule: 'sql-injection',
    severity: 'High',
    finding: { rule: 'sql-injection', title: 'SQL', phase: 'Input Validation', at: at('src/users.ts:9', 'db.query(`select …`)') },
  }),
  aRow({
    id: 'SEC-012',
    reportId: 'DATA-002',
    rule: 'weak-hash',
    severity: 'Medium',
    finding: { rule: 'weak-hash', title: 'Weak hash', phase: 'Data Protection', at: at('src/keys.ts:4', 'createHash("md5")') },
  }),
]

const resultOf = (id: 'iso27001' | 'nis2', entityType?: 'Essential' | 'Important'): FrameworkResult =>
  assess(loadStandards([id]), { program, verdict: noVerdict, audit: noAudit, rows }, entityType ? { entityType } : {})[0]!

async function contentOf(result: FrameworkResult, of = program): Promise<string> {
  const context = aContext({ program: of, rows, compliance: [result], options: { frameworks: [result.id] } })
  const pages = await render(
    views.flatMap((view) => view(context)),
    context,
  )
  return pages.find(({ path }) => path === result.path)!.content
}

/** Cells of the rows of every table with this head. */
function tablesOf(content: string, head: string): string[][][] {
  const lines = content.split('\n')
  const starts = lines.flatMap((line, index) => (line.startsWith('|') && cellsOf(line).join(' | ') === head ? [index] : []))
  return starts.map((start) => {
    const rest = lines.slice(start + 2)
    return rest
      .slice(
        0,
        rest.findIndex((line) => !line.startsWith('|')),
      )
      .map(cellsOf)
  })
}

const cellsOf = (line: string): string[] =>
  line
    .replaceAll('**', '')
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim())

const headings = (content: string, level: number): string[] =>
  [...content.matchAll(new RegExp(`^#{${level}} (.+)$`, 'gm'))].map(([, text]) => text!.replace(/ \{#.*$/, ''))
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/** The rows make the last one. */
function addsUp(table: readonly (readonly number[])[]): void {
  const [all, ...others] = [table.at(-1)!, ...table.slice(0, -1)]
  expect(all).toEqual(all.map((_, index) => sum(others.map((row) => row[index]!))))
}

const numbersOf = (table: readonly string[][], from = 1): number[][] => table.map((cells) => cells.slice(from).map(Number))

describe('ISO 27001 Annex A', () => {
  let content: string
  beforeAll(async () => {
    content = await contentOf(resultOf('iso27001'))
  })

  test('carries project, version and date, and the sections of the template', () => {
    for (const field of ['**Project:**', '**Framework version:** ISO 27001 Annex A 2022', '**Assessment date:**']) expect(content).toContain(field)
    expect(headings(content, 2)).toEqual([
      'Annex A domain summary',
      'Statement of applicability summary',
      'Remediation priority',
      'A.5 Organizational',
      'A.6 People',
      'A.7 Physical',
      'A.8 Technological',
      'How to read this report',
    ])
  })

  test('domains have the published figures, and add up', () => {
    const [table] = tablesOf(content, 'Domain | Controls | Implemented | Partial | N/A | Gap') as [string[][]]
    expect(table.map(([name, count]) => [name, count])).toEqual([
      ['A.5 Organizational', '37'],
      ['A.6 People', '8'],
      ['A.7 Physical', '14'],
      ['A.8 Technological', '34'],
      ['All', '93'],
    ])
    const figures = numbersOf(table)
    addsUp(figures)
    for (const [total, ...parts] of figures) expect(sum(parts)).toBe(total)
    const why = numbersOf(tablesOf(content, 'Domain | N/A: not applicable | N/A: inconclusive | N/A: not assessed')[0]!)
    addsUp(why)
    why.forEach((parts, index) => {
      expect(sum(parts)).toBe(figures[index]![3])
    })
    // People and places are not assessed, which is not the same as not applicable.
    expect(why.slice(1, 3)).toEqual([
      [0, 0, 8],
      [0, 0, 14],
    ])
  })

  test('the input to a statement of applicability names every state, over all controls', () => {
    const [table] = tablesOf(content, 'Status | Controls | Share') as [string[][]]
    expect(table.map(([name]) => name)).toEqual([
      'Implemented',
      'Partially Implemented',
      'Not Implemented',
      'Not Applicable',
      'Inconclusive from code',
      'Not assessed from code',
      'All',
    ])
    addsUp(table.map(([, count]) => [Number(count)]))
    expect(table.at(-1)).toEqual(['All', '93', '100 %'])
  })

  test('has a row a control, and what to mend by priority', () => {
    expect(tablesOf(content, 'Control | Requirement | Status | Evidence | Gap').map((table) => table.length)).toEqual([37, 8, 14, 34])
    expect(content).toMatch(/^\| A\.8\.28 \| .* \| ✗ fail \| .*SEC-003.* \| SQL\. \|$/m)
    expect(content).toMatch(/^\| A\.7\.1 \| .* \| N\/A \| \*not assessed:\* .* \| – \|$/m)
    const [work] = tablesOf(content, 'Control | Gap | Risk | Effort | Priority') as [string[][]]
    expect(work).toHaveLength(resultOf('iso27001').requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'partial').length)
    const priorities = work.map((cells) => Number(cells[4]))
    expect(priorities).toEqual([...priorities].sort())
    expect(work[0]).toEqual([expect.stringMatching(/^A\.8\.28/), expect.stringMatching(/^SQL\./), 'High', expect.stringMatching(/about/), '1'])
  })
})

const measures = [
  '21(2)(c) Business continuity',
  '21(2)(d) Supply chain',
  '21(2)(e) Secure development and maintenance',
  '21(2)(h) Cryptography',
  '21(2)(i) Access control and asset management',
  '21(2)(j) Multi-factor authentication',
]

describe('NIS 2', () => {
  let content: string
  beforeAll(async () => {
    content = await contentOf(resultOf('nis2'))
  })

  test('carries project, directive, date, entity type and the disclaimer, and the sections of the template', () => {
    for (const field of [
      '**Project:**',
      '**Directive reference:** Directive (EU) 2022/2555',
      '**Assessment date:**',
      '**Entity type:** Essential (assumed, since none was chosen)',
      'technical controls only, about 40 to 50 percent of the requirements. Organizational measures need a separate assessment',
    ])
      expect(content).toContain(field)
    expect(headings(content, 2)).toEqual([
      'Executive summary',
      'Priority remediation',
      'Technical measures',
      'Out-of-scope organizational requirements',
      'Cross-framework mapping',
      'How to read this report',
    ])
    expect(headings(content, 3)).toEqual(measures)
  })

  test('the summary adds up, with the estimate of the template beside what was measured', () => {
    const [table] = tablesOf(content, 'Category | Assessed | Compliant | Partial | Gap | N/A') as [string[][]]
    expect(table.map(([name]) => name)).toEqual([...measures, 'Article 21(2) technical measures', 'Code-analyzable coverage'])
    const figures = numbersOf(table.slice(0, -1))
    addsUp(figures)
    for (const [assessed, compliant, partial, gap] of figures) expect(compliant! + partial! + gap!).toBe(assessed)
    expect(figures.map(([assessed, , , , not]) => assessed! + not!)).toEqual([5, 5, 5, 5, 5, 5, 30])
    expect(table.at(-1)![1]).toBe('about 45 %')
    expect(content).toMatch(new RegExp(`Measured here: ${figures.at(-1)![0]} of the 30 aspects below \\(\\d+ %\\)`))
    const why = numbersOf(tablesOf(content, 'Category | N/A: not applicable | N/A: inconclusive | N/A: not assessed')[0]!)
    addsUp(why)
    why.forEach((parts, index) => {
      expect(sum(parts)).toBe(figures[index]![4])
    })
  })

  test('every measure says what was analyzed, what was not, and has five aspects and its findings', () => {
    expect(content.match(/^\*\*What was analyzed:\*\* \S/gm)).toHaveLength(6)
    expect(content.match(/^\*\*Not assessed part:\*\* \S/gm)).toHaveLength(6)
    expect(content.match(/^\*\*Findings\*\*$/gm)).toHaveLength(6)
    expect(tablesOf(content, 'Aspect | Status | Evidence | Gap').map((table) => table.length)).toEqual([5, 5, 5, 5, 5, 5])
  })

  test('nothing is answered in silence', () => {
    const cells = tablesOf(content, 'Aspect | Status | Evidence | Gap').flat()
    expect(cells.filter(([, status, evidence]) => evidence!.length < 10 || !/pass|fail|partial|N\/A/.test(status!))).toEqual([])
    for (const [, status, evidence] of cells) if (status === 'N/A') expect(evidence).toMatch(/^\*(?:not applicable|inconclusive|not assessed):\*/)
  })

  test('findings of cryptography have a name of their own, others cite theirs', () => {
    const findings = tablesOf(content, 'Finding | Title | Severity | Aspect | Location').flat()
    expect(findings.find(([, title]) => title === 'Weak hash')![0]).toMatch(/^NIS2-CRYPTO-012: \[SEC-012\]/)
    expect(findings.find(([, title]) => title === 'SQL')![0]).toMatch(/^\[SEC-003\]/)
  })

  test('severities of known vulnerabilities are counted, or it is said that nobody looked', () => {
    expect(content).toContain('**Known vulnerabilities by severity**\n\nNot assessed: No source of advisories is configured.')
  })

  test('of an OSV file: a version counts once, by its worst advisory, and what only builds apart', async () => {
    const advisory = (
      name: string,
      version: string,
      severity: Vulnerability['severity'],
      scope: Vulnerability['scope'] = 'runtime',
    ): Vulnerability => ({
      package: name,
      version,
      ecosystem: 'npm',
      ids: [`GHSA-${name}-${severity}`],
      summary: '',
      severity,
      cwe: [],
      fixedIn: ['9.0.0'],
      direct: true,
      through: [],
      scope,
      at: at('package-lock.json:9'),
      imports: [],
      url: '',
    })
    const found = [
      advisory('parser', '1.0.0', 'Low'),
      advisory('parser', '1.0.0', 'Critical'),
      advisory('parser', '2.0.0', 'High'),
      advisory('printer', '1.0.0', 'Medium', 'optional'),
      advisory('builder', '1.0.0', 'High', 'dev'),
    ]
    const known = {
      ...program,
      advisories: { state: 'looked' as const, reason: '', source: 'OSV file', packages: 12, files: ['package-lock.json'], found },
    }
    const shown = await contentOf(resultOf('nis2'), known)
    expect(tablesOf(shown, 'Severity | In production | Only to build and test')[0]).toEqual([
      ['Critical', '1', '0'],
      ['High', '1', '1'],
      ['Medium', '1', '0'],
      ['Low', '0', '0'],
      ['Info', '0', '0'],
      ['All', '3', '1'],
    ])
    expect(shown).toContain('12 packages were held against OSV file.')
  })

  test('the inventory of cryptography', () => {
    const [table] = tablesOf(content, 'Purpose | Algorithm | Key size | Status | Places') as [string[][]]
    expect(table.map((cells) => cells.slice(0, 4))).toEqual([
      ['Digest', 'MD5', 'not in the code', '✗ weak SEC-012'],
      ['Key pair', 'RSA', '1024 bits', '✗ weak'],
      ['Digest', 'SHA-1', 'not in the code', '◐ weak; what it is for could not be told'],
      ['Encryption', 'chosen while running', 'not in the code', 'could not tell'],
      ['Digest', 'SHA-256', 'not in the code', '✓ strong'],
      ['Encryption', 'AES-256-GCM', '256 bits', '✓ strong'],
      ['Password hash or key derivation', 'bcrypt', '12 rounds', '✓ strong'],
    ])
    expect(cryptographyOf(usages, rows).map(({ count }) => count)).toEqual([1, 1, 1, 1, 2, 1, 1])
  })

  test('what an algorithm is used for decides, and findings that are not about it do not', () => {
    const digest = (line: number, data: string, purpose: string, made: number): Usage =>
      use('digest', line, { algorithm: 'md5', data, purpose, made: `src/keys.ts:${made}` })
    const finding = (id: string, rule: string, line: number, confidence: 'high' | 'low' = 'high') =>
      aRow({ id, rule, finding: { rule, confidence, phase: 'Data Protection', at: at(`src/keys.ts:${line}`), places: [] } })
    const statuses = cryptographyOf(
      [
        use('hash', 1, { algorithm: 'md5' }), // of a token, put in at the next line
        digest(2, 'secret', '', 1),
        use('hash', 3, { algorithm: 'MD5' }), // a checksum
        digest(3, '', 'harmless', 3),
        use('hash', 5, { algorithm: 'sha1' }), // as a protocol says
        { ...digest(5, '', 'prescribed', 5), kind: 'digest' },
        use('mac', 6, { algorithm: 'sha1' }),
        use('mac', 7, { algorithm: 'md5' }),
        use('mac', 8, { algorithm: 'sha256' }), // its key is written in the code
        use('token-sign', 9, { algorithm: 'RS256' }), // what is put into the token is another matter
        use('cipher', 10, { algorithm: 'aes-256-cbc' }),
        use('key-exchange', 11, { group: 'modp14' }),
        use('key-exchange', 12, { group: 'modp1' }),
        use('key-exchange', 13, { bits: '2048' }),
        use('symmetric-key', 14, { type: 'aes', bits: '256' }),
        use('cipher', 15, { algorithm: 'des-ede3-cbc' }),
      ],
      [
        finding('SEC-1', 'weak-hash', 2),
        finding('SEC-2', 'weak-hash', 3, 'low'),
        finding('SEC-3', 'hardcoded-secret', 8),
        finding('SEC-4', 'password-in-token', 9),
        finding('SEC-1', 'weak-hash', 2),
      ],
    ).map(({ purpose, algorithm, status, findings }) => [purpose, algorithm, status, ...findings].join(' | '))
    expect(statuses).toEqual([
      'Digest of a secret | MD5 | weak | SEC-1',
      'Encryption | DES-EDE3-CBC | weak',
      'Key exchange | modp1 | weak',
      'Message authentication (HMAC) | MD5 | weak',
      'Message authentication (HMAC) | SHA-256 | exposed | SEC-3',
      'Encryption | AES-256-CBC | no integrity',
      'Message authentication (HMAC) | SHA-1 | ending',
      'Checksum, name or cache key | MD5 | harmless | SEC-2',
      'Digest that a protocol prescribes | SHA-1 | harmless',
      'Key | AES | strong',
      'Key exchange |  | strong',
      'Key exchange | modp14 | strong',
      'Signature of tokens | RS256 | strong',
    ])
  })

  test('what code cannot decide has its method', () => {
    const [table] = tablesOf(content, 'Requirement | Method') as [string[][]]
    expect(table.map(([name, method]) => [name!.replace(/ \((?:as in|the Directive).*/, ''), method])).toEqual([
      ['21(2)(a) risk analysis policies', 'Policy document review'],
      ['21(2)(b) incident handling', 'Process review'],
      ['21(2)(f) effectiveness assessment', 'Audit process review'],
      ['21(2)(g) cybersecurity training', 'HR/training records'],
      ['Art. 20 incident reporting (24h/72h)', 'Process verification'],
      ['Art. 32 management accountability', 'Governance review'],
    ])
    expect(table[4]![0]).toContain('Article 23')
    expect(table[5]![0]).toContain('Article 32 is supervision of essential entities')
  })

  test('an important entity is supervised by another article', async () => {
    const other = await contentOf(resultOf('nis2', 'Important'))
    expect(other).toContain('**Entity type:** Important\\')
    expect(other).toContain('Article 33 is supervision of important entities')
  })

  test('maps every measure, and says what to mend first', () => {
    const [mapping] = tablesOf(content, 'NIS 2 article | ISO 27001 control | CSF subcategory | Analysis phase') as [string[][]]
    expect(mapping.map(([name]) => name)).toEqual(measures)
    expect(mapping.every((cells) => cells.every((cell) => cell !== ''))).toBe(true)
    const [work] = tablesOf(content, 'Priority | Measure | Aspect | Gap | Remediation | Effort') as [string[][]]
    expect(work).toHaveLength(resultOf('nis2').requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'partial').length)
    expect(work[0]!.slice(0, 3)).toEqual(['High', '21(2)(e) Secure development and maintenance', 'Parameterized queries: ✗ fail'])
  })
})
