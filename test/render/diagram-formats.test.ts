/** Every writer, every kind of drawing. What PlantUML itself says of its text stands in `plantuml.test.ts`. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { available } from '../../plugin/options'
import { citationsOf } from '../../plugin/render/citations'
import { ascii } from '../../plugin/render/diagrams/ascii/index'
import type { Element, Shape } from '../../plugin/render/diagrams/excalidraw/elements'
import { excalidraw } from '../../plugin/render/diagrams/excalidraw/index'
import { writers } from '../../plugin/render/diagrams/index'
import { plantuml } from '../../plugin/render/diagrams/plantuml'
import { cellsOf } from '../../plugin/render/diagrams/quadrant-cells'
import { columnsOf } from '../../plugin/render/diagrams/words'
import { drawingsOf } from '../../plugin/render/drawings'
import { oneLine } from '../../plugin/render/escape'
import { brokenLinks, engine, render } from '../../plugin/render/index'
import { resolveLabels } from '../../plugin/render/labels'
import { publisher } from '../../plugin/render/publishing'
import type { Diagram, DiagramFormat } from '../../plugin/types'
import { views } from '../../plugin/views/index'
import { aRepository } from '../program'
import { everyKind, graph, quadrant, sequence, shopDrawings } from './diagrams'
import { fragments, hostileText } from './hostile'
import { all, parse } from './markdown'
import { shop } from './shop'

/** Hundreds of drawings take their time on a busy machine. */
vi.setConfig({ testTimeout: 60_000 })

const formats = Object.keys(writers) as DiagramFormat[]
const texts = [...fragments, '/</td>', '', 'SEC-001 A title', 'x'.repeat(300), '字'.repeat(120), 'many words '.repeat(30)]

/** Holds for fixed texts, and for any: no drawing has what is wrong with it to say. */
function forAnyLabel(problemsOf: (diagram: Diagram, label: string) => unknown[]): void {
  const check = (label: string): void => {
    expect(everyKind(label).flatMap((diagram) => problemsOf(diagram, label))).toEqual([])
  }
  texts.forEach(check)
  fc.assert(
    fc.property(hostileText, (label) => check(label)),
    { numRuns: 30 },
  )
}

test('every format that can be asked for has a writer', () => {
  expect(available.diagrams).toEqual(formats)
})

test.each(formats)('%s: the same drawing is the same text', (format) => {
  const { write, beside } = writers[format]
  const both = () => shopDrawings.map((diagram) => [write(diagram), beside?.write(diagram)])
  expect(both()).toEqual(both())
})

describe('ascii', () => {
  test('keeps to 100 columns', () => {
    forAnyLabel((diagram) =>
      ascii
        .write(diagram)
        .split('\n')
        .filter((line) => columnsOf(line) > 100),
    )
  })

  test('holds every letter of every label', () => {
    // Wrapped, a label has parts of the drawing between its lines: so its letters are counted, by a sign that no word of ours has.
    const marks = (text: string) => text.split('Ж').length - 1
    const nodesOf = (diagram: Diagram) => marks(JSON.stringify({ ...diagram, title: '', ...(diagram.kind === 'graph' ? { edges: [] } : {}) }))
    for (const label of ['Ж', `${'Ж'.repeat(150)}`, 'Ж x '.repeat(40)]) {
      const [boxes, ...others] = everyKind(label).map((diagram) => ({ diagram, drawn: marks(ascii.write(diagram)), said: nodesOf(diagram) }))
      // Ids and the group without boxes are not shown; what leads somewhere is named again.
      expect(boxes!.drawn).toBeGreaterThanOrEqual(marks(label) * (7 + 2))
      // What is said to nobody that is there: a message and a note.
      const unsaid: Record<string, number> = { sequence: marks(label) * 2, timeline: 0, quadrant: 0, entities: marks(label) }
      for (const { diagram, drawn, said } of others) {
        const least = said - unsaid[diagram.kind]!
        // Numbered steps name who speaks in each, relations what they join.
        if (diagram.kind === 'entities' || (diagram.kind === 'sequence' && diagram.participants.length > 3))
          expect(drawn, diagram.kind).toBeGreaterThan(least)
        else expect(drawn, diagram.kind).toBe(least)
      }
    }
  })

  test('signs are where they were put, also beside wide ones', () => {
    const [head, , ...lines] = ascii.write({ ...graph('字字'), edges: [] }).split('\n')
    for (const line of lines.slice(0, 2)) expect(columnsOf(line)).toBe(columnsOf(head!))
  })

  test('what stands for the rest is told apart by its group, and not by a number', () => {
    const rest = (id: string, group: string) => ({ id, label: '3 more', group })
    const drawn = ascii.write({
      ...graph('x'),
      groups: [
        { id: 'g', label: 'External' },
        { id: 'h', label: 'Data' },
      ],
      nodes: [rest('a', 'g'), rest('b', 'h'), { id: 'c', label: 'Server' }],
      edges: [
        { from: 'c', to: 'a' },
        { from: 'c', to: 'b' },
      ],
    })
    expect(drawn).toContain('|--> 3 more (External)')
    expect(drawn).toContain('|--> 3 more (Data)')
    expect(drawn).not.toContain('3 more (2)')
    expect(drawn).toContain('| 3 more |')
  })

  test('has numbered steps where lifelines have no room', () => {
    expect(ascii.write(sequence('says', 9))).toContain('  1. says --> says (2): says')
    expect(ascii.write(sequence('says', 3))).not.toContain('1. ')
  })

  test('has no sign that a fence would print in another way', () => {
    forAnyLabel((diagram) => ascii.write(diagram).match(/[^\P{C}\n]/gu) ?? [])
  })
})

