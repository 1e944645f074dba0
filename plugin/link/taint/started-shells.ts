/**
 * Which of the words that a program is started with are read as commands, or as a program. In: a call that starts one, and the argument
 * that lists the words. Out: the places of the list that a shell or an interpreter reads, whoever it is that starts it in the end; none
 * where each word stays what it is.
 */
import { Kind } from '../../graph'
import { apiPathsOf, type Linked } from '../linked'
import { isEqual, isUnequal, NOT } from '../operators'
import { isTruthy, settingAt } from '../usages/setting'

const SHELL = /^(?:(?:ba|z|k|da|a|fi|c|tc|mk|x)?sh|cmd|powershell|pwsh)$/i
/** Those that read the one word behind the switch, and take those behind it for its parameters. */
const TAKES_PARAMETERS = /^(?:(?:ba|z|k|da|a|fi|c|tc|mk)?sh)$/i
const SWITCH = /^(?:-[a-z]*c|\/[ck]|-command|-encodedcommand)$/i
/** What stands for a shell whose name is told while running. */
const SHELL_OF_ENVIRONMENT = /(?:^|:)process\.env\.(?:SHELL|ComSpec|COMSPEC|comspec)$/
/** Interpreters by the switch in front of a program that is given as a word. */
const INTERPRETERS: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:node|nodejs|bun|deno|tsx|ts-node|electron)$/i, /^(?:-e|--eval|-p|-pe|--print|eval)$/],
  [/^(?:python|pypy)[\d.]*$/i, /^-c$/],
  [/^(?:perl|ruby|lua|osascript|r|rscript|julia|elixir|groovy)$/i, /^-e$/i],
  [/^php[\d.]*$/i, /^-r$/],
]
const OF_ANY_INTERPRETER = /^(?:-e|--eval|-p)$/
/** OpenSSH, ssh(1): options that take a word. */
const SSH_TAKES_WORD = /^-[bcDEeFIiJLlmOopQRSWw]$/

export interface ReadWords {
  /** Places of the list; all where it is not written out, or where the shell puts the words together. */
  places: ReadonlySet<number> | 'all'
  /** On some systems alone: `shell: process.platform === 'win32'`. */
  sometimes?: true
}

export const isRead = (read: ReadWords | undefined, place: number): boolean =>
  read !== undefined && (read.places === 'all' || (place < 0 ? read.places.size > 0 : read.places.has(place)))

/** What a shell reads. */
export function readByShell(linked: Linked, call: number, list: number): ReadWords | undefined {
  const option = shellOption(linked, call, list + 1)
  if (option === 'set') return { places: 'all' }
  const words = wordsOf(linked, call, list)
  const programs = programsOf(linked, call)
  const own = programs.some((program) => SHELL.test(program)) ? behindSwitch(words, programs, 0) : undefined
  if (own) return own
  const inside = words === undefined ? undefined : shellInside(words, programs)
  return inside ?? (option === 'sometimes' ? { places: 'all', sometimes: true } : undefined)
}

/** What an interpreter reads: `python -c`, `node -e`. */
export function readByInterpreter(linked: Linked, call: number, list: number): ReadWords | undefined {
  const words = wordsOf(linked, call, list)
  if (words === undefined) return undefined
  const programs = programsOf(linked, call)
  const switches = programs.flatMap((program) => INTERPRETERS.filter(([name]) => name.test(program)).map(([, option]) => option))
  // Whichever program it is that is not known here, `process.execPath` among them.
  if (programs.length === 0) switches.push(OF_ANY_INTERPRETER)
  const at = words.findIndex((word) => word !== undefined && switches.some((option) => option.test(word)))
  return at < 0 ? undefined : { places: new Set([at + 1]) }
}

/**
 * What an interpreter takes for the name of a program, or for an option of its own: the first word that is not known to be an option. What
 * stands behind that is the program's.
 */
