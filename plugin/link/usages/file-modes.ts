/** Rights that a program gives everybody on its files: by a mode that lets all users write, or by a mask that takes nothing away. */
import { Kind } from '../../graph'
import { rowsByName } from '../../rows-by-name'
import type { Usage } from '../../types'
import { calledName, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import { OR } from '../operators'
import { callsOfKind, usage } from './modelled'

/** The right of all other users to write. */
const OTHERS_WRITE = 0o002

/** Names of modes, as the file system's constants have them. */
const NAMED: Record<string, number> = rowsByName({ S_IRWXO: 0o007, S_IWOTH: 0o002 })

export function fileModes(linked: Linked): Usage[] {
  const given = callsOfKind(linked, 'file-mode').filter(([call, { values }]) =>
    modesAt(linked, call, [values.mode, values.option]).some((mode) => (mode & OTHERS_WRITE) !== 0),
  )
  const masked = callsOfKind(linked, 'file-mask').filter(([call, { values }]) => {
    const modes = modesAt(linked, call, [values.mask])
    return modes.length > 0 && modes.every((mode) => (mode & OTHERS_WRITE) === 0)
  })
  // What a file is made with loses what the mask takes away; what it is given later keeps all.
  const isMade = (call: number) => masked.length === 0 && !/chmod/i.test(calledName(linked, call))
  return [
    ...given.map(([call, { library }]) =>
      usage(linked, call, 'file-for-everybody', library, 'mode', isMade(call) ? { made: { state: 'constant', texts: ['true'] } } : {}),
    ),
    ...commands(linked).map((call) => usage(linked, call, 'file-for-everybody', 'child_process', 'chmod', {})),
    ...masked.map(([call, { library }]) => usage(linked, call, 'file-for-everybody', library, 'mode', {})),
  ]
}

/** `exec('chmod -R 777 /srv/files')`, `spawn('chmod', ['777', file])` */
function commands(linked: Linked): number[] {
  const { whole, values } = linked
  return [...lookupOf(whole).called(STARTS)].filter((call) => {
    const [command, list] = whole.args(call)
    if (command === undefined) return false
    const words = list === undefined ? [] : values.elements(list).flatMap((word) => values.texts(word).map(({ value }) => value))
    return values.texts(command).some(({ value }) => FOR_EVERYBODY.test([value, ...words].join(' ')))
  })
}

const STARTS = /^(?:exec|execSync|execFile|execFileSync|spawn|spawnSync)$/
/** Read, write and run for all users, or a right to write that names them. A directory for all that only owners clear, `1777`, is none. */
const FOR_EVERYBODY = /^(?:sudo\s+)?(?:\/\S*\/)?chmod\s+(?:-\w+\s+)*(?:0?[0-7]{2}[2367]|(?:u?g?o|a|ugo)\+r?wx?)\s/

function modesAt(linked: Linked, call: number, spots: readonly (string | undefined)[]): number[] {
  return spots.flatMap((spot) => {
    if (spot === undefined) return []
    const [index, name] = spot.split('.')
    const argument = linked.whole.args(call)[Number(index)]
    if (argument === undefined) return []
    return (name === undefined ? [argument] : linked.values.property(argument, name)).flatMap((node) => modesOf(linked, node))
  })
}

/** A number, a text of octal digits, or names of modes that are put together. */
function modesOf(linked: Linked, node: number, hops = 0): number[] {
  const { whole, values } = linked
  if (hops > 4) return []
  if (whole.kind[node] === Kind.Load) {
    const named = NAMED[whole.text(whole.b[node] as number)]
    if (named !== undefined) return [named]
  }
  if (whole.kind[node] === Kind.Binary && whole.c[node] === OR)
    return [whole.a[node] as number, whole.b[node] as number].flatMap((part) => modesOf(linked, part, hops + 1))
  if (whole.kind[node] === Kind.String) {
    const text = whole.text(whole.a[node] as number)
    return /^[0-7]{3,5}$/.test(text) ? [Number.parseInt(text, 8)] : []
  }
  return values.numbers(node)
}
