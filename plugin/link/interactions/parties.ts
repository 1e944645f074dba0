/**
 * Who takes part. In: functions, stores, hosts, doors. Out: one participant for each, with a name that a reader finds in the code.
 */
import type { EntryPoint, Evidence, Participant } from '../../types'
import { cite, citeLine, type Linked } from '../linked'

export const CALLER = 'caller'

export class Parties {
  private readonly known = new Map<string, Participant>()

  constructor(private readonly linked: Linked) {}

  get all(): Participant[] {
    return [...this.known.values()]
  }

  /** Class whose method it is or stands in; else the file. */
  ofFunction(fn: number, kind: Participant['kind'] = 'module'): Participant {
    const { whole } = this.linked
    for (let at = fn; at >= 0; at = whole.functions[at]?.parent ?? -1) {
      const owner = whole.functions[at]?.owner ?? -1
      const fact = owner < 0 ? undefined : whole.classes[owner]
      if (fact?.fact.name)
        return this.put({ id: `class:${this.pathOf(fact.file)}#${fact.fact.name}`, name: fact.fact.name, kind, at: cite(this.linked, fact.node) })
    }
    return this.ofFile(this.pathOf(whole.functions[fn]?.file ?? 0), kind)
  }

  ofFile(path: string, kind: Participant['kind'] = 'module'): Participant {
    const file = this.linked.fileIndex.get(path)
    return this.put({ id: `file:${path}`, name: shortName(path), kind, ...(file === undefined ? {} : { at: citeLine(this.linked, file, 1) }) })
  }

  other(kind: 'store' | 'queue' | 'external', name: string, at: Evidence): Participant {
    return this.put({ id: `${kind}:${name}`, name, kind, at })
  }

  caller(entry: EntryPoint): Participant {
    return this.put({ id: CALLER, name: CALLERS[entry.kind] ?? 'Client', kind: 'caller' })
  }

  private put(participant: Participant): Participant {
    const known = this.known.get(participant.id)
    if (known) {
      // What is in front of one request may be the handler of another.
      if (known.kind === 'module' && participant.kind !== 'module') known.kind = participant.kind
      return known
    }
    this.known.set(participant.id, participant)
    return participant
  }

  private pathOf(file: number): string {
    return this.linked.whole.files[file]?.path ?? ''
  }
}

const CALLERS: Partial<Record<EntryPoint['kind'], string>> = {
  queue: 'Queue',
  event: 'Event',
  schedule: 'Clock',
  cli: 'Terminal',
  webhook: 'Other service',
}

/** Names that many files have: their folder tells them apart. */
const COMMON =
  /^(?:index|route|routes|page|layout|handler|handlers|controller|service|main|mod|\+server|\+page\.server|resolvers?|model|schema)\.\w+$/

function shortName(path: string): string {
  const steps = path.split('/')
  const name = steps.at(-1) ?? path
  return COMMON.test(name) && steps.length > 1 ? `${steps.at(-2)}/${name}` : name
}

/** Two participants of one name are told apart by their folders. */
export function distinctNames(participants: Participant[]): Participant[] {
  return participants.map((participant) => {
    const same = participants.filter(({ name }) => name === participant.name)
    if (same.length < 2 || !participant.at) return participant
    const steps = participant.at.file.split('/')
    return {
      ...participant,
      name: participant.id.startsWith('file:') ? steps.slice(-2).join('/') : `${participant.name} (${steps.slice(-2).join('/')})`,
    }
  })
}
