/** What happens behind the doors that tell most, drawn and listed. In: interactions. Out: one page. */
import { findDoor } from '../../door-lookup'
import type { Evidence, Interaction, InteractionStep, SequenceDiagram, SequenceStep, View } from '../../types'
import type { ViewContext } from '../context'
import { compareText } from '../order'
import { sequencesPath } from '../reports'

export function sequences({ program, options, date }: ViewContext): View {
  const { interactions, entryPoints } = program
  return {
    path: sequencesPath,
    template: 'sequence-diagrams',
    data: {
      project: program.project.name,
      date,
      flows: interactions.map((interaction, index) => ({
        entry: interaction.entry,
        // Two programs of one repository may answer the same path: what others mention leads to the first.
        anchor:
          interactions.findIndex(({ entry }) => entry === interaction.entry) === index
            ? interaction.entry
            : `${interaction.entry} ${interaction.at.file}:${interaction.at.line} ${index}`,
        because: interaction.because,
        at: interaction.at,
        diagram: sequenceDiagram(interaction),
        rows: rowsOf(interaction),
        cut: interaction.cut,
      })),
      doors: entryPoints.filter(({ kind }) => kind !== 'static').length,
      missing: (options.sequences ?? []).flatMap((asked) => {
        const { found, nearest } = findDoor(entryPoints, asked)
        return found ? [] : [{ asked, nearest }]
      }),
      example: interactions[0]?.entry ?? [...entryPoints].map(({ method, path }) => `${method} ${path}`).sort(compareText)[0] ?? '',
    },
  }
}

/** @param whole with the steps that a crowded drawing leaves to the list */
export function sequenceDiagram({ entry, participants, steps }: Interaction, whole = false): SequenceDiagram {
  const drawn = stepsOf(steps, whole)
  const used = new Set<string>()
  collect(drawn, used)
  return {
    kind: 'sequence',
    title: entry,
    participants: participants
      .filter(({ id }) => used.has(id))
      .map(({ id, name, kind }) => ({
        id,
        label: name,
        shape: kind === 'caller' ? 'actor' : kind === 'store' || kind === 'queue' ? 'database' : 'participant',
      })),
    steps: drawn,
  }
}

/** Boxes in which nothing is drawn are left out. */
function stepsOf(steps: readonly InteractionStep[], whole: boolean): SequenceStep[] {
  return steps.flatMap((step): SequenceStep[] => {
    switch (step.kind) {
      case 'call':
      case 'reply': {
        if (step.detail && !whole) return []
        const { from, to, label, at: evidence } = step
        return [{ kind: 'message', from, to, label, evidence, ...(step.kind === 'reply' ? { reply: true } : step.detached ? { async: true } : {}) }]
      }
      case 'alternatives': {
        const branches = step.branches.map(({ condition, steps: inner }) => ({ label: condition, steps: stepsOf(inner, whole) }))
        const filled = branches.filter(({ steps: inner }) => inner.length > 0)
        const [only] = filled
        return filled.length > 1 ? [{ kind: 'alternatives', branches: filled }] : only ? [{ kind: 'optional', ...only }] : []
      }
      case 'optional': {
        const inner = stepsOf(step.steps, whole)
        return inner.length > 0 ? [{ kind: 'optional', label: step.condition, steps: inner }] : []
      }
      default: {
        const inner = stepsOf(step.steps, whole)
        return inner.length > 0 ? [{ kind: 'loop', label: step.over, steps: inner }] : []
      }
    }
  })
}

function collect(steps: readonly SequenceStep[], into: Set<string>): void {
  for (const step of steps) {
    if (step.kind === 'message') into.add(step.from).add(step.to)
    else if (step.kind === 'alternatives') for (const branch of step.branches) collect(branch.steps, into)
    else if (step.kind !== 'note') collect(step.steps, into)
  }
}

interface Row {
  /** Of messages; conditions have none. */
  number: string
  kind: 'call' | 'reply' | 'condition' | 'loop'
  from: string
  to: string
  label: string
  /** A condition in words of ours, where the code has none. */
  words: boolean
  /** Boxes around it. */
  depth: number
  awaited: boolean
  detached: boolean
  at: Evidence
}

const OWN_WORDS =
  /^(?:otherwise|it fails|not (?:signed in|allowed|valid)|too many requests|token missing or wrong|later|again and again|when it is told|calls back\b.*|on [\w:-]+)$/

/** Every step in order, boxes by a row that says under which condition. */
export function rowsOf({ participants, steps }: Interaction): Row[] {
  const names = new Map(participants.map(({ id, name }) => [id, name]))
  const rows: Row[] = []
  let count = 0
  const box = (kind: Row['kind'], label: string, at: Evidence, depth: number) =>
    rows.push({ number: '', kind, from: '', to: '', label, words: OWN_WORDS.test(label), depth, awaited: false, detached: false, at })
  const visit = (list: readonly InteractionStep[], depth: number) => {
    for (const step of list)
      switch (step.kind) {
        case 'call':
        case 'reply':
          rows.push({
            number: String(++count),
            kind: step.kind,
            from: names.get(step.from) ?? '',
            to: step.from === step.to ? '' : (names.get(step.to) ?? ''),
            label: step.kind === 'reply' ? step.label.replace(/^answers ?/, '') : step.label,
            words: false,
            depth,
            awaited: step.kind === 'call' && step.awaited,
            detached: step.kind === 'call' && step.detached === true,
            at: step.at,
          })
          break
        case 'alternatives':
          for (const { condition, at, steps: inner } of step.branches) {
            box('condition', condition, at, depth)
            visit(inner, depth + 1)
          }
          break
        case 'optional':
          box('condition', step.condition, step.at, depth)
          visit(step.steps, depth + 1)
          break
        case 'loop':
          box('loop', step.over, step.at, depth)
          visit(step.steps, depth + 1)
          break
      }
  }
  visit(steps, 0)
  return rows
}
