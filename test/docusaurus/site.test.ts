/** The section in a real Docusaurus, over a core that only counts its runs. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { type CopiedSite, copiedSite, type Setup } from './copied-site'

let site: CopiedSite | undefined

function siteWith(setup: Setup = {}): CopiedSite {
  site = copiedSite({ fake: true, ...setup })
  return site
}

afterEach(() => {
  site?.remove()
  site = undefined
})

const ids = (it: CopiedSite) =>
  it
    .analyses()
    .map(({ id }) => id)
    .sort()

describe('docusaurus build', () => {
  test('analyses once for all languages, and shows every page in each', async () => {
    const it = siteWith()
    const { code, output } = await it.docusaurus('build')
    expect(output).not.toMatch(/error|warn/i)
    expect(code).toBe(0)
    expect(it.analyses()).toHaveLength(2)
    expect(it.analyses()).toContainEqual({ id: 'plumbline', readOnlyLedger: false })
    const html = (...parts: string[]) => readFileSync(it.at('build', ...parts), 'utf8')
    expect(html('plumbline.html')).toContain("export const title = 'plumb'")
    expect(html('audits/second.html')).toContain("export const title = 'plumb'")
    expect(html('plumbline/security-docs/analysis/security-surface.html')).toMatch(/<figure class="?plumbline-diagram"?>/)
    // Titles and labels in the other language, by Docusaurus' own files.
    expect(html('fr/plumbline/security-docs/analysis/security-surface.html')).toContain('>Surface de sécurité | Elsewhere</title>')
    expect(html('fr/plumbline.html')).toMatch(/>Sécurité<.*>01 Surface</s)
  })

  test('with a slash at the end of addresses', async () => {
    const it = siteWith({ env: { PLUMBLINE_TEST_SLASH: 'true' } })
    expect((await it.docusaurus('build', '--locale', 'en')).code).toBe(0)
    expect(existsSync(it.at('build/plumbline/security-docs/analysis/security-surface/index.html'))).toBe(true)
  })

  test('only reads the ledger in the build of a pull request', async () => {
    const it = siteWith({ env: { CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_EVENT_NAME: 'pull_request' } })
    await it.docusaurus('build', '--locale', 'en')
    expect(it.analyses().map(({ readOnlyLedger }) => readOnlyLedger)).toEqual([true, true])
  })

  test('fails at a discrepancy where onDiscrepancies says so, with its place and without a stack; else it tells of it', async () => {
    const it = siteWith({ options: { onDiscrepancies: { default: 'log', route: 'throw' } } })
    writeFileSync(it.at('code/title.ts'), 'stale')
    const { code, output } = await it.docusaurus('build', '--locale', 'en')
    expect(code).toBe(1)
    expect(output).toContain('Documents and code disagree: 1 (option "onDiscrepancies", throw).')
    expect(output).toContain('DISC-001 High route: GET /x (README.md:3). There is none.')
    expect(output).not.toMatch(/at sectionPlugin|section\.js/)
    it.remove()

    const by = siteWith()
    writeFileSync(by.at('code/title.ts'), 'stale')
    const told = await by.docusaurus('build', '--locale', 'en')
    expect([told.code, told.output.includes('(option "onDiscrepancies", warn)')]).toEqual([0, true])
  })

  test('fails at a finding as severe as failOn says, with a list and without a stack', async () => {
    const it = siteWith({ options: { failOn: 'High' } })
    writeFileSync(it.at('code/title.ts'), 'a door')
    const { code, output } = await it.docusaurus('build', '--locale', 'en')
    expect(code).toBe(1)
    expect(output).toContain('Open findings of severity High or above: 1 (option "failOn").')
    expect(output).toContain('SEC-001 High: A door (title.ts:1)')
    expect(output).not.toMatch(/at sectionPlugin|section\.js/)
  })

  test('fails at a broken diagram, with page and line', async () => {
    const it = siteWith()
    writeFileSync(it.at('code/title.ts'), 'broken')
    const { code, output } = await it.docusaurus('build', '--locale', 'en')
    expect(code).toBe(1)
    expect(output).toMatch(/security-docs\/analysis\/01-security-surface\.md:\d+ cannot be drawn\. Parse error/)
  })

  test('fails at a wrong option, and names it', async () => {
    const it = siteWith({ options: { maxFileBytes: 'big' } })
    const { code, output } = await it.docusaurus('build', '--locale', 'en')
    expect(code).toBe(1)
    expect(output).toContain('docusaurus-plugin-plumbline: Option "maxFileBytes" is "big"; expected a whole number of bytes, at least 1.')
  })

  test('leaves the drawing to the theme if asked', async () => {
    const it = siteWith({ options: { renderer: 'theme-mermaid' }, env: { PLUMBLINE_TEST_MERMAID: 'true' } })
    expect((await it.docusaurus('build', '--locale', 'en')).code).toBe(0)
    const html = (name: string) => readFileSync(it.at('build', name, 'security-docs/analysis/security-surface.html'), 'utf8')
    expect(html('plumbline')).not.toContain('plumbline-diagram')
    // With the theme there for others, the other section still draws its own.
    expect(html('audits/second')).toMatch(/<figure class="?plumbline-diagram"?>/)
  })

  test('says when the theme is missing that should draw', async () => {
    const it = siteWith({ options: { renderer: 'theme-mermaid' } })
    const { code, output } = await it.docusaurus('build', '--locale', 'en')
    expect(code).toBe(1)
    expect(output).toContain('Option "renderer" is "theme-mermaid"; expected that the site has')
  })
})

describe('other commands', () => {
  test.each([['swizzle', '--list'], ['clear'], ['--help'], ['docs:version', 'no'], ['write-heading-ids']])('%s analyses nothing', async (...line) => {
    const it = siteWith()
    const source = it.at('code/README.md')
    writeFileSync(source, '# A heading\n')
    await it.docusaurus(...line)
    expect(it.analyses()).toEqual([])
    // `write-heading-ids` edits what plugins watch; analysed code is watched, and is not ours to edit.
    expect(readFileSync(source, 'utf8')).toBe('# A heading\n')
  })

  test('write-translations offers the titles of pages and the labels of folders', async () => {
    const it = siteWith()
    expect((await it.docusaurus('write-translations', '--locale', 'de')).code).toBe(0)
    const texts = (file: string) => JSON.parse(readFileSync(it.at('i18n/de/docusaurus-plugin-content-docs-plumbline', file), 'utf8'))
    expect(texts('pages.json')['security-docs/analysis/security-surface.title'].message).toBe('Surface')
    expect(texts('current.json')['sidebar.defaultSidebar.category.Security'].message).toBe('Security')
    expect(ids(it)).toEqual(['plumbline', 'second'])
  })

  test('docs:version keeps the section as it is, and analyses only that one', async () => {
    const it = siteWith()
    expect((await it.docusaurus('docs:version:plumbline', '1.0')).code).toBe(0)
    expect(ids(it)).toEqual(['plumbline'])
    expect(readdirSync(it.at('plumbline_versioned_docs/version-1.0/security-docs'))).toEqual(['_category_.json', 'analysis', 'index.md'])
    expect((await it.docusaurus('build', '--locale', 'en')).code).toBe(0)
    expect(existsSync(it.at('build/plumbline/next.html'))).toBe(true)
  })

  test('the command of a section analyses it once, and no other', async () => {
    const it = siteWith()
    const { code, output } = await it.docusaurus('plumbline:second', '--format', 'json', '--out', 'results.json')
    expect(output).toContain('fake: 0 entry points, 0 open findings, 2 pages.')
    expect(code).toBe(0)
    expect(it.analyses()).toEqual([{ id: 'second', readOnlyLedger: false }])
    expect(JSON.parse(readFileSync(it.at('results.json'), 'utf8')).project.name).toBe('fake')
  })
})
