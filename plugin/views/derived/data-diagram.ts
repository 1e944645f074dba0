/**
 * How sensitive data go through the system: doors that take them, code that works on them, records that keep them, and where
 * they leave. In: the program. Out: a graph whose every line is proven by a place.
 */
import type { DataUse, DiagramEdge, DiagramNode, EntryPoint, Evidence, GraphDiagram, Program, SensitiveField } from '../../types'
import { compareText } from '../order'
import { CLASSES } from './data-inventory'

type Flows = Pick<Program, 'entryPoints' | 'entities' | 'connections' | 'formats' | 'posture'>

const groups = [
  { id: 'inputs', label: 'Inputs' },
  { id: 'processing', label: 'Processing' },
  { id: 'storage', label: 'Storage' },
  { id: 'outputs', label: 'Outputs' },
]

/** Others that data go to; databases are storage. */
const OUTSIDE: Partial<Record<Program['connections'][number]['kind'], string>> = {
  mail: 'Mail',
  http: 'Service',
  payment: 'Payment',
  identity: 'Identity',
  llm: 'Language model',
  storage: 'Object storage',
  queue: 'Queue',
}

export function dataDiagram(program: Flows): GraphDiagram {
  const drawing = new Drawing()
  const { fields } = program.posture.dataProtection
  const byField = new Map<string, SensitiveField[]>()
  for (const field of fields) byField.set(plain(field.field), [...(byField.get(plain(field.field)) ?? []), field])
  const entities = new Map(fields.filter(({ kind }) => kind === 'stored').map(({ entity }) => [plain(entity), entity]))
  for (const { name, stored } of program.entities)
    if (stored !== undefined && entities.has(plain(name)) && !entities.has(plain(stored))) entities.set(plain(stored), name)
  const modules = new Set<string>()
  const shared = sharedUses(program.entryPoints)
  for (const door of byWorst(program.entryPoints, byField)) {
    const taken = takenBy(door, byField)
    const uses = (door.data ?? []).flatMap((use) => {
      const entity = entityOf(use, entities)
      return entity === undefined ? [] : [{ use, entity }]
    })
    const own = uses.filter(({ use }) => !shared.has(place(use.at)))
    for (const { use, entity } of uses)
      if (shared.has(place(use.at)))
        used(drawing, program, { module: drawing.node('shared', 'In front of many entry points', 'processing', 'box'), door: undefined }, use, entity)
    if (taken.length === 0 && own.length === 0) continue
    const file = door.handler?.at.file ?? door.at.file
    modules.add(file)
    const module = drawing.node(`module ${file}`, file.split('/').slice(-2).join('/'), 'processing', 'box')
    if (taken.length > 0)
      drawing.edge(
        drawing.node(`door ${door.method} ${door.path}`, `${door.method} ${door.path}`, 'inputs', 'round'),
        module,
        classesOf(taken),
        taken[0]?.at ?? door.at,
      )
    for (const { use, entity } of own) used(drawing, program, { module, door }, use, entity)
  }
  for (const entity of new Set(entities.values())) drawing.node(`entity ${entity}`, labelOf(entity, fields), 'storage', 'database')
  stores(drawing, program, entities)
  logs(drawing, program)
  others(drawing, program, modules)
  backups(drawing, program)
  const { nodes, edges } = drawing
  return { kind: 'graph', title: 'Flow of sensitive data', direction: 'LR', groups, nodes, edges }
}

/** So many doors lead to one call only by what stands in front of them. */
const MOST_DOORS = 12

/** Places that guards and other things in front of doors lead to. */
function sharedUses(doors: readonly EntryPoint[]): Set<string> {
  const count = new Map<string, number>()
  for (const { data } of doors) for (const at of new Set((data ?? []).map((use) => place(use.at)))) count.set(at, (count.get(at) ?? 0) + 1)
  return new Set([...count].filter(([, doorsThere]) => doorsThere > MOST_DOORS).map(([at]) => at))
}

class Drawing {
  readonly nodes: DiagramNode[] = []
  readonly edges: DiagramEdge[] = []
  private readonly ids = new Set<string>()
  private readonly lines = new Map<string, { edge: DiagramEdge; labels: Set<string> }>()

