/** Pictures of the architecture over a small system made by hand, and over a shop: what is drawn, what is folded, and that all of it is proven. */
import { describe, expect, test } from 'vitest'
import { diagramNames } from '../../plugin/diagram-command/kinds'
import { render } from '../../plugin/render/index'
import type { Component, Deployment, DeploymentUnit, Diagram, Entity, EntityRelation, GraphDiagram, Program, Relation } from '../../plugin/types'
import { entityDrawing } from '../../plugin/views/diagrams/entities'
import { diagrams } from '../../plugin/views/diagrams/index'
import { diagramKinds, type Picture } from '../../plugin/views/diagrams/kinds'
import { thinned } from '../../plugin/views/diagrams/thin'
import { views } from '../../plugin/views/index'
import { aConnection, aContext, aGuard, anEntryPoint, aProgram, at, noArchitecture } from '../program'
import { fragments, poisoned } from '../render/hostile'
import { all, parse, smuggled } from '../render/markdown'
import { shop } from '../render/shop'

function component(id: string, kind: Component['kind'], more: Partial<Component> = {}): Component {
  return { id, name: id, kind, level: 'container', technology: '', files: 1, doors: 0, evidence: [at(`${id}/index.ts:1`)], ...more }
}

function relation(from: string, to: string, kind: Relation['kind'], place: string, more: Partial<Relation> = {}): Relation {
  return { from, to, kind, through: '', evidence: [at(place)], count: 1, ...more }
}

function entity(name: string, relations: [to: string, kind: EntityRelation['kind'], by?: string][] = [], kind: Entity['kind'] = 'stored'): Entity {
  return {
    name,
    library: 'sequelize',
    kind,
    at: at(`models/${name}.ts:1`),
    fields: [
      { name: 'title', type: 'STRING', required: true, at: at(`models/${name}.ts:4`) },
      { name: 'id', type: 'INTEGER', required: true, primary: true, at: at(`models/${name}.ts:3`) },
    ],
    relations: relations.map(([to, of, by], index) => ({
      to,
      kind: of,
      ...(by === undefined ? {} : { by }),
      at: at(`models/${name}.ts:${10 + index}`),
    })),
  }
}

const system = aProgram({
  architecture: {
    ...noArchitecture,
    components: [
      component('web', 'frontend', { folder: 'web', technology: 'React, TypeScript' }),
      component('api', 'backend', { folder: 'api', technology: 'Express, TypeScript', doors: 2 }),
      component('api/routes', 'module', { level: 'component', parent: 'api', folder: 'api/routes' }),
      component('api/models', 'module', { level: 'component', parent: 'api', folder: 'api/models' }),
      component('shared', 'library', { folder: 'shared' }),
      component('store:postgresql', 'data store', { name: 'PostgreSQL' }),
      component('queue:jobs', 'queue', { name: 'jobs' }),
      component('external:stripe', 'external system', { name: 'Stripe' }),
    ],
    relations: [
      relation('web', 'api', 'calls', 'web/client.ts:3', { through: 'REST over HTTP' }),
      relation('api/routes', 'api/models', 'imports', 'api/routes/a.ts:1', { count: 7 }),
      relation('api/models', 'store:postgresql', 'reads and writes', 'api/models/user.ts:9', { through: 'Sequelize' }),
      relation('api/routes', 'store:postgresql', 'reads', 'api/routes/a.ts:12', { through: 'Sequelize' }),
      relation('api', 'queue:jobs', 'consumes', 'api/work.ts:2', { through: 'BullMQ' }),
      relation('api/routes', 'external:stripe', 'calls', 'api/routes/pay.ts:5', { through: 'stripe', conditional: true }),
      relation('api', 'shared', 'imports', 'api/index.ts:2'),
    ],
    deployment: {
      units: [
        {
          id: 'a',
          name: 'web',
          kind: 'service',
          from: 'compose',
          type: 'service',
          group: 'Compose',
          runs: 'api',
          ports: ['80'],
          at: at('compose.yml:2'),
        },
        {
          id: 'b',
          name: 'db',
          kind: 'data store',
          from: 'compose',
          type: 'service',
          group: 'Compose',
          image: 'postgres:16',
          ports: [],
          at: at('compose.yml:8'),
        },
        { id: 'c', name: 'Dockerfile', kind: 'image', from: 'Dockerfile', type: 'image', ports: [], at: at('Dockerfile:1') },
      ],
      links: [
        { from: 'a', to: 'b', label: 'DATABASE_URL', evidence: at('compose.yml:5') },
        { from: 'a', to: 'c', label: 'built by', evidence: at('compose.yml:3') },
      ],
    },
    modules: {
      ...noArchitecture.modules,
      modules: ['api/a.ts', 'api/b.ts', 'web/c.ts', 'index.ts'].map((path) => ({ path, fanIn: 0, fanOut: 0, lines: 1, exports: 0, functions: 0 })),
      imports: [
        { from: 2, to: 0, typesOnly: false, dynamic: false, line: 1 },
        { from: 2, to: 1, typesOnly: true, dynamic: false, line: 2 },
        { from: 0, to: 1, typesOnly: false, dynamic: false, line: 1 },
      ],
    },
  },
  entryPoints: [anEntryPoint({ at: at('api/routes/a.ts:10') }), anEntryPoint({ kind: 'cli', method: 'RUN', path: 'seed', at: at('api/seed.ts:3') })],
  middleware: [aGuard({ role: 'headers', name: 'helmet()', scope: 'application', at: at('api/index.ts:5') })],
  connections: [aConnection({ at: at('api/models/user.ts:9') })],
  entities: [entity('User', [['Basket', 'one to many', 'userId']]), entity('Basket', [['User', 'many to one', 'userId']]), entity('Log')],
})