export function nameOfScript(linked: Linked, call: number, list: number): ReadWords | undefined {
  const words = wordsOf(linked, call, list)
  const isInterpreter = programsOf(linked, call).some((program) => INTERPRETERS.some(([name]) => name.test(program)))
  if (words === undefined || !isInterpreter || readByInterpreter(linked, call, list)) return undefined
  const at = words.findIndex((word) => !word?.startsWith('-'))
  return at < 0 || words[at] !== undefined ? undefined : { places: new Set([at]) }
}

function behindSwitch(words: readonly (string | undefined)[] | undefined, programs: readonly string[], from: number): ReadWords {
  if (words === undefined) return { places: 'all' }
  const at = words.findIndex((word, index) => index >= from && word !== undefined && SWITCH.test(word))
  if (at < 0) return { places: 'all' }
  if (programs.every((program) => TAKES_PARAMETERS.test(program))) return { places: new Set([at + 1]) }
  return { places: new Set(words.map((_, index) => index).filter((index) => index > at)) }
}

/** `sudo bash -c …`, `docker exec box sh -c …`; `ssh host …`, where the shell of the host reads all that follows. */
function shellInside(words: readonly (string | undefined)[], programs: readonly string[]): ReadWords | undefined {
  const shell = words.findIndex((word, at) => word !== undefined && SHELL.test(nameOf(word)) && SWITCH.test(words[at + 1] ?? ''))
  if (shell >= 0) return behindSwitch(words, [nameOf(words[shell] as string)], shell + 1)
  if (!programs.includes('ssh')) return undefined
  let host = 0
  while (host < words.length && words[host]?.startsWith('-')) host += SSH_TAKES_WORD.test(words[host] as string) ? 2 : 1
  const behind = words.map((_, index) => index).filter((index) => index > host)
  return behind.length > 0 ? { places: new Set(behind) } : undefined
}

/** The words of a list that is written out, up to where others are put in; undefined for those made while running. */
function wordsOf({ whole, values }: Linked, call: number, list: number): (string | undefined)[] | undefined {
  const given = whole.args(call)[list]
  const [made, ...others] = given === undefined ? [] : values.definitions(given)
  if (made === undefined || others.length > 0 || made >= whole.size || whole.kind[made] !== Kind.Array) return undefined
  const items = [...whole.items(whole.a[made] as number)]
  const spread = items.findIndex((item) => whole.kind[item] === Kind.Spread)
  return (spread < 0 ? items : items.slice(0, spread)).map((item) => {
    const [only, ...more] = values.texts(item)
    return only?.exact && more.length === 0 ? only.value : undefined
  })
}

/** Programs that may be started, by their names without folder and ending; none where none is known. */
function programsOf(linked: Linked, call: number): string[] {
  const { whole, values, models } = linked
  const program = whole.args(call)[0]
  if (program === undefined) return []
  const names = values.texts(program).flatMap(({ exact, value }) => (exact ? [nameOf(value)] : []))
  const ofEnvironment = values.definitions(program).flatMap((node) => (node < whole.size ? apiPathsOf(linked, node) : []))
  return ofEnvironment.some((path) => SHELL_OF_ENVIRONMENT.test(models.paths.show(path))) ? [...names, 'sh'] : names
}

/** A program's name without folder and ending. */
export const nameOf = (program: string): string => program.replace(/^.*[\\/]/, '').replace(/\.(?:exe|cmd|bat)$/i, '')

/** `shell: true`, `shell: '/bin/bash'`. */
function shellOption(linked: Linked, call: number, options: number): 'set' | 'sometimes' | undefined {
  const { whole, values } = linked
  if (settingAt(linked, call, `${options}.shell`).texts.some(isTruthy)) return 'set'
  const given = whole.args(call)[options]
  const made = given === undefined ? [] : values.property(given, 'shell').flatMap((node) => values.definitions(node))
  return made.some((node) => isAsked(whole, node)) ? 'sometimes' : undefined
}

const isAsked = (whole: Linked['whole'], node: number): boolean =>
  node < whole.size &&
  ((whole.kind[node] === Kind.Binary && (isEqual(whole.c[node] as number) || isUnequal(whole.c[node] as number))) ||
    (whole.kind[node] === Kind.Unary && whole.c[node] === NOT))