  /** @param label worked out for a node that is new */
  node(id: string, label: string | (() => string), group: string, shape: DiagramNode['shape']): string {
    if (!this.ids.has(id)) {
      this.ids.add(id)
      this.nodes.push({ id, label: typeof label === 'string' ? label : label(), group, shape })
    }
    return id
  }

  /** One line from one node to another; what it is about is gathered. */
  edge(from: string, to: string, label: string, evidence: Evidence | undefined): void {
    if (!evidence) return
    const key = JSON.stringify([from, to])
    let line = this.lines.get(key)
    if (!line) {
      line = { edge: { from, to, evidence }, labels: new Set() }
      this.lines.set(key, line)
      this.edges.push(line.edge)
    }
    if (label === '') return
    line.labels.add(label)
    const all = [...line.labels]
    line.edge.label = all.slice(0, MOST_LABELS).join(', ') + (all.length > MOST_LABELS ? '…' : '')
  }
}

/** Words on one line of the drawing. */
const MOST_LABELS = 4

/** Letters and digits alone: `card_num` and `cardNum` are one name, and so are `User` and `users`. */
const plain = (name: string): string =>
  (name.split('.').at(-1) as string)
    .replace(/(?:Model|Entity|Repository|Schema|Collection)$/, '')
    .replace(/[^A-Za-z\d]/g, '')
    .toLowerCase()
    .replace(/(?<=[^s])s$/, '')

function classesOf(fields: readonly { said: SensitiveField }[]): string {
  const found = new Set(fields.map(({ said }) => said.classification))
  return CLASSES.filter((each) => found.has(each)).join(', ')
}

interface Taken {
  said: SensitiveField
  at: Evidence | undefined
}

/** Sensitive fields among what a door reads of the request. A `name` by itself counts where the door is about the entity. */
function takenBy({ parameters, body, path }: EntryPoint, byField: Map<string, SensitiveField[]>): Taken[] {
  const names = [
    ...parameters.filter(({ in: from }) => from !== 'header' && from !== 'env').map(({ name, at }) => ({ name, at })),
    ...(body?.shape.fields ?? []).map(({ name }) => ({ name, at: undefined })),
  ]
  const words = new Set(path.split(/[^A-Za-z\d]+|(?<=[a-z])(?=[A-Z])/).map(plain))
  return names.flatMap(({ name, at }) => {
    const [said] = (byField.get(plain(name)) ?? []).filter(({ because, entity }) => !because.includes(' of ') || words.has(plain(entity)))
    return said ? [{ said, at }] : []
  })
}

/** Doors that take the worst classes first: what is folded away is what matters least. */
function byWorst(doors: readonly EntryPoint[], byField: Map<string, SensitiveField[]>): EntryPoint[] {
  const rank = (door: EntryPoint) => Math.min(CLASSES.length, ...takenBy(door, byField).map(({ said }) => CLASSES.indexOf(said.classification)))
  return doors
    .map((door) => ({ door, rank: rank(door) }))
    .sort((one, other) => one.rank - other.rank || compareText(one.door.path, other.door.path) || compareText(one.door.method, other.door.method))
    .map(({ door }) => door)
}

const entityOf = ({ of, api }: DataUse, entities: Map<string, string>): string | undefined =>
  entities.get(plain(of)) ?? (of === '' ? entities.get(plain(api.split('.').at(-2) ?? '')) : undefined)

function labelOf(entity: string, fields: readonly SensitiveField[]): string {
  const own = fields.filter((field) => field.entity === entity && field.kind === 'stored')
  const classes = CLASSES.filter((each) => own.some(({ classification }) => classification === each))
  return `${entity} (${classes.join(', ')})`
}

/** What a handler does with records, by way of what hashes or encrypts their fields. */
function used(
  drawing: Drawing,
  program: Flows,
  { module, door }: { module: string; door: EntryPoint | undefined },
  use: DataUse,
  entity: string,
): void {
  const record = drawing.node(`entity ${entity}`, () => labelOf(entity, program.posture.dataProtection.fields), 'storage', 'database')
  const writes = use.does === 'create' || use.does === 'update'
  if (writes)
    for (const field of program.posture.dataProtection.fields) {
      const { state, current, evidence } = field.encrypted
      if (
        field.entity !== entity ||
        !use.writes.some(({ field: name }) => name === '*' || plain(name) === plain(field.field)) ||
        (state !== 'pass' && state !== 'partial') ||
        !/^(?:Hashed|Encrypted|Masked)/.test(current)
      )
        continue
      const step = drawing.node(`protection ${entity} ${current}`, current, 'processing', 'hexagon')
      drawing.edge(module, step, field.field, use.at)
      drawing.edge(step, record, field.field, evidence[0])
    }
  drawing.edge(module, record, use.does, use.at)
  // Other doors read records to check something; what they answer with is another matter.
  if (use.does === 'read' && (door?.method === 'GET' || door?.method === 'QUERY'))
    drawing.edge(module, drawing.node('answers', 'Answers to callers', 'outputs', 'actor'), '', use.at)
}

