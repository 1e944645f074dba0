/**
 * What the real PlantUML says of our text. It is no dependency: where it is not installed (`apt-get install plantuml`), this
 * is skipped and said so. One run of the program judges all drawings.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plantuml } from '../../plugin/render/diagrams/plantuml'
import { everyKind, graph, shopDrawings } from './diagrams'
import { fragments } from './hostile'

const isInstalled = spawnSync('plantuml', ['-version']).status === 0
if (!isInstalled) console.warn('SKIPPED: plantuml is not installed, so nobody judges the PlantUML text. On Debian: apt-get install plantuml graphviz')

describe.skipIf(!isInstalled)('the real PlantUML', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'plantuml-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  /** Every sign and word that wants to be more, a few to a label. */
  const labels = Array.from({ length: Math.ceil(fragments.length / 8) }, (_, index) => fragments.slice(index * 8, index * 8 + 8).join(' x '))
  const own = [
    '@enduml',
    '!include /etc/passwd',
    '!define x',
    '[[http://x]]',
    '<img:http://x>',
    "' x",
    "/' x '/",
    '\\n',
    '%date()',
    '$x',
    'x : y',
    '==',
    '',
    ' ',
  ]

  test('accepts every kind of drawing with every label', () => {
    const texts = [...shopDrawings, ...[...labels, own.join(' ')].flatMap(everyKind), ...own.flatMap((label) => everyKind(label).slice(0, 3))].map(
      plantuml.write,
    )
    // A drawing is answered with its kind in capitals, or with ERROR.
    const said = execFileSync('plantuml', ['-charset', 'UTF-8', '-syntax'], { input: texts.join('\n'), encoding: 'utf8' })
    expect(said).not.toMatch(/ERROR/)
    expect(said.match(/^[A-Z]+$/gm)).toHaveLength(texts.length)
  }, 120_000)

  test('draws a label as it is written, without links or pictures', () => {
    const label = '"/a/:id" <b>x</b> [[http://evil.example x]] <img:http://evil.example/x.png> **y** !include z'
    writeFileSync(path.join(folder, 'one.puml'), plantuml.write({ ...graph(''), title: '', groups: [], nodes: [{ id: 'x', label }], edges: [] }))
    execFileSync('plantuml', ['-charset', 'UTF-8', '-tsvg', path.join(folder, 'one.puml')])
    const svg = readFileSync(path.join(folder, readdirSync(folder).find((file) => file.endsWith('.svg'))!), 'utf8')
    const drawn = [...svg.replace(/<!--[\s\S]*?-->/g, '').matchAll(/<text[^>]*>([^<]*)/g)].map(([, text]) => text).join('')
    expect(
      drawn
        .replace(/&lt;/g, '<')
        .replace(/&gt;/g, '>')
        .replace(/&quot;/g, '"')
        .replace(/&#160;/g, ' '),
    ).toBe(label)
    expect(svg).not.toMatch(/<a |<image/)
  }, 60_000)

  test('refuses what is broken', () => {
    const { stdout } = spawnSync('plantuml', ['-syntax'], { input: '@startuml\nnonsense [[\n@enduml\n', encoding: 'utf8' })
    expect(stdout).toContain('ERROR')
  }, 60_000)
})
