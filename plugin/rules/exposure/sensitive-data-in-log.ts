import type { Evidence, Program } from '../../types'
import { fillsDatabase } from '../development'
import { disclosureRule, LOGS } from '../disclosure-rule'
import type { Rule } from '../rule'
import { lessSure } from '../sureness'

const WHY = 'Logs are read by more people and kept in more places than the data they were written about.'
const OF_RECORDS = ' It stands in one of several records in the code; whether those are samples could not be told.'

const described = disclosureRule({
  id: 'sensitive-data-in-log',
  class: 'cleartext-sensitive-data',
  phase: 'Data Protection',
  cvss: 'AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:N/A:N',
  cwe: [532, 312],
  title: 'Passwords or personal data are written to a log',
  why: WHY,
  impact: ['Whoever reads the log, its backup or the log service can act as the user', 'Personal data are kept far longer than they may be'],
  fix: 'Leave the value out, log an identifier instead, or redact such fields in the logger itself.',
  code: "const logger = pino({ redact: ['password', '*.password', 'req.headers.authorization'] })",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Logging_Cheat_Sheet.html',
    'https://owasp.org/Top10/A09_2021-Security_Logging_and_Monitoring_Failures/',
  ],
  places: LOGS,
  confidence: { credential: 'high', intimate: 'high', personal: 'medium', general: 'low' },
  // Records that come with the code are samples more often than anybody's.
  most: ({ writtenRecord }) => (writtenRecord ? 'medium' : undefined),
  describe: ({ origin, api, writtenRecord }) => `${WHY} Here \`${origin}\` reaches \`${api}\`.${writtenRecord ? OF_RECORDS : ''}`,
})

/** Levels that are left out of a log unless somebody looks for a fault; the console knows none and prints all. */
const isLeftOut = (api: string | undefined): boolean =>
  api !== undefined && /(?:^debug(?:\(\))*|\.(?:debug|trace|verbose|silly|finest))$/.test(api) && !api.startsWith('console.')

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/') + 1)

/**
 * Folders of commands that people run by hand, and files of such at the top, which answer no requests: what those print is read by who
 * asked for it.
 */
function placesOfCommands({ entryPoints }: Program): string[] {
  const served = entryPoints.filter(({ kind }) => kind !== 'cli').flatMap(({ at, handler }) => [at.file, ...(handler ? [handler.at.file] : [])])
  const places = new Set(entryPoints.filter(({ kind }) => kind === 'cli').map(({ at }) => folderOf(at.file) || at.file))
  return [...places].filter((place) => !served.some((file) => file.startsWith(place)))
}

/** Standard output, which a command shows to whoever runs it. */
const PRINTS = /^(?:console\.|process\.stdout\.)/

/** Whether no door but those of commands leads to a place. */
function ofCommandsAlone({ reached }: Program): (at: Evidence) => boolean {
  return ({ file, line }) => {
    const routes = reached.filter((each) => each.file === file && each.line <= line && line <= each.endLine).flatMap((each) => each.routes)
    return routes.length > 0 && routes.every((route) => /^(?:CLI|RUN) /.test(route))
  }
}

/** The console of a page is its own visitor's. */
const rule: Rule = {
  ...described,
  check: (program) => {
    const pages = new Set(program.usages.filter(({ kind }) => kind === 'page-code').map(({ at }) => at.file))
    const commands = placesOfCommands(program)
    const isOfCommand = ofCommandsAlone(program)
    const environment = program.usages
      .filter(({ kind, library, test }) => kind === 'disclosed-environment' && LOGS.has(library) && !test)
      .map(({ api, at, around }) => ({
        subject: `${around || at.file} ${api}`,
        at,
        trace: [at],
        description: 'The whole environment of the process is written to a log, with every key and password in it.',
      }))
    // What a developer's own machine prints, under a test of the environment, no log keeps.
    const ofDevelopers = program.usages.filter(({ kind }) => kind === 'outside-production').map(({ at }) => at)
    const isOfDevelopers = ({ file, line }: Evidence) =>
      ofDevelopers.some((at) => at.file === file && at.line <= line && line <= (at.endLine ?? at.line))
    const hits = described
      .check(program)
      .filter(({ at }) => !isOfDevelopers(at))
      .map((hit) => (pages.has(hit.at.file) && hit.flow?.api.startsWith('console.') ? { ...hit, confidence: 'low' as const } : hit))
      .map((hit) =>
        isLeftOut(hit.flow?.api)
          ? {
              ...hit,
              confidence: lessSure(hit.confidence ?? 'high', 'medium'),
              description: `${hit.description ?? described.why} Its level is left out of a log unless somebody asks for it.`,
            }
          : hit,
      )
      .map((hit) =>
        commands.some((place) => hit.at.file.startsWith(place) || hit.trace?.[0]?.file.startsWith(place)) ||
        (PRINTS.test(hit.flow?.api ?? '') && isOfCommand(hit.at))
          ? {
              ...hit,
              confidence: lessSure(hit.confidence ?? 'high', 'medium'),
              description: `${hit.description ?? described.why} A command prints it for whoever runs it; it stays where that output is kept.`,
            }
          : hit,
      )
      .map((hit) =>
        fillsDatabase(hit.at.file) && hit.flow?.api.startsWith('console.')
          ? {
              ...hit,
              confidence: lessSure(hit.confidence ?? 'high', 'medium'),
              description: `${hit.description ?? described.why} A script that fills a database prints it for whoever runs it; it stays where that output is kept.`,
            }
          : hit,
      )
    return [...hits, ...environment]
  },
}

export default rule
