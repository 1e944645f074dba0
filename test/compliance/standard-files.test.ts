/** Standards are files: a mistake in one says where it is, and an invented one needs nothing but its file. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assess } from '../../plugin/compliance/index'
import { loadStandards } from '../../plugin/compliance/load'
import { standardsFingerprint } from '../../plugin/compliance/standard-files'
import { render } from '../../plugin/render/index'
import { resultsOf, views } from '../../plugin/views/index'
import { aConnection, aContext, aProgram, aRow, noPosture } from '../program'
import { aControl, noAudit, noVerdict } from './scene'

const folder = path.join(__dirname, '..', 'fixtures', 'standards')

describe('an invented standard is one file', () => {
  const [standard] = loadStandards(['house-rules'], [folder])
  const controls = [aControl()]
  const program = aProgram({ connections: [aConnection()], posture: { ...noPosture, stack: controls } })
  const rows = [aRow({ id: 'SEC-002', finding: { cwe: [798] } })]
  const [result] = assess([standard!], { program, verdict: noVerdict, audit: noAudit, rows }, {})

  test('it is assessed like the others', () => {
    expect(result!.requirements.map(({ id, verdict }) => [id, verdict])).toEqual([
      ['H1.1', 'pass'],
      ['H1.2', 'not applicable'],
      ['H2.1', 'fail'],
      ['H2.2', 'not assessed'],
    ])
  })

  test('it has a page, a twin for programs, a row on the first page, and a place in the results', async () => {
    const context = aContext({ program, rows, compliance: [result!], options: { frameworks: ['house-rules'], standards: [folder] } })
    const pages = await render(
      views.flatMap((view) => view(context)),
      context,
    )
    const page = pages.find(({ path: at }) => at === 'security-docs/compliance/house-rules.md')!
    expect(page.content).toContain('# House Rules 1')
    expect(page.content).toMatch(/\| H1\.1 \| Headers that keep types as they are +\| ✓ pass \|/)
    expect(pages.map(({ path: at }) => at)).toContain('security-docs/compliance/house-rules.oscal.json')
    expect(pages.find(({ path: at }) => at === 'security-docs/index.md')!.content).toMatch(
      /\[House Rules 1\]\(compliance\/house-rules\.md\) \| .*1 failed \| 2\/4 \|/,
    )
    expect(resultsOf(context).controls.map(({ framework, id }) => `${framework} ${id}`)).toEqual([
      'house-rules H1.1',
      'house-rules H1.2',
      'house-rules H2.1',
      'house-rules H2.2',
    ])
  })

  test('a name that no file has is refused', () => {
    expect(() => loadStandards(['nothing'], [folder])).toThrow(/frameworks: there is no standard "nothing"; expected one of .*house-rules/)
    expect(() => loadStandards(['asvs'], ['/nowhere'])).toThrow(/standards: "\/nowhere" does not exist/)
  })
})

describe('a mistake names the file, the requirement, the key and what was expected', () => {
  let directory: string
  beforeAll(() => {
    directory = fs.mkdtempSync(path.join(os.tmpdir(), 'standards-'))
  })
  afterAll(() => fs.rmSync(directory, { recursive: true }))

  const good = fs.readFileSync(path.join(folder, 'house-rules.yaml'), 'utf8')

  test.each([
    ['a key that is none', 'group: H2', 'grup: H2', /requirement H2\.1: "group" is required/],
    ['a check that is none', '- control: header-nosniff', '- contrl: header-nosniff', /requirement H1\.1: .*contrl/],
    ['a feature that is none', 'gate: [database]', 'gate: [databse]', /requirement H1\.2: .*gate/],
    ['a word that is none', 'code: decides', 'code: guesses', /requirement H1\.1: "?.*code.* must be one of \[decides, inspects, supports, silent\]/],
    ['a group that is none', 'group: H2', 'group: H9', /requirement H2\.1: "group" is "H9"; expected one of H1, H2/],
    ['a number twice', 'id: H1.2', 'id: H1.1', /requirement H1\.1 stands there twice/],
    ['silence without a way to assess', 'assessedBy: a talk with whoever holds them', '', /requirement H2\.2: "assessedBy" is missing/],
    ['places that nothing looks at', 'fails: { rules: [sql-injection] }', '', /requirement H1\.2: evidence "sites" counts places/],
    ['a check asked in a wrong way', '- sites: queries', '- sites: qeries', /requirement H1\.2: evidence "sites" is "qeries"/],
    ['no YAML', 'groups:', 'groups: [', /expected YAML/],
  ])('%s', (name, from, to, message) => {
    const file = `${name.replaceAll(' ', '-')}`
    fs.writeFileSync(path.join(directory, `${file}.yaml`), good.replace(from, to))
    expect(() => loadStandards([file], [directory])).toThrow(message)
    expect(() => loadStandards([file], [directory])).toThrow(new RegExp(`^${file}\\.yaml: `))
  })

  test('what changes in a file changes the fingerprint', () => {
    fs.writeFileSync(path.join(directory, 'one.yaml'), good)
    const before = standardsFingerprint([directory])
    fs.writeFileSync(path.join(directory, 'one.yaml'), `${good}\n`)
    expect(standardsFingerprint([directory])).not.toBe(before)
  })
})