const pictures = (name: string, program: Program = system): Picture[] => diagramKinds.find(({ id }) => id === name)!.drawings(program)

/** `web -> api: REST over HTTP` */
function linesOf(name: string, program?: Program): string[] {
  return pictures(name, program).flatMap(({ lines }) => lines.map(({ from, to, label }) => `${from} -> ${to}${label === '' ? '' : `: ${label}`}`))
}

const groupsOf = ({ diagram }: Picture) => {
  const { groups, nodes } = diagram as GraphDiagram
  return Object.fromEntries(
    groups.map(({ id, label }) => [
      label,
      nodes
        .filter(({ group }) => group === id)
        .map(({ label: name }) => name)
        .sort(),
    ]),
  )
}

/** Lines of a drawing of whatever kind, with what proves them. */
function provenLines(diagram: Diagram): { evidence?: { file: string; line: number } | undefined }[] {
  return diagram.kind === 'graph' ? diagram.edges : diagram.kind === 'entities' ? diagram.relations : []
}

describe.each([
  ['a system', system],
  ['the shop', shop().program],
])('in %s', (_, program) => {
  test.each(diagramKinds.map((kind) => [kind.id, kind] as const))('every line of the picture %s has a place that proves it', (_name, kind) => {
    const bare = kind
      .drawings(program)
      .flatMap(({ diagram, whole }) =>
        [diagram, ...(whole ? [whole.diagram] : [])]
          .flatMap(provenLines)
          .filter(({ evidence }) => !evidence || evidence.file === '' || evidence.line < 1),
      )
    expect(bare).toEqual([])
  })

  test('every line ends at boxes that are there', () => {
    for (const kind of diagramKinds)
      for (const { diagram } of kind.drawings(program)) {
        if (diagram.kind !== 'graph') continue
        const ids = new Set(diagram.nodes.map(({ id }) => id))
        expect(diagram.edges.filter(({ from, to }) => !ids.has(from) || !ids.has(to))).toEqual([])
      }
  })
})

test('the command line draws what there is', () => {
  expect([...diagramNames]).toEqual(diagramKinds.map(({ id }) => id))
})

