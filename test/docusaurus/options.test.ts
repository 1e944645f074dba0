import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { defaultOptions, optionTable, parseAnalyseOptions, parsePluginOptions } from '../../plugin/options'

describe('what is not written', () => {
  test('gets its default', () => {
    expect(parseAnalyseOptions({})).toEqual(defaultOptions)
    expect(parseAnalyseOptions(undefined)).toEqual(defaultOptions)
    expect(parseAnalyseOptions({ analyst: undefined })).toEqual(defaultOptions)
  })

  test('follows the id where it depends on it', () => {
    expect(parsePluginOptions({})).toMatchObject({ id: 'plumbline', routeBasePath: 'plumbline', ledger: 'plumbline-ledger.json' })
    expect(parsePluginOptions({ id: 'shop' })).toMatchObject({ id: 'shop', routeBasePath: 'shop', ledger: 'shop-ledger.json' })
    expect(parsePluginOptions({ id: 'shop', ledger: false })).toMatchObject({ routeBasePath: 'shop', ledger: false })
  })

  test('is not shared between two runs', () => {
    parseAnalyseOptions({}).include.push('*.ts')
    expect(parseAnalyseOptions({}).include).toEqual([])
  })
})

describe('a mistake names option, value and what was expected', () => {
  test.each([
    [{ maxFileBytes: 'big' }, 'Option "maxFileBytes" is "big"; expected a whole number of bytes, at least 1.'],
    [{ maxFileBytes: 0 }, 'Option "maxFileBytes" is 0; expected a whole number of bytes, at least 1.'],
    [{ include: 'src' }, 'Option "include" is "src"; expected a list of globs.'],
    [{ include: ['src', ''] }, 'Option "include[1]" is ""; expected a list of globs.'],
    [{ failOn: 'urgent' }, 'Option "failOn" is "urgent"; expected one of Critical, High, Medium, Low, Info.'],
    [{ suppressions: [{ rule: 'x' }] }, 'Option "suppressions[0].reason" is not given; expected a list of'],
    [{ suppressions: [{ rule: 'x', reason: 'y', until: '2026-02-30' }] }, 'Option "suppressions[0].until" is "2026-02-30"; expected'],
    [{ onDiscrepancies: 'stop' }, 'Option "onDiscrepancies" is "stop"; expected one of ignore, log, warn, throw, or an object'],
    [{ onDiscrepancies: { route: 'stop' } }, 'expected one of ignore, log, warn, throw, or an object of these by kind, severity and default.'],
    [{ onDiscrepancies: { Critical: 'warn' } }, 'expected one of ignore, log, warn, throw, or an object'],
    [{ frameworks: ['soc2'] }, 'Option "frameworks[0]" is "soc2"; expected a list of frameworks out of asvs, csf, cis, iso27001, nis2.'],
    [{ sources: '..' }, 'There is no option "sources" (its value is ".."); expected one of projectName, include,'],
    [{ framework: ['asvs'] }, 'Did you mean "frameworks"?'],
    ['all', 'The options are "all"; expected an object.'],
  ])('%j', (raw, message) => {
    expect(() => parseAnalyseOptions(raw)).toThrow(message)
  })

  test.each([
    [{ id: 'default' }, 'Option "id" is "default"; expected letters'],
    [{ id: 'a b' }, 'Option "id" is "a b"; expected letters'],
    [{ renderer: 'svg' }, 'Option "renderer" is "svg"; expected one of static, theme-mermaid.'],
    [{ ledger: true }, 'Option "ledger" is true; expected a file, relative to the directory of the site, or false.'],
    [{ docs: { path: 'x' } }, 'Option "docs.path" is "x"; expected options of @docusaurus/plugin-content-docs other than id, path'],
  ])('%j', (raw, message) => {
    expect(() => parsePluginOptions(raw)).toThrow(message)
  })

  test.each(['mermaid', 'ascii', 'plantuml', 'excalidraw'] as const)('diagrams may be written as %s', (diagrams) => {
    expect(parseAnalyseOptions({ diagrams }).diagrams).toBe(diagrams)
  })

  test('a severity may be written in any case', () => {
    expect(parseAnalyseOptions({ failOn: 'high' }).failOn).toBe('High')
  })
})

describe('the table in the docs', () => {
  const text = readFileSync(path.join(__dirname, '../../site/docs/options.md'), 'utf8')
  const rows = text.split('\n').flatMap((line) => {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\', ''))
    return cells[1]?.startsWith('`') ? [{ key: cells[1].replaceAll('`', ''), expected: cells[2], byDefault: cells[3] }] : []
  })

  test('has every option, in the order of the schema', () => {
    expect(rows.map(({ key }) => key)).toEqual(Object.keys(optionTable))
  })

  test.each(rows)('says of $key what the schema says', ({ key, expected, byDefault }) => {
    const option = optionTable[key as keyof typeof optionTable]
    expect(expected).toBe(option.expected)
    if (typeof option.default !== 'function')
      expect(byDefault).toBe(option.default === undefined ? 'not set' : `\`${JSON.stringify(option.default)}\``)
    // Worded in the table as parts of the id.
    else expect(byDefault).toMatch(/^the `id`/)
  })
})
