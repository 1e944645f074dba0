/** What was there and was not read, and what that means for everything else that the pages say. */
import path from 'node:path'
import type { NotAnalysed, View } from '../types'
import type { ViewContext } from './context'
import { compareText } from './order'
import { notAnalysedPath } from './reports'

/** What weakens a report comes before what was left out on purpose. */
const reasons: NotAnalysed['reason'][] = [
  'rule stopped',
  'does not parse',
  'unreadable',
  'not UTF-8',
  'limit reached',
  'unresolved import',
  'too large',
  'symlink out of the tree',
  'excluded by option',
  'minified',
  'generated',
  'vendored',
  'build output',
  'binary',
]

/** A longer list of one reason is counted by folder; the results file holds every one. */
const listed = 200

export function notAnalysed({ program, verdict, date, repository }: ViewContext): View {
  const all = [...program.notAnalysed, ...verdict.problems]
  return {
    path: notAnalysedPath,
    template: 'not-analysed',
    data: {
      project: program.project.name,
      date,
      hasRepository: repository !== undefined,
      files: program.files.length,
      codeFiles: program.files.filter(({ kind }) => kind === 'code').length,
      total: all.length,
      knowledge: {
        ...program.knowledge,
        receiverShare: share(program.knowledge.receiversKnown, program.knowledge.receivers),
        callShare: share(program.knowledge.callSitesResolved, program.knowledge.callSites),
        importsResolved: program.knowledge.imports - program.knowledge.importsUnresolved,
        importShare: share(program.knowledge.imports - program.knowledge.importsUnresolved, program.knowledge.imports),
      },
      groups: reasons.map((reason) => groupOf(reason, all)).filter(({ count }) => count > 0),
    },
  }
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}

interface Group {
  reason: NotAnalysed['reason']
  count: number
  /** Said once above the table when every row would repeat it. */
  detail: string | null
  /** The rows say more than that. */
  differ: boolean
  hasLines: boolean
  rows: { subject: string; stage: string; detail: string; at: { file: string; line: number; text: string } | null }[]
  folders: { folder: string; count: number }[]
}

function groupOf(reason: NotAnalysed['reason'], all: NotAnalysed[]): Group {
  const those = all
    .filter((it) => it.reason === reason)
    .sort((a, b) => compareText(a.subject, b.subject) || (a.line ?? 0) - (b.line ?? 0) || compareText(a.detail, b.detail))
  const details = [...new Set(those.map(({ detail }) => detail))]
  const shared = those.length > 1 ? sharedEnd(details) : ''
  return {
    reason,
    count: those.length,
    detail: shared || null,
    differ: details.some((detail) => detail !== shared),
    hasLines: those.some(({ line }) => line !== undefined),
    rows: those.slice(0, listed).map(({ subject, stage, detail, line }) => ({
      subject,
      stage,
      detail: detail.slice(0, detail.length - shared.length).trimEnd(),
      at: line === undefined || stage === 'judge' ? null : { file: subject, line, text: '' },
    })),
    folders: byFolder(those.slice(listed)),
  }
}

/** The sentences that all of them end with. */
function sharedEnd([first = '', ...others]: string[]): string {
  const sentences = first.split(/(?<=\.) /)
  const ends = sentences.map((_, index) => sentences.slice(index).join(' '))
  return ends.find((end) => others.every((other) => other === end || other.endsWith(` ${end}`))) ?? ''
}

function byFolder(rest: NotAnalysed[]): { folder: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { subject } of rest) {
    const folder = path.posix.dirname(subject)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts].map(([folder, count]) => ({ folder, count })).sort((a, b) => b.count - a.count || compareText(a.folder, b.folder))
}
