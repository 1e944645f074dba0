/**
 * Descriptions of the HTTP interface, OpenAPI files and those in comments: that the code has the operations, and demands a caller
 * where they say so. They are no documents of prose, so all of it is told at once, out of what linking has joined.
 */
import type { Claim, DescribedOperation, Evidence } from '../../types'
import type { ClaimReader } from '../reader'

const kind = 'description'

/** Where fewer of the described operations are there than this, the description is of something else, or the join failed. */
const leastThere = 0.5
/** A description lists the interface where it has at least so many of its doors, and this share. */
const leastOfList = 3
const leastShare = 0.5

export const descriptions: ClaimReader = {
  id: kind,
  title: 'Descriptions of interfaces',
  why: 'Clients are generated from them, and fail against what is really there.',
  read: () => [],
  missing({ program }) {
    const { described } = program
    const told = described.filter((row): row is Told => row.described !== undefined)
    const there = told.filter(({ registered }) => registered)
    const doors = described.filter(({ registered }) => registered)
    const isOfThis = there.length >= told.length * leastThere
    const isList = there.length >= leastOfList && there.length >= doors.length * leastShare
    const absent = described.filter((row): row is DescribedOperation & { registered: Evidence } => !row.described && row.registered !== undefined)
    const last = there.at(-1)
    return {
      claims: [
        ...told.flatMap((row) => judged(row, isOfThis)),
        ...(isList && last ? absent.filter(({ path }) => !path.includes('*')).map((row) => left(row, last)) : []),
      ],
      unlisted: told.length > 0 && !isList ? absent.map(({ method, path, registered }) => ({ subject: `${method} ${path}`, at: registered })) : [],
    }
  },
}

type Told = DescribedOperation & { described: Evidence }

function judged({ method, path, described, registered, differences }: Told, isOfThis: boolean): Claim[] {
  const subject = `${method} ${path}`
  const base = { kind, from: 'doc', doc: described, section: '' } as const
  if (!registered) {
    if (!isOfThis)
      return [
        {
          ...base,
          subject,
          verdict: 'not judged',
          reason: 'Most of what is described was not found: it may be the interface of another service.',
          evidence: [],
        },
      ]
    return [
      {
        ...base,
        subject,
        verdict: 'false',
        reason: 'No such entry point was found.',
        evidence: [],
        says: `There is ${subject}.`,
        actual: 'The code registers no such operation.',
        impact: 'Clients that are made from the description get 404.',
        action: 'Take it out, or describe what is there.',
        severity: 'High',
        confidence: 'medium',
      },
    ]
  }
  const callers = differences.filter((text) => text.includes('signed-in caller'))
  return [
    { ...base, subject, verdict: 'holds', reason: 'The code registers it.', evidence: [registered] },
    ...callers.map(
      (text): Claim => ({
        ...base,
        subject: `who may call ${subject}`,
        verdict: 'false',
        reason: text,
        evidence: [registered],
        says: `Who may call ${subject}.`,
        actual: text,
        impact: 'Whoever relies on the description takes an open entry point for a guarded one, or the other way round.',
        action: 'Describe what the code demands, or have the code demand it.',
        severity: 'High',
        confidence: 'medium',
      }),
    ),
  ]
}

function left({ method, path, registered }: DescribedOperation & { registered: Evidence }, { described }: Told): Claim {
  const subject = `${method} ${path}`
  return {
    kind,
    from: 'code',
    doc: described,
    section: '',
    subject,
    verdict: 'false',
    reason: `The code has ${subject}.`,
    evidence: [registered],
    says: '',
    actual: `The code has ${subject}.`,
    impact: 'Clients that are made from the description cannot call it.',
    action: 'Describe it.',
    severity: 'Low',
    confidence: 'high',
  }
}
