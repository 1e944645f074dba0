/**
 * How a logger writes its lines. In: the linked program. Out: whether all that it writes is escaped there. Pino, which Fastify takes, and bunyan write JSON. Winston
 * does by a format that makes JSON of an entry, or shows it as `util.inspect` does; with `simple()`, `cli()` or a text of the program's own a
 * line end begins a line. Without any format it writes JSON since the third version. Objects are shown by everything so that texts inside
 * of them are quoted.
 */
import { Kind } from '../../graph'
import { apiPathsOf, calledName, isTestCode, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { packageOf } from '../usages/origin'

const OF_WINSTON = /^(?:winston|logform|nest-winston|winston-transport|winston-daily-rotate-file)\b/
/** One line of JSON an entry, unless something else makes text of them again. Fastify logs by Pino. */
const WRITES_JSON = new Set(['pino', 'bunyan'])
const MAKES_READABLE = ['pino-pretty', 'pino-colada', 'bunyan-format', 'bunyan-prettystream']
/** What makes loggers, and modules that hand one out. */
const MAKES = new Set(['createLogger', 'configure', 'add', 'forRoot', 'forRootAsync'])
const CHANGES = new Set(['add', 'configure'])
const ESCAPES = /^(?:json|prettyPrint|logstash)$/
const MOST_HOPS = 8

export class LogFormats {
  private isEscapedAnywhere: boolean | undefined

  constructor(private readonly linked: Linked) {}

  /** Whether a call logs by a library all of whose lines are escaped in this program. */
  isEscaped(call: number): boolean {
    const { whole, solver, models } = this.linked
    if (whole.kind[call] !== Kind.Call) return false
    const roots = [...(solver.apiCalls.get(call) ?? [])].map((path) => models.paths.rootOf(path))
    if (roots.length === 0) return false
    if (this.isOfFastify(call) || WRITES_JSON.has(packageOf(this.linked, call) ?? ''))
      return !MAKES_READABLE.some((name) => this.linked.dependencies.has(name))
    return roots.every((root) => /^(?:npm:|type:)?winston(?:\/|$)/.test(root)) && (this.isMadeEscaping(call) || this.areEscaped())
  }

  /** `request.log.info(…)`, `app.log.warn(…)` */
  private isOfFastify(call: number): boolean {
    const { whole, models } = this.linked
    const logger = receiverOf(this.linked, call)
    if (logger < 0 || whole.kind[logger] !== Kind.Load || whole.text(whole.b[logger] as number) !== 'log') return false
    const paths = apiPathsOf(this.linked, whole.a[logger] as number)
    return paths.length > 0 && paths.every((path) => /^(?:npm:|type:)fastify(?:\/|$)/.test(models.paths.rootOf(path)))
  }

  /** Whether all that is said of the very logger that a call logs by stands where it is made, and escapes. */
  private isMadeEscaping(call: number): boolean {
    const { whole, values } = this.linked
    const receiver = receiverOf(this.linked, call)
    if (receiver < 0) return false
    const made = values.definitions(receiver)
    return made.length > 0 && made.every((maker) => maker < whole.size && this.isMaker(maker) && this.escapesByItself(maker))
  }

  private isMaker(node: number): boolean {
    return (
      this.linked.whole.kind[node] === Kind.Call &&
      calledName(this.linked, node) === 'createLogger' &&
      OF_WINSTON.test(packageOf(this.linked, node) ?? '')
    )
  }

  private readonly made = new Map<number, boolean>()
  private escapesByItself(maker: number): boolean {
    let escapes = this.made.get(maker)
    if (escapes === undefined) {
      const { whole, values } = this.linked
      const [options = -1] = whole.args(maker)
      const isSaidHere = (node: number) =>
        whole.fileOf(node) === whole.fileOf(maker) &&
        (whole.pos[node] as number) >= (whole.pos[maker] as number) &&
        (whole.end[node] as number) <= (whole.end[maker] as number)
      const transports = values.property(options, 'transports').flatMap((node) => values.elements(node))
      const formats = [...lookupOf(whole).named(Kind.Property, 'format')].filter(isSaidHere).map((node) => whole.b[node] as number)
      escapes =
        !this.isChangedLater() &&
        this.isWrittenOut(maker) &&
        transports.every((node) => whole.kind[node] === Kind.New && isSaidHere(node)) &&
        // The form of a time is a text.
        formats.filter((node) => !values.texts(node).some(({ exact }) => exact)).every((node) => this.escapes(node, 0))
      this.made.set(maker, escapes)
    }
    return escapes
  }

  /** Whether some logger is told of transports or formats after it was made. */
  private isChangedLater(): boolean {
    this.changed ??= [...lookupOf(this.linked.whole).called(CHANGES)].some((call) => OF_WINSTON.test(packageOf(this.linked, call) ?? ''))
    return this.changed
  }
  private changed: boolean | undefined

  private areEscaped(): boolean {
    if (this.isEscapedAnywhere === undefined) {
      const { whole } = this.linked
      const lookup = lookupOf(whole)
      const isMeant = (node: number) => !isTestCode(this.linked, (whole.files[whole.fileOf(node)] as { path: string }).path)
      const makers = [...lookup.called(MAKES)].filter((call) => isMeant(call) && OF_WINSTON.test(packageOf(this.linked, call) ?? ''))
      const formats = [
        ...[...lookup.named(Kind.Property, 'format')].map((node) => [node, whole.b[node] as number] as const),
        ...[...lookup.named(Kind.Store, 'format')].map((node) => [node, whole.c[node] as number] as const),
      ]
        .filter(([node, value]) => isMeant(node) && (this.isOfLogger(node) || this.isFormat(value, 0)))
        .map(([, value]) => value)
      const made = makers.filter((call) => calledName(this.linked, call) !== 'add')
      this.isEscapedAnywhere = made.length > 0 && made.every((call) => this.isWrittenOut(call)) && formats.every((value) => this.escapes(value, 0))
    }
    return this.isEscapedAnywhere
  }

  /** Whether the options stand in the call, so that there is no format which nobody sees. */
  private isWrittenOut(call: number): boolean {
    const { whole, values } = this.linked
    const [options] = whole.args(call)
    // Where nothing is said at all, all of it is said elsewhere.
    if (options === undefined) return false
    return [options, ...values.definitions(options)].some((node) => {
      if (node >= whole.size || whole.kind[node] !== Kind.Object) return false
      const items = [...whole.items(whole.a[node] as number)]
      // Before its third version it wrote texts where nothing was said.
      const isSaid = items.some(
        (item) => whole.kind[item] === Kind.Property && whole.a[item] !== -1 && whole.text(whole.a[item] as number) === 'format',
      )
      return (isSaid || calledName(this.linked, call) !== 'configure') && !items.some((item) => whole.kind[item] === Kind.Spread)
    })
  }

  /** A property in the options of something of winston's: `new transports.Console({ format })`. */
  private isOfLogger(property: number): boolean {
    const { whole } = this.linked
    const object = lookupOf(whole).objectOf(property)
    if (object < 0) return false
    return this.callsWith(object).some((call) => OF_WINSTON.test(packageOf(this.linked, call) ?? ''))
  }

  private callsWith(object: number): number[] {
    const { whole } = this.linked
    if (!this.handed) {
      this.handed = new Map()
      for (const call of lookupOf(whole).of(Kind.Call, Kind.New))
        for (const argument of whole.args(call)) this.handed.set(argument, [...(this.handed.get(argument) ?? []), call])
    }
    return this.handed.get(object) ?? []
  }
  private handed: Map<number, number[]> | undefined

  /** Whether a value is a format of winston's at all, on any of its ways. */
  private isFormat(node: number, hops: number): boolean {
    return this.ways(node, hops).some((way) => this.linked.whole.kind[way] === Kind.Call && OF_WINSTON.test(packageOf(this.linked, way) ?? ''))
  }

  private escapes(node: number, hops: number): boolean {
    const { whole } = this.linked
    const ways = this.ways(node, hops)
    return (
      ways.length > 0 &&
      ways.every((way) => {
        if (whole.kind[way] !== Kind.Call || !OF_WINSTON.test(packageOf(this.linked, way) ?? '')) return false
        const name = calledName(this.linked, way)
        if (ESCAPES.test(name)) return true
        const last = name === 'combine' ? [...whole.args(way)].at(-1) : undefined
        return last !== undefined && hops < MOST_HOPS && this.escapes(last, hops + 1)
      })
    )
  }

  /** `production ? json() : prettyPrint()`: each of them. */
  private ways(node: number, hops: number): number[] {
    const { whole, values } = this.linked
    if (node < 0 || node >= whole.size || hops > MOST_HOPS) return []
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Choice || kind === Kind.Cell) return [...whole.items(whole.a[node] as number)].flatMap((way) => this.waysOr(way, hops))
    if (kind === Kind.Call) return [node]
    const made = values.definitions(node).filter((each) => each !== node)
    return made.length === 0 ? [node] : made.flatMap((way) => this.waysOr(way, hops))
  }

  /** What is not known is a way as well. */
  private waysOr(way: number, hops: number): number[] {
    const ways = this.ways(way, hops + 1)
    return ways.length === 0 ? [way] : ways
  }
}

/** Parts of a request that parsers make objects of. */
const OBJECTS = /^(?:body|query|params|headers|cookies|files)$/
/** What hands a value on as it is. */
const HANDS_ON: ReadonlySet<Kind> = new Set([Kind.Param, Kind.Cell, Kind.Refine, Kind.Await, Kind.Choice])

/** `console.log('asked', request.body)`: an object as a whole, with none of its texts taken out. */
export function isShownAsObject({ whole }: Linked, steps: readonly number[], call: number): boolean {
  const [first, ...others] = steps
  if (first === undefined || first >= whole.size || whole.kind[call] !== Kind.Call) return false
  const isPart =
    whole.kind[first] === Kind.Load
      ? OBJECTS.test(whole.text(whole.b[first] as number))
      : whole.kind[first] === Kind.Call &&
        whole.kind[whole.a[first] as number] === Kind.Load &&
        PARSES.test(whole.text(whole.b[whole.a[first] as number] as number))
  return (
    isPart && others.every((step) => step < whole.size && HANDS_ON.has(whole.kind[step] as Kind)) && whole.args(call).includes(steps.at(-1) as number)
  )
}

/** `context.req.valid('json')`, `await request.json()` */
const PARSES = /^(?:valid|json|formData|parseBody)$/
