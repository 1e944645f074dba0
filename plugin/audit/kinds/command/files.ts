/** Commands that name files and services of the repository, and commands that cannot work as they are written. */
import path from 'node:path'
import type { Claim } from '../../../types'
import { contradicted, holds, notJudged } from '../../claim'
import type { Ground } from '../../ground'
import { isPlaceholder } from '../../not-claims'
import { packagesOf } from './packages'
import { NPM } from './scripts'
import { packageAround, type Site } from './sites'

const kind = 'command'

/** What a shell would make into something else, so that neither number nor name is known. */
const EXPANDS = /[*?$`{}[\]~<>…|]|\.\.\./

export function syntaxClaims({ words, spot, why, form, folders }: Site, ground: Ground): Claim[] {
  const [program = '', verb = '', ...more] = words
  if ((program === 'cp' || program === 'mv') && form === 'block') {
    const operands = words.slice(1).filter((word) => !word.startsWith('-'))
    const subject = words.join(' ')
    if (operands.length !== 1 || EXPANDS.test(subject) || words.some((word) => /^-t|^--(?:target|help|version)/.test(word))) return []
    if (why) return [notJudged(kind, spot, subject, why)]
    return [
      contradicted(kind, spot, subject, {
        says: `${program} is given one operand.`,
        actual: `${program} needs a destination as well, and refuses to do anything without.`,
        impact: 'Whoever follows the instructions gets an error, and lacks the file later.',
        action: 'Name where it is to go.',
        severity: 'Medium',
      }),
    ]
  }
  // `npm lint`: only commands of npm itself go without `run`.
  if (program === 'npm' && verb !== '' && !verb.startsWith('-') && !NPM.has(verb) && more.length === 0) {
    const script = folders.map((folder) => packageAround(folder, ground)?.scripts.get(verb)).find(Boolean)
    if (!script) return []
    const subject = `npm ${verb}`
    if (why) return [notJudged(kind, spot, subject, why)]
    return [
      contradicted(kind, spot, subject, {
        says: `npm has a command ${verb}.`,
        actual: `npm has none; ${verb} is a script, and is run by npm run ${verb}.`,
        impact: 'Whoever types it gets an error.',
        action: `Write npm run ${verb}.`,
        evidence: [script.at],
        ...(spot.text.split(subject).length === 2 ? { patch: { line: spot.line, from: subject, to: `npm run ${verb}` } } : {}),
      }),
    ]
  }
  return []
}

const VERBS = 'up down start stop restart build run exec logs pull push ps rm kill create config pause unpause top port images events watch'.split(
  ' ',
)
/** Those that are given services. */
const OF_SERVICES = new Set('up start stop restart build run exec logs pull push ps rm kill create pause unpause top watch'.split(' '))
/** Of these the first word alone is a service, the rest is a command in it. */
const OF_ONE = new Set(['run', 'exec', 'port'])
const VALUE_OPTIONS =
  /^(?:-f|--file|-p|--project-name|--profile|--env-file|--scale|-e|--env|-u|--user|-w|--workdir|--name|-v|--volume|--entrypoint|--tail|-n|--since|--until|--index|-t|--timeout|--project-directory|--ansi|--parallel|--progress|--pull|--exit-code-from|--attach|--no-attach|-l|--label|--publish|-s|--signal)$/

export function composeClaims({ words, spot, why, folders, told }: Site, ground: Ground): Claim[] {
  const given = words[0] === 'docker-compose' ? words.slice(1) : words[0] === 'docker' && words[1] === 'compose' ? words.slice(2) : undefined
  if (!given) return []
  const files: string[] = []
  const plain: string[] = []
  for (let at = 0; at < given.length; at++) {
    const word = given[at] as string
    if (/^(?:-f|--file)$/.test(word) && !plain.some((it) => VERBS.includes(it))) files.push(given[++at] ?? '')
    else if (/^--file=/.test(word)) files.push(word.slice(7))
    else if (VALUE_OPTIONS.test(word)) at++
    else if (!word.startsWith('-')) plain.push(word)
  }
  const { composeFiles } = packagesOf(ground)
  const [verb = '', ...rest] = plain
  const claims: Claim[] = []
  const known: string[] = []
  let isOpen = false
  for (const file of files) {
    const found = fileIn(folders, file, ground)
    const subject = `compose file ${file}`
    if (found !== undefined) {
      known.push(found)
      claims.push(holds(kind, spot, subject, `${found} is there.`, []))
    } else {
      isOpen = true
      claims.push(absent(spot, subject, file, why ?? doubtOf(file, told, folders, ground), ground))
    }
  }
  if (!OF_SERVICES.has(verb) || rest.length === 0) return claims
  const here = files.length > 0 ? known : [...composeFiles.keys()]
  const services = here.flatMap((file) => composeFiles.get(file) ?? [])
  for (const name of OF_ONE.has(verb) ? rest.slice(0, 1) : rest) {
    const subject = `service ${name}`
    const service = services.find((it) => it.name === name)
    if (service) claims.push(holds(kind, spot, subject, 'The compose file has such a service.', [service.at]))
    else if (why || EXPANDS.test(name) || isPlaceholder(name)) claims.push(notJudged(kind, spot, subject, why ?? 'The name is a placeholder.'))
    else if (isOpen || services.length === 0) claims.push(notJudged(kind, spot, subject, 'No compose file with services was found for it.'))
    else
      claims.push(
        contradicted(kind, spot, subject, {
          says: `There is a service ${name}.`,
          actual: `The compose file has ${services.map((it) => it.name).join(', ')}.`,
          impact: 'Whoever types the command gets an error.',
          action: 'Name a service that is there.',
          severity: 'High',
          evidence: [(services[0] as { at: Claim['doc'] }).at],
        }),
      )
  }
  return claims
}

/** Programs that are given a file of the repository, and where among their words. */
function filesOf(words: string[]): string[] {
  const [program = '', ...rest] = words
  const operands = rest.filter((word) => !word.startsWith('-'))
  const after = (option: RegExp) => {
    const at = rest.findIndex((word) => option.test(word))
    return at >= 0 && rest[at + 1] ? [rest[at + 1] as string] : []
  }
  switch (program) {
    case 'cp':
    case 'copy':
      return operands.length === 2 ? operands.slice(0, 1) : []
    case 'node':
    case 'ts-node':
    case 'tsx':
    case 'bash':
    case 'sh':
    case 'source':
      return rest[0]?.startsWith('-') ? [] : rest.slice(0, 1)
    case 'docker':
      return rest[0] === 'build' ? after(/^(?:-f|--file)$/) : []
    case 'psql':
    case 'kubectl':
      return after(/^(?:-f|--filename)$/)
    default:
      return /^\.\/[\w./-]+\.(?:sh|[cm]?[jt]s|py)$/.test(program) ? [program] : []
  }
}

export function fileClaims({ words, spot, why, folders, told }: Site, ground: Ground): Claim[] {
  return filesOf(words).flatMap((file) => {
    if (!/\.[\w-]+$|\//.test(file) || /^[/~]|:\/\/|\\/.test(file)) return []
    const subject = `file ${file}`
    const found = fileIn(folders, file, ground) ?? inClone(spot, file, ground)
    if (found !== undefined) return [holds(kind, spot, subject, `${found || file} is there.`, [])]
    return [absent(spot, subject, file, why ?? doubtOf(file, told, folders, ground), ground)]
  })
}

/** `git clone … vendors` above, then `vendors/example.json`: the folder that the document has its reader clone into. */
function inClone({ document }: Site['spot'], file: string, ground: Ground): string | undefined {
  const [first = '', ...rest] = file.replace(/^\.\//, '').split('/')
  const isTarget = document.fences.some(({ commands = [] }) =>
    commands.some(({ words }) => words[0] === 'git' && words[1] === 'clone' && words.length > 3 && words.at(-1)?.replace(/^\.\/|\/$/g, '') === first),
  )
  return isTarget && ground.lookUp(rest.join('/')).exists ? rest.join('/') : undefined
}

/** Made by a build, a run or the reader. */
const MADE = /(?:^|\/)(?:dist|build|out|output|lib|target|coverage|tmp|temp|node_modules|bin|\.next|\.output|vendor)(?:\/|$)/

function doubtOf(file: string, told: boolean, folders: string[], ground: Ground): string | undefined {
  if (EXPANDS.test(file) || isPlaceholder(file)) return 'The name is a placeholder.'
  if (
    MADE.test(file) ||
    folders.some((folder) => ground.isIgnored(path.posix.join(folder, file))) ||
    /(?:^|\/)\.env(?:\.(?!.*(?:example|sample|template|dist))[\w.]+)?$/.test(file)
  )
    return 'It is made by a build, by a run or by the reader.'
  const bare = file.replace(/^(?:\.\.?\/)+/, '')
  if (!told && ground.endingWith(bare) !== undefined) return 'A file of that name is elsewhere; where the command is to run is not said.'
  // A bare name may be one that the reader made a moment ago; an example of something is nothing a reader makes.
  const isExample = /(?:^|[._-])(?:example|sample|template|dist)(?:[._-]|$)/.test(bare)
  const hasFolder = folders.some((folder) => bare.includes('/') && ground.lookUp(path.posix.join(folder, path.posix.dirname(bare))).isDirectory)
  return isExample || hasFolder || /^(?:docker-)?compose/.test(bare) ? undefined : 'It may be a file that the reader makes.'
}

function absent(spot: Site['spot'], subject: string, file: string, why: string | undefined, ground: Ground): Claim {
  if (why) return notJudged(kind, spot, subject, why)
  const same = ground.named(path.posix.basename(file))
  const only = same.length === 1 ? same[0] : undefined
  return contradicted(kind, spot, subject, {
    says: `There is ${file}.`,
    actual: only ? `There is none; ${only} has that name.` : 'There is no such file.',
    impact: 'Whoever types the command gets an error.',
    action: only ? `Write ${only}, if that is what is meant.` : 'Name the file that took its place, or remove the step.',
    severity: 'High',
    evidence: only ? [{ file: only, line: 1, text: only }] : [],
  })
}

function fileIn(folders: string[], file: string, ground: Ground): string | undefined {
  for (const folder of folders)
    for (const ending of ['', '.js', '.ts', '/index.js', '/index.ts']) {
      const joined = path.posix.normalize(path.posix.join(folder, file + ending))
      if (joined.startsWith('..')) return file
      if (ground.lookUp(joined).exists) return joined
    }
  return undefined
}