describe('plantuml', () => {
  /** Lines of ours, with labels in their places: letters, digits, single marks and numbers of signs. */
  const label = String.raw`(?:[\p{L}\p{N} _.,/()+:-]|<U\+[0-9A-F]{4,6}>)*`
  const grammar = [
    '@(?:start|end)(?:uml|gantt)',
    `(?:title|caption) ${label}`,
    'left to right direction',
    'printscale weekly',
    String.raw`Project starts \d{4}-\d\d-\d\d`,
    `package "${label}" as g\\d+ \\{`,
    `rectangle "${label}" as q\\d \\{`,
    '\\}',
    `(?:rectangle|card|actor|database|queue|component|participant) "${label}" as [npd]\\d+`,
    `[np]\\d+ (?:-->|\\.\\.>|->|->>) [np]\\d+(?: : ${label})?`,
    `(?:alt|else|opt|loop) ${label}`,
    'end',
    `note over p\\d+(?:, p\\d+)? : ${label}`,
    `-- ${label} --`,
    String.raw`\[${label}\] as \[T\d+\] starts \d{4}-\d\d-\d\d and ends \d{4}-\d\d-\d\d`,
    String.raw`q\d -\[hidden\](?:right|down)- q\d`,
    'hide circle',
    `entity "${label}" as n\\d+ \\{`,
    `\\{field\\} ${label}`,
    `n\\d+ (?:\\}o|\\|\\|)--(?:o\\{|\\|\\|) n\\d+(?: : ${label})?`,
  ].map((line) => new RegExp(`^\\s*(?:${line})$`, 'u'))

  test('says nothing but what a writer says, whatever the labels say', () => {
    forAnyLabel((diagram) =>
      plantuml
        .write(diagram)
        .split('\n')
        .filter((line) => !grammar.some((shape) => shape.test(line))),
    )
  })

  test('leaves no markup of PlantUML in a label', () => {
    const markup = /\[\[|<|!|\/\/|--|__|\*\*|~|\\|\$|%|'|"/
    const ofOurs = /^-- | --$| (?:-->|\.\.>|->>?) | (?:\}o|\|\|)--(?:o\{|\|\|) |-\[hidden\][a-z]+-|"(?= as )|^\s*\w+ (")|" \{$/gm
    forAnyLabel(
      (diagram) =>
        plantuml
          .write(diagram)
          // A sign that is told by its number parts what stands around it.
          .replace(/<U\+[0-9A-F]+>/g, 'x')
          .replace(/" as /g, ' ')
          .replace(/^(\s*[a-z]+) "/gm, '$1 ')
          .replace(ofOurs, ' ')
          .match(markup) ?? [],
    )
  })

  test('a label is drawn as it is written', () => {
    const numbers = /<U\+([0-9A-F]+)>/g
    for (const text of texts) {
      const line = plantuml.write({ ...graph(text), groups: [], edges: [] }).split('\n')[3]!
      const drawn = /^rectangle "(.*)" as n\d+$/
        .exec(line)![1]!
        .replace(numbers, (_, number: string) => String.fromCodePoint(Number.parseInt(number, 16)))
      expect(drawn).toBe(oneLine(text) || ' ')
    }
  })
})

describe('excalidraw', () => {
  const elementsOf = (diagram: Diagram) => (JSON.parse(excalidraw.beside.write(diagram)) as { elements: Element[] }).elements

  test('every arrow holds on to two boxes that know of it, and every label to what it is on', () => {
    forAnyLabel((diagram) => {
      const elements = elementsOf(diagram)
      const byId = new Map(elements.map((element) => [element.id, element]))
      const bound = elements.flatMap((element): { holder: string; it: Element }[] => {
        if (element.type === 'arrow') return [element.startBinding!, element.endBinding!].map(({ elementId }) => ({ holder: elementId, it: element }))
        if (element.type === 'text' && element.containerId !== null) return [{ holder: element.containerId, it: element }]
        return []
      })
      const pairs = new Set(bound.map(({ holder, it }) => `${holder} ${it.type} ${it.id}`))
      const known = elements.flatMap((element) => element.boundElements.map(({ id, type }) => `${element.id} ${type} ${id}`))
      return [
        ...(byId.size === elements.length ? [] : ['two elements have one id']),
        ...(new Set(known).size === known.length ? [] : ['something is bound twice']),
        ...known.filter((pair) => !pairs.has(pair)),
        ...[...pairs].filter((pair) => !known.includes(pair)),
        ...bound.filter(
          ({ holder, it }) => !['rectangle', 'ellipse', ...(it.type === 'text' ? ['arrow'] : [])].includes(byId.get(holder)?.type ?? ''),
        ),
      ]
    })
  })

  test('boxes lie apart, or one within another', () => {
    forAnyLabel((diagram) => {
      const boxes = elementsOf(diagram).filter((element): element is Shape => element.type === 'rectangle' || element.type === 'ellipse')
      return boxes.flatMap((a, index) =>
        boxes.slice(index + 1).flatMap((b) => (isApart(a, b) || isWithin(a, b) || isWithin(b, a) ? [] : [`${a.id} ${b.id}`])),
      )
    })
  })

  test('a box lies in the frame of its own group alone', () => {
    const elements = elementsOf(shopDrawings[0]!).filter((element): element is Shape => element.type === 'rectangle' || element.type === 'ellipse')
    const inside = (frame: string) =>
      elements.filter((it) => it.id !== frame && isWithin(it, elements.find(({ id }) => id === frame)!)).map(({ id }) => id)
    expect([inside('g1'), inside('g2'), inside('g3')]).toEqual([
      ['n1', 'n2'],
      ['n3', 'n4'],
      ['n5', 'n6'],
    ])
  })

  const isApart = (a: Shape, b: Shape) => a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
  const isWithin = (a: Shape, b: Shape) => a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width && a.y + a.height <= b.y + b.height

  test('a label fits into its box', () => {
    forAnyLabel((diagram) => {
      const elements = elementsOf(diagram)
      return elements.filter((text) => {
        if (text.type !== 'text' || text.containerId === null) return false
        const box = elements.find(({ id }) => id === text.containerId)!
        // Names of quarters stand in boxes of one size.
        return box.type !== 'arrow' && (text.width > box.width || (text.height > box.height && !/^q\d$/.test(box.id)))
      })
    })
  })

  /** Of `@excalidraw/excalidraw` 0.18, `element/types.ts`. */
  const fields = {
    base: 'id x y strokeColor backgroundColor fillStyle strokeWidth strokeStyle roundness roughness opacity width height angle seed version versionNonce index isDeleted groupIds frameId boundElements updated link locked type',
    text: 'fontSize fontFamily text textAlign verticalAlign containerId originalText autoResize lineHeight',
    line: 'points lastCommittedPoint startBinding endBinding startArrowhead endArrowhead',
    arrow: 'points lastCommittedPoint startBinding endBinding startArrowhead endArrowhead elbowed',
    rectangle: '',
    ellipse: '',
  }

  test('elements have the fields that Excalidraw declares, and no address', () => {
    const wanted = Object.fromEntries(Object.entries(fields).map(([type, own]) => [type, `${fields.base} ${own}`.trim().split(' ').sort().join(' ')]))
    forAnyLabel((diagram) =>
      elementsOf(diagram).filter(
        (element) =>
          Object.keys(element).sort().join(' ') !== wanted[element.type] ||
          ![element.x, element.y, element.width, element.height, element.seed, element.versionNonce].every(Number.isFinite) ||
          Math.min(element.width, element.height) < 0 ||
          element.link !== null ||
          ('points' in element && (element.points[0]!.join() !== '0,0' || element.points.length < 2)),
      ),
    )
  })

  test('every label of a graph is there', () => {
    const shown = elementsOf(shopDrawings[0]!).flatMap((element) => (element.type === 'text' ? [element.originalText] : []))
    expect(shown).toEqual(
      expect.arrayContaining(['Network boundaries', 'External', 'Payments (https://bank.example)', 'PostgreSQL', '3 signed in, 1 open']),
    )
  })
})

test('points of a field of four get cells of their own, in their quarter', () => {
  const crowd = Array.from({ length: 30 }, () => ({ label: '', x: 0.6, y: 0.9 }))
  const cells = cellsOf(crowd, 10, 10)
  expect(new Set(cells.filter(Boolean).map((cell) => JSON.stringify(cell))).size).toBe(25)
  expect(cells.filter((cell) => cell === undefined)).toHaveLength(5)
  expect(cells.every((cell) => !cell || (cell.column >= 5 && cell.row < 5))).toBe(true)
  expect(ascii.write({ ...quadrant('x'), points: crowd })).toContain(' 30 (0.60, 0.90)')
})

describe.each(formats)('pages with diagrams as %s', (format) => {
  const print = async () => {
    const context = shop()
    const options = { ...context.options, diagrams: format }
    return render(
      views.flatMap((view) => view({ ...context, options })),
      { ...context, options },
    )
  }

  test('hold drawings, and links that lead somewhere', async () => {
    const pages = await print()
    const surface = pages.find((page) => page.path.endsWith('01-security-surface.md'))!
    expect(all(parse(surface.content), 'code').map(({ lang }) => lang)).toContain(writers[format].language)
    expect(brokenLinks(pages)).toEqual([])
    const beside = pages.filter((page) => page.path.endsWith('.excalidraw'))
    if (format !== 'excalidraw') return expect(beside).toEqual([])
    expect(surface.content).toContain('](01-security-surface-diagram-1.excalidraw)')
    expect(beside.map((page) => page.path)).toContain('security-docs/analysis/01-security-surface-diagram-1.excalidraw')
    for (const { content } of beside) expect(JSON.parse(content)).toMatchObject({ type: 'excalidraw', version: 2 })
  })
})

test('a drawing of hostile labels leaves its page as it was made', () => {
  const pages = resolveLabels([
    { path: 'a.md', content: '# A\n' },
    { path: 'a-diagram-1.excalidraw', content: excalidraw.beside.write(graph('\ue001nowhere\ue002\n# B')) },
  ])
  expect(JSON.parse(pages[1]!.content)).toMatchObject({ type: 'excalidraw' })
})

describe.each(formats)('golden: %s', (format) => {
  const golden = path.join(__dirname, '..', 'golden', 'diagrams', format)

  test('is printed as before', () => {
    const root = mkdtempSync(path.join(tmpdir(), 'diagrams-'))
    mkdirSync(path.join(root, 'pages'))
    mkdirSync(path.join(root, 'partials'))
    const partial = path.join(__dirname, '..', '..', 'templates', 'partials', 'drawing.md')
    writeFileSync(path.join(root, 'partials', 'drawing.md'), readFileSync(partial))
    writeFileSync(
      path.join(root, 'pages', 'x.md'),
      '# Drawings\n{% for it in drawings %}\n\n## {{ it.title | heading }}\n\n{{ it | diagram }}\n{% endfor %}\n',
    )
    const drawings = drawingsOf()
    drawings.turnTo('drawings.md')
    const { liquid, show } = engine(root)
    const publish = publisher({ citations: citationsOf(aRepository()), diagrams: format, drawings }, show)
    const content = publish(liquid.renderFileSync('pages/x', { drawings: shopDrawings }))
    rmSync(root, { recursive: true })
    const pages = resolveLabels([{ path: 'drawings.md', content }, ...drawings.files()])
    if (process.env.UPDATE_GOLDEN) {
      rmSync(golden, { recursive: true, force: true })
      mkdirSync(golden, { recursive: true })
      for (const page of pages) writeFileSync(path.join(golden, page.path), page.content)
    }
    expect(readdirSync(golden).sort()).toEqual(pages.map((page) => page.path).sort())
    for (const page of pages) expect(page.content, page.path).toBe(readFileSync(path.join(golden, page.path), 'utf8'))
  })
})