/** Databases that keep the records, where it can be told which. */
function stores(drawing: Drawing, { entities, connections }: Flows, named: Map<string, string>): void {
  const databases = connections.filter(({ kind }) => kind === 'database')
  const names = [...new Set(databases.map(({ name }) => name))]
  for (const entity of entities) {
    if (entity.kind !== 'stored' || ![...named.values()].includes(entity.name)) continue
    const library = entity.library.replace(/-typescript$/, '')
    const found =
      databases.find((each) => each.library.includes(library) || library.includes(each.library)) ?? (names.length === 1 ? databases[0] : undefined)
    if (found) drawing.edge(`entity ${entity.name}`, drawing.node(`database ${found.name}`, found.name, 'storage', 'database'), '', found.at)
  }
}

/** Fields that reach a log, from the record that they are kept in. */
function logs(drawing: Drawing, { posture }: Flows): void {
  const { fields, logs: written } = posture.dataProtection
  const access = new Set(
    written
      .filter(({ kind }) => kind === 'access')
      .flatMap(({ writer, content }) => [...writer.evidence, ...content.evidence])
      .map(place),
  )
  const found = new Map<string, { fields: string[]; at: Evidence }>()
  for (const { entity, field, kind, logged } of fields) {
    const [at] = logged.evidence
    if (logged.state !== 'fail' || kind !== 'stored' || !at) continue
    const target = logged.evidence.some((each) => access.has(place(each))) ? 'access' : 'log'
    const key = JSON.stringify([entity, target])
    const known = found.get(key) ?? { fields: [], at }
    found.set(key, { ...known, fields: [...known.fields, field] })
  }
  for (const [key, { fields: names, at }] of found) {
    const [entity, target] = JSON.parse(key) as [string, 'access' | 'log']
    drawing.edge(
      `entity ${entity}`,
      drawing.node(`log ${target}`, target === 'access' ? 'Access log' : 'Application log', 'outputs', 'queue'),
      names.slice(0, 3).join(', ') + (names.length > 3 ? '…' : ''),
      at,
    )
  }
}

const place = ({ file, line }: Evidence): string => `${file}:${line}`

/** Services that code of the same file calls, and files that it writes. */
function others(drawing: Drawing, { connections, formats }: Flows, modules: Set<string>): void {
  for (const { kind, name, library, at } of connections)
    if (OUTSIDE[kind] && modules.has(at.file))
      drawing.edge(`module ${at.file}`, drawing.node(`outside ${kind} ${name}`, `${OUTSIDE[kind]}: ${name}`, 'outputs', 'hexagon'), library, at)
  for (const { format, direction, library, at } of formats)
    if (direction === 'export' && modules.has(at.file))
      drawing.edge(`module ${at.file}`, drawing.node(`format ${format}`, `${format} export`, 'outputs', 'box'), library, at)
}

function backups(drawing: Drawing, { posture }: Flows): void {
  const backup = posture.dataProtection.encryption.find(({ id }) => id === 'encryption-backups')
  const [at] = backup?.evidence ?? []
  if (!at) return
  const target = drawing.node('backups', 'Backups', 'outputs', 'database')
  for (const { id } of drawing.nodes.filter((node) => node.id.startsWith('database '))) drawing.edge(id, target, '', at)
}

/** The lines of a drawing as a table, since a picture holds no links to places. */
export function linesOf({ nodes, edges }: GraphDiagram): { from: string; to: string; label: string; evidence: Evidence }[] {
  const labels = new Map(nodes.map(({ id, label }) => [id, label]))
  return edges.flatMap(({ from, to, label, evidence }) =>
    evidence ? [{ from: labels.get(from) ?? from, to: labels.get(to) ?? to, label: label ?? '', evidence }] : [],
  )
}