describe('pictures', () => {
  test('architecture: tiers, callers by what is open to them, a queue leads to who takes its messages', () => {
    expect(groupsOf(pictures('architecture')[0]!)).toEqual({
      Outside: ['Clients', 'Operators', 'Users'],
      Frontend: ['web (React, TypeScript)'],
      Backend: ['api (Express, TypeScript)'],
      'Shared code': ['shared'],
      Data: ['PostgreSQL', 'jobs'],
      'External systems': ['Stripe'],
    })
    expect(linesOf('architecture').sort()).toEqual([
      'Clients -> api (Express, TypeScript): HTTP',
      'Operators -> api (Express, TypeScript): run',
      'Users -> web (React, TypeScript): use',
      'api (Express, TypeScript) -> PostgreSQL: reads and writes',
      'api (Express, TypeScript) -> Stripe: stripe',
      'api (Express, TypeScript) -> shared',
      'jobs -> api (Express, TypeScript): consumes',
      'web (React, TypeScript) -> api (Express, TypeScript): REST over HTTP',
    ])
    const edges = (pictures('architecture')[0]!.diagram as GraphDiagram).edges
    expect(edges.find(({ to }) => to === 'external:stripe')?.dashed).toBe(true)
  })

  test('context: the system is one, stores are inside it', () => {
    expect(groupsOf(pictures('context')[0]!)).toEqual({
      'People and programs': ['Clients', 'Operators', 'Users'],
      'The system': ['sample'],
      'External systems': ['Stripe'],
    })
    expect(linesOf('context')).toContain('sample -> Stripe: stripe')
  })

  test('containers: a library runs nowhere by itself', () => {
    const [picture] = pictures('containers')
    expect(groupsOf(picture!).sample).toEqual(['PostgreSQL', 'api (Express, TypeScript)', 'jobs', 'web (React, TypeScript)'])
    expect(picture!.notes.join()).toMatch(/^1 library is not drawn/)
  })

  test('components: parts of one container, and what they use', () => {
    const [picture, ...others] = pictures('components')
    expect(others).toEqual([])
    expect(picture!.of).toBe('api')
    expect(linesOf('components').sort()).toEqual([
      'api/models -> PostgreSQL: reads and writes',
      'api/routes -> PostgreSQL: reads',
      'api/routes -> Stripe: stripe',
      'api/routes -> api/models',
    ])
  })

  test('modules: folders with their files, imports counted', () => {
    expect(linesOf('modules')).toEqual(['web (1) -> api (2): 2'])
  })

  test('deployment: an image that a service is built of stands in the service', () => {
    expect(groupsOf(pictures('deployment')[0]!)).toEqual({ Compose: ['db (postgres:16)', 'web (api)'] })
    expect(linesOf('deployment')).toEqual(['web (api) -> db (postgres:16): DATABASE_URL'])
  })

  test('deployment: a service stands in the workload that it leads to, and what is described twice is drawn once', () => {
    const units = (group: string, names: string[]): DeploymentUnit[] =>
      names.flatMap((name) => [
        {
          id: `${group} ${name}`,
          name,
          kind: 'workload',
          from: 'kubernetes',
          type: 'Deployment',
          group,
          ports: [],
          at: at(`${group}/${name}.yaml:3`),
        },
        {
          id: `${group} door ${name}`,
          name,
          kind: 'service',
          from: 'kubernetes',
          type: 'Service',
          group,
          ports: [],
          at: at(`${group}/${name}.yaml:30`),
        },
      ])
    const links = (group: string, names: string[]): Deployment['links'] => [
      ...names.map((name) => ({
        from: `${group} door ${name}`,
        to: `${group} ${name}`,
        label: 'leads to',
        evidence: at(`${group}/${name}.yaml:33`),
      })),
      { from: `${group} a`, to: `${group} door b`, label: 'B_URL', evidence: at(`${group}/a.yaml:12`) },
    ]
    const program = aProgram({
      architecture: {
        ...noArchitecture,
        deployment: {
          units: [...units('base', ['a', 'b', 'c', 'd']), ...units('release', ['a', 'b', 'c'])],
          links: [...links('base', ['a', 'b', 'c', 'd']), ...links('release', ['a', 'b', 'c'])],
        },
      },
    })
    const [picture] = pictures('deployment', program)
    expect(groupsOf(picture!)).toEqual({ base: ['a (workload)', 'b (workload)', 'c (workload)', 'd (workload)'] })
    expect(linesOf('deployment', program)).toEqual(['a (workload) -> b (workload): B_URL'])
    expect(picture!.notes).toEqual(['`release` describes 3 of the units of `base` once more. It is not drawn; the table has all of them.'])
  })

  test('nothing is drawn of nothing', () => {
    expect(diagramKinds.flatMap((kind) => kind.drawings(aProgram()))).toEqual([])
  })
})

describe('entities', () => {
  test('every box is an entity, every line a relation that the code declares; both ends say one thing', () => {
    const { diagram, alone } = entityDrawing(system.entities)
    expect(diagram.entities.map(({ id }) => id)).toEqual(['Basket', 'User'])
    expect(alone.map(({ name }) => name)).toEqual(['Log'])
    expect(diagram.relations.map(({ evidence, ...it }) => ({ ...it, place: `${evidence.file}:${evidence.line}` }))).toEqual([
      { from: 'User', to: 'Basket', fromMany: false, toMany: true, label: 'userId', place: 'models/Basket.ts:10' },
    ])
    expect(diagram.entities.find(({ id }) => id === 'User')?.fields[0]).toEqual({ name: 'id', type: 'INTEGER', key: 'primary' })
  })

  test('two keys from one record to another are two lines, a list without a key is one', () => {
    const relations = (...entities: Entity[]) =>
      entityDrawing(entities).diagram.relations.map(({ from, to, label, fromMany, toMany }) =>
        `${from} ${fromMany ? 'many' : 'one'}-${toMany ? 'many' : 'one'} ${to} ${label ?? ''}`.trim(),
      )
    expect(
      relations(
        entity('Task', [
          ['User', 'many to one', 'author'],
          ['User', 'many to one', 'assignee'],
        ]),
        entity('User'),
      ),
    ).toEqual(['User one-many Task author', 'User one-many Task assignee'])
    expect(relations(entity('User', [['Task', 'one to many', 'tasks']]), entity('Task'))).toEqual(['User one-many Task tasks'])
    expect(relations(entity('A', [['B', 'many to many']]), entity('B', [['A', 'many to many']]))).toEqual(['A many-many B'])
    expect(relations(entity('Task', [['Task', 'many to one', 'parent']]))).toEqual(['Task one-many Task parent'])
  })

  test('forms of requests are no records, and a relation to nobody is told and not drawn', () => {
    const { diagram, elsewhere } = entityDrawing([entity('User', [['Nobody', 'many to one']]), entity('LoginDto', [], 'carried')])
    expect(diagram.entities.map(({ id }) => id)).toEqual(['User'])
    expect(diagram.relations).toEqual([])
    expect(elsewhere).toEqual([{ entity: 'User', to: 'Nobody', at: at('models/User.ts:10') }])
  })

  test('where there are many, the most joined are drawn and the rest is counted', () => {
    const many = [
      entity('User'),
      ...Array.from({ length: 39 }, (_, index) => entity(`R${String(index).padStart(2, '0')}`, [['User', 'many to one', 'userId']])),
    ]
    const [picture] = pictures('entities', aProgram({ entities: many }))
    expect(picture).toMatchObject({ total: 40, shown: 25, cut: [{ count: 15 }] })
    expect((picture!.diagram as { entities: { id: string }[] }).entities[0]?.id).toBe('User')
    expect(picture!.whole?.lines).toHaveLength(39)
  })
})

