/** What the running Docusaurus command needs of us. In: the process's arguments and what CI says. Out: a plan. */
import type { LedgerMode } from '../options'

export interface Invocation {
  /** As in `process.argv`. */
  argv: string[]
  nodeEnv: string | undefined
  /** A CI service builds a change that is not merged yet. */
  isProposal: boolean
}

export interface Plan {
  /** The pages are wanted. Without, their folder only has to exist. */
  analyse: boolean
  /** The site is served and follows edits: every load is a new analysis, and nothing is a reason to stop. */
  live: boolean
  /** The process ends with this build, so that one analysis holds for all of its languages. */
  onlyBuild: boolean
  readOnlyLedger: boolean
}

/** Docusaurus constructs every plugin for these too, but asks none of them for content. */
const withoutPages = ['swizzle', 'clear', 'write-heading-ids', 'help', '--help', '-h', '--version', '-V']

/** The section's own command. As with `docs:version`, only further sections carry their id in the name. */
export function commandName(id: string): string {
  return id === 'plumbline' ? 'plumbline' : `plumbline:${id}`
}

export function planFor(invocation: Invocation, id: string, ledgerMode: LedgerMode): Plan {
  const command = commandOf(invocation)
  const help = invocation.argv.slice(3).some((argument) => argument === '--help' || argument === '-h')
  // Commands of plugins have a colon by custom. Ours analyses when it runs; of the others only a new version needs pages.
  const ofPlugin = command.includes(':') || command === commandName(id)
  const analyse = ofPlugin ? command === `docs:version:${id}` : !withoutPages.includes(command)
  // Publishing gives out ids. Other commands only look: an edit half done must not use up a number.
  const publishes = ['build', 'deploy', 'serve', commandName(id)].includes(command)
  return {
    analyse: analyse && !help,
    live: command === 'start',
    onlyBuild: command !== 'start' && isDocusaurus(invocation),
    readOnlyLedger: ledgerMode === 'read' || (ledgerMode === 'auto' && (!publishes || invocation.isProposal)),
  }
}

/** A program that uses Docusaurus as a library has arguments of its own; Docusaurus tells it apart by NODE_ENV. */
function commandOf(invocation: Invocation): string {
  if (isDocusaurus(invocation)) return invocation.argv[2] ?? '--help'
  return invocation.nodeEnv === 'development' ? 'start' : 'build'
}

function isDocusaurus({ argv }: Invocation): boolean {
  return /[\\/]docusaurus(\.m?js)?$/.test(argv[1] ?? '')
}
