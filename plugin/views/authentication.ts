/** Report 02: how callers prove who they are. */
import type { Control, SequenceDiagram, SequenceStep, SignIn, View } from '../types'
import { type Notes, notes } from './answer'
import type { ViewContext } from './context'
import { controlRow } from './controls'
import { findingsPart } from './derived/findings-part'
import { reports } from './reports'

const index = reports.findIndex(({ phase }) => phase === 'Authentication')
const report = reports[index]!

export function authentication(context: ViewContext): View {
  const { program, date } = context
  const { mechanisms, signIns, passwords, sessions, bruteForce } = program.posture.authentication
  const reasons = notes()
  return {
    path: report.path,
    template: 'authentication',
    data: {
      title: report.title,
      about: report.about,
      project: program.project.name,
      date,
      mechanisms: mechanisms.map((mechanism) => ({
        ...mechanism,
        note: reasons.noteOf(mechanism.because),
        ...stepsOf(mechanism.steps, reasons),
      })),
      doors: program.entryPoints.length,
      flows: signIns.map(flowOf),
      passwords: tableOf(passwords, (row) => controlRow(row, reasons)),
      // What is at risk stands in the table; a note says why something else could not be told.
      sessions: tableOf(sessions, (row) => ({ ...controlRow(row, notes()), note: isRisk(row) ? null : reasons.noteOf(row.reason) })),
      bruteForce: bruteForce.map((row) => ({ ...row, note: null })),
      ...findingsPart(report, context),
      notes: reasons.list(),
    },
  }
}

/** Steps of which nothing is known stand together, by the reason for that. */
function stepsOf(steps: readonly Control[], reasons: Notes) {
  const isTold = ({ state, current }: Control): boolean => current !== '' || (state !== 'unknown' && state !== 'not applicable')
  const numbered = steps.map((step, at) => ({ step, name: `${at + 1}. ${step.aspect}` }))
  const untold = new Map<string, { state: Control['state']; reason: string; names: string[] }>()
  for (const { step, name } of numbered) {
    if (isTold(step)) continue
    const group = untold.get(`${step.state} ${step.reason}`) ?? { state: step.state, reason: step.reason, names: [] }
    untold.set(`${step.state} ${step.reason}`, group)
    group.names.push(name)
  }
  return {
    steps: numbered.filter(({ step }) => isTold(step)).map(({ step, name }) => ({ ...controlRow(step, reasons), name })),
    untold: [...untold.values()],
  }
}

const isRisk = ({ state }: Control): boolean => state === 'fail' || state === 'partial'

/** Rows that are about something that is there, and the others together, by what is not there. */
function tableOf<Row>(
  controls: readonly Control[],
  rowOf: (control: Control) => Row,
): { rows: Row[]; absent: { reason: string; aspects: string[] }[] } {
  const absent = new Map<string, string[]>()
  for (const { state, reason, aspect } of controls) if (state === 'not applicable') absent.set(reason, [...(absent.get(reason) ?? []), aspect])
  return {
    rows: controls.filter(({ state }) => state !== 'not applicable').map(rowOf),
    absent: [...absent].map(([reason, aspects]) => ({ reason, aspects })),
  }
}

const ACTOR = 'Client'
const outcomes: SignIn['steps'][number]['outcome'][] = ['always', 'valid', 'second factor', 'invalid']
const inOrder = (steps: SignIn['steps']): SignIn['steps'] => outcomes.flatMap((outcome) => steps.filter((step) => step.outcome === outcome))

/** One drawing a sign-in, with the lines that prove its steps. */
function flowOf({ door, at, steps }: SignIn): { door: string; at: SignIn['at']; diagram: SequenceDiagram; lacks: string; evidence: SignIn['steps'] } {
  const ids = [...new Set(steps.flatMap(({ from, to }) => [from, to]))]
  const message = ({ from, to, text, reply, at: evidence }: SignIn['steps'][number]): SequenceStep => ({
    kind: 'message',
    from,
    to,
    label: text,
    evidence,
    ...(reply ? { reply } : {}),
  })
  const of = (outcome: SignIn['steps'][number]['outcome']): SequenceStep[] => steps.filter((step) => step.outcome === outcome).map(message)
  const branches = [
    { label: 'valid credentials', steps: of('valid') },
    { label: 'second factor needed', steps: of('second factor') },
    { label: 'invalid credentials', steps: of('invalid') },
  ].filter((branch) => branch.steps.length > 0)
  const has = (label: string): boolean => branches.some((branch) => branch.label === label)
  return {
    door,
    at,
    diagram: {
      kind: 'sequence',
      title: door,
      participants: ids.map((id) => ({
        id,
        label: id,
        shape: id === ACTOR ? 'actor' : /^(?:Store of|Data store)/.test(id) ? 'database' : 'participant',
      })),
      steps: [...of('always'), ...(branches.length > 0 ? [{ kind: 'alternatives' as const, branches }] : [])],
    },
    lacks: has('valid credentials') ? (has('invalid credentials') ? '' : 'invalid') : has('invalid credentials') ? 'valid' : 'both',
    evidence: distinctSteps(inOrder(steps)),
  }
}

function distinctSteps(steps: SignIn['steps']): SignIn['steps'] {
  return [...new Map(steps.map((step) => [`${step.at.file}:${step.at.line} ${step.text}`, step])).values()]
}
