/**
 * Jobs that the program gives itself: `queue.add('resize', { url })` in one place, `new Worker('images', (job) => fetch(job.data.url))` in
 * another. In: publications of models to queues, and the sources that hold what was published. Out: where a payload comes out again, and
 * whether a source holds nothing but what the program itself put into a queue of that library. Queues are not told apart by their names: who
 * takes a job out is mostly told by its type alone.
 */
import { Kind } from '../../graph'
import { callsThat } from '../acts'
import { apiPathsOf, isTestCode, type Linked } from '../linked'
import { lookupOf } from '../lookup'

/** A value that holds the payload of a job: under a property of it, or as it is (`''`). */
export interface JobPlace {
  node: number
  property: string
}

interface Sent {
  /** Where in the call the payload stands. */
  spots: readonly string[]
  to: readonly JobPlace[]
}

const NOWHERE: readonly JobPlace[] = []

export class OwnJobs {
  private readonly sent = new Map<number, Sent>()
  private readonly taken = new Set<number>()

  constructor(private readonly linked: Linked) {
    const { whole } = linked
    const isTests = (node: number) => isTestCode(linked, whole.files[whole.fileOf(node)]?.path ?? '')
    const places = new Map<string, readonly JobPlace[]>()
    for (const { call, library, act } of callsThat(linked, 'publish')) {
      if (act.payload === undefined || isTests(call)) continue
      let to = places.get(library)
      if (!to) {
        to = this.placesOf(library)
        places.set(library, to)
        for (const { node } of to) this.taken.add(node)
      }
      if (to.length > 0) this.sent.set(call, { spots: act.payload.split('|'), to })
    }
  }

  /** What a call puts into a queue, and where that comes out; undefined where it puts nothing there. */
  sentBy(call: number): Sent | undefined {
    return this.sent.get(call)
  }

  calls(): Iterable<[call: number, sent: Sent]> {
    return this.sent
  }

  /** Whether a source holds what the program put into a queue. */
  isOwn(source: number): boolean {
    return this.taken.has(source)
  }

  private placesOf(library: string): readonly JobPlace[] {
    const { whole, models } = this.linked
    const { paths } = models
    const found: JobPlace[] = []
    const lookup = lookupOf(whole)
    for (const [path, sources] of models.flows.sources) {
      const source = sources.find((each) => each.library === library && each.published !== undefined)
      if (source?.published === undefined) continue
      const { parent } = paths.node(path)
      const name = /\.(\w+)$/.exec(paths.show(path))?.[1]
      const nodes =
        name === undefined
          ? [...lookup.of(Kind.Param)].filter((node) => apiPathsOf(this.linked, node).includes(path))
          : [...lookup.named(Kind.Load, name)].filter((node) => apiPathsOf(this.linked, whole.a[node] as number).includes(parent))
      for (const node of nodes) found.push({ node, property: source.published })
    }
    return found.length === 0 ? NOWHERE : found
  }
}