test('lines that are left out are the lightest, and no box loses its last one', () => {
  const nodes = Array.from({ length: 12 }, (_, index) => ({ id: `n${index}`, label: `n${index}` }))
  const edges = nodes.flatMap(({ id: from }, a) =>
    nodes.flatMap(({ id: to }, b) => (a === b ? [] : [{ from, to, weight: a === 11 ? 1 : 10 + a + b }])),
  )
  const { diagram, without } = thinned({ kind: 'graph', title: '', direction: 'LR', groups: [], nodes, edges }, 20)
  expect(diagram.edges).toHaveLength(20)
  expect(without).toBe(edges.length - 20)
  expect(new Set(diagram.edges.flatMap(({ from, to }) => [from, to])).size).toBe(12)
})

describe('pages', () => {
  const big: Program = {
    ...system,
    architecture: {
      ...system.architecture,
      components: [
        ...system.architecture.components,
        ...Array.from({ length: 60 }, (_, index) => component(`external:${index}`, 'external system', { name: `System ${index}` })),
      ],
      relations: [
        ...system.architecture.relations,
        ...Array.from({ length: 60 }, (_, index) => relation('api', `external:${index}`, 'calls', `api/c${index}.ts:1`)),
      ],
    },
  }

  test('each kind has its page, a folded one a page with the whole, and every link leads somewhere', async () => {
    const context = aContext({ program: big })
    const pages = await render(
      views.flatMap((view) => view(context)),
      context,
    )
    const paths = pages.map(({ path }) => path)
    expect(paths).toEqual(
      expect.arrayContaining(
        ['index', 'architecture', 'architecture-whole', 'context', 'containers', 'components', 'modules', 'entities', 'deployment'].map(
          (name) => `architecture/diagrams/${name}.md`,
        ),
      ),
    )
    const page = pages.find(({ path }) => path === 'architecture/diagrams/architecture.md')!.content
    expect(page).toMatch(/The picture shows \d+ of 69 parts/)
    expect(page).toContain('[The whole graph](architecture-whole.md)')
    expect(page).toContain('click n')
    expect(pages.find(({ path }) => path === 'architecture/diagrams/architecture-whole.md')!.content).toContain('System 59')
    expect(JSON.parse(pages.find(({ path }) => path === 'architecture/diagrams/architecture-whole.json')!.content).edges).toHaveLength(68)
  })

  test.each(['bare', 'in a word'])('hostile names stay names, %s', async (how) => {
    let turn = 0
    const next = () => (how === 'bare' ? fragments[turn++ % fragments.length]! : `a${fragments[turn++ % fragments.length]}b`)
    const context = aContext({ program: big })
    const { architecture, entities } = poisoned({ architecture: big.architecture, entities: big.entities }, next)
    const hostile = { ...context, program: { ...context.program, architecture, entities } }
    const pages = await render(
      views.flatMap((view) => view(hostile)),
      hostile,
    )
    const own = pages.filter(({ path }) => path.startsWith('architecture/diagrams/') && path.endsWith('.md'))
    expect(own.length).toBeGreaterThan(6)
    for (const { path, content } of own) {
      const root = parse(content)
      expect(smuggled(root), path).toEqual([])
      for (const table of all(root, 'table')) expect(new Set(table.children.map((row) => row.children.length)).size, path).toBe(1)
    }
  })

  test('of nothing there is the index alone, which says what was not found', async () => {
    const context = aContext()
    expect(diagrams(context).map(({ path }) => path)).toEqual(['architecture/diagrams/_category_.json', 'architecture/diagrams/index.md'])
  })
})
