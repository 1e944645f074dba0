import { grouped } from '../../../grouped'
import type { Evidence, Unused } from '../../../types'
import { defineNonfunctionalRule } from '../rule'
import { counted, type Found, someOf } from './counted'

export default defineNonfunctionalRule({
  id: 'dead-code',
  class: 'dead-code',
  area: 'Code health',
  title: 'Code and packages that nothing uses',
  why: 'What nothing uses is still read, compiled, installed, updated and searched for weaknesses. Looked for: files that no import leads to from where tools and people begin, exports that nothing imports, methods that nothing calls, names that nothing reads, statements that never run, packages that nothing names. Settings of tools are read as text and believed; none is run.',
  check(program) {
    const unread = program.notAnalysed.filter(({ stage, reason }) => stage === 'extract' && UNREAD.has(reason)).map(({ subject }) => subject)
    const unused = program.quality.health.unused.map((it) => (unread.length > 0 && !isOfItsFile(it.kind) ? doubted(it, unread) : it))
    const of = (...kinds: Unused['kind'][]) => unused.filter(({ kind }) => kinds.includes(kind))
    const perFile = (items: readonly Unused[]) => grouped(items, ({ at }) => at.file)
    return [
      ...of('file').map(file),
      ...perFile(of('export')).map(exportsOf),
      ...perFile(unused.filter(({ kind, confidence }) => kind === 'function' && confidence !== 'high')).map(membersOf),
      ...perFile(unused.filter(({ kind, confidence }) => isName(kind) && confidence === 'high')).map(namesOf),
      ...of('unreachable', 'no effect').map(statement),
      ...perFile(of('dependency')).map(packagesOf),
    ]
  },
})

const UNREAD = new Set(['does not parse', 'unreadable', 'too large', 'not UTF-8'])

/** Told by the file alone: what other files say changes nothing. */
const isOfItsFile = (kind: Unused['kind']) => kind === 'unreachable' || kind === 'no effect' || kind === 'import' || kind === 'variable'

/** A file that could not be read may use it. */
const doubted = (it: Unused, unread: string[]): Unused => ({
  ...it,
  confidence: 'low',
  reason: `${it.reason} ${unread.length === 1 ? `\`${unread[0]}\` could not be read` : `${unread.length} files could not be read`}, and may use it.`,
})

const isName = (kind: Unused['kind']) => kind === 'import' || kind === 'function' || kind === 'class' || kind === 'variable'

/** One finding a file: whoever clears it up opens it once. */
function together(items: readonly Unused[], says: Pick<Found, 'title' | 'impact' | 'found' | 'recommendation'>, around: string): Found {
  const [first, ...rest] = items as [Unused, ...Unused[]]
  const places = rest
    .map(({ at }) => at)
    .filter((at, index, all) => at.line !== first.at.line && all.findIndex(({ line }) => line === at.line) === index)
  return {
    ...says,
    reason: first.reason,
    subject: first.at.file,
    at: first.at,
    evidence: places.slice(0, 8),
    ...(places.length > 0 ? { places: places as Evidence[] } : {}),
    around,
    confidence: first.confidence,
    figures: { unused: items.length },
  }
}

const names = (items: readonly Unused[]) => [...new Set(items.map(({ name }) => name))]

function file(it: Unused): Found {
  return together(
    [it],
    {
      title: `Nothing leads to ${it.name}`,
      impact: 'Low',
      found: `No test, route, setting, script or other file of the program reaches \`${it.name}\`.`,
      recommendation: { text: 'Remove the file. If a tool finds it by its place, name it in that tool’s settings.' },
    },
    'file',
  )
}

function exportsOf(items: readonly Unused[]): Found {
  const { file } = (items[0] as Unused).at
  return together(
    items,
    {
      title:
        items.length === 1
          ? `Export ${(items[0] as Unused).name} of ${file} is used by nothing else`
          : `${counted(items.length, 'export')} of ${file} are used by nothing else`,
      impact: 'Low',
      found: `Nothing outside of the file asks for ${someOf(names(items), 8)}.`,
      recommendation: {
        text: 'Remove what the file does not use either; take `export` off the rest, so that readers and tools see that it is private.',
      },
    },
    'export',
  )
}

function membersOf(items: readonly Unused[]): Found {
  const { file } = (items[0] as Unused).at
  return together(
    items,
    {
      title:
        items.length === 1
          ? `Method ${(items[0] as Unused).name} of ${file} is never called`
          : `${counted(items.length, 'method')} of ${file} are never called`,
      impact: 'Low',
      found: `Nothing calls ${someOf(names(items), 8)}.`,
      recommendation: { text: 'Remove it, with the tests that only it has.' },
    },
    'member',
  )
}

function namesOf(items: readonly Unused[]): Found {
  const { file } = (items[0] as Unused).at
  const only = items.length === 1 ? (items[0] as Unused) : undefined
  const noun = new Set(items.map(({ kind }) => kind)).size === 1 ? (items[0] as Unused).kind : 'name'
  return together(
    items,
    {
      title: only
        ? `${capital(only.kind)} ${only.name} is never used`
        : `${counted(items.length, noun, noun === 'class' ? 'classes' : `${noun}s`)} of ${file} are never used`,
      impact: 'Low',
      found: `${someOf(names(items), 8)} ${items.length === 1 ? 'is' : 'are'} declared and never read.`,
      recommendation: { text: 'Remove the declaration. Where a module is loaded for its effects, import it without a name.' },
    },
    'name',
  )
}

function statement(it: Unused): Found {
  const isUnreached = it.kind === 'unreachable'
  return {
    ...together(
      [it],
      {
        title: isUnreached ? 'A statement that is never reached' : 'A statement without effect',
        impact: isUnreached ? 'Medium' : 'Low',
        found: isUnreached ? 'Control leaves the block before it comes to this statement.' : 'The statement computes a value that nothing uses.',
        recommendation: {
          text: isUnreached ? 'Remove it, or move it in front of what leaves the block if it was meant to run.' : 'Remove it, or use its result.',
        },
      },
      it.at.text,
    ),
  }
}

function packagesOf(items: readonly Unused[]): Found {
  const { file } = (items[0] as Unused).at
  return together(
    items,
    {
      title:
        items.length === 1
          ? `Package ${(items[0] as Unused).name} is used by nothing`
          : `${counted(items.length, 'package')} of ${file} are used by nothing`,
      impact: 'Low',
      found: `\`${file}\` asks for ${someOf(names(items), 12)}; nothing was found that uses ${items.length === 1 ? 'it' : 'them'}.`,
      recommendation: {
        text: 'Uninstall what no tool loads by its name. What is only listed to raise a version that others bring belongs into `overrides`.',
      },
    },
    'dependency',
  )
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
