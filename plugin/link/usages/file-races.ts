/**
 * Changes of files, and whether the same name was looked at before: in between, the name may come to mean another file.
 */
import { Kind } from '../../graph'
import type { Usage } from '../../types'
import { calledName, cite, type Linked, receiverOf } from '../linked'
import { lookupOf, merge } from '../lookup'
import { dependsOnLook } from './depends-on-look'
import { usage } from './modelled'
import { isInOwnDirectory, isOfOperator } from './operators-paths'
import { functionsAround, packageOf } from './origin'

const LOOKS = /^(?:exists|existsSync|pathExists|pathExistsSync|stat|statSync|lstat|lstatSync|access|accessSync)$/
/** Writing or replacing. Making a directory that is there already fails or does nothing. */
const WRITES =
  /^(?:writeFile|writeFileSync|appendFile|appendFileSync|outputFile|outputFileSync|createWriteStream|open|openSync|truncate|truncateSync|chmod|chmodSync|chown|chownSync|writeJson|writeJsonSync|writeJSON|writeJSONSync)$/
const FILES = /^(?:fs|fs\/promises|fs-extra|graceful-fs|mz\/fs)$/

export function fileRaces(linked: Linked): Usage[] {
  const { whole } = linked
  const found: Usage[] = []
  /** File → looks so far, in source order. */
  let file = -1
  let looks = new Looks(linked)
  const lookup = lookupOf(whole)
  const calls = [...merge([lookup.named(Kind.Call, LOOKS), lookup.named(Kind.Call, WRITES)])].filter((node) => isFileCall(linked, node))
  // Arguments come before the call they are given to: source order is that of positions.
  calls.sort((one, other) => whole.fileOf(one) - whole.fileOf(other) || (whole.pos[one] as number) - (whole.pos[other] as number))
  for (const node of calls) {
    if (whole.fileOf(node) !== file) {
      file = whole.fileOf(node)
      looks = new Looks(linked)
    }
    const name = calledName(linked, node)
    const path = whole.args(node)[0]
    if (path === undefined) continue
    if (LOOKS.test(name)) looks.add(node, path)
    else if (WRITES.test(name)) {
      const look = looks.before(node, path)
      const race = look !== undefined && writes(linked, node, name)
      found.push(
        usage(linked, node, 'file-change', 'fs', name, {
          temporary: { state: 'constant', texts: [String(isShared(linked, node, path))] },
          ...(race && isOperators(linked, node, path) ? { operators: { state: 'constant', texts: ['true'] } as const } : {}),
          look: race ? { state: 'constant', texts: [calledName(linked, look)], at: cite(linked, look) } : { state: 'missing', texts: [] },
        }),
      )
    }
  }
  return found
}

/** Looks at names of one file, in source order. */
class Looks {
  private readonly all: { node: number; path: number }[] = []
  /** Function and what a name may be the same by → numbers of looks. */
  private readonly byKey = new Map<string, number[]>()

  constructor(private readonly linked: Linked) {}

  add(node: number, path: number): void {
    const fn = this.linked.whole.functionOf(node)
    for (const key of this.keysOf(path)) {
      const known = this.byKey.get(`${fn} ${key}`)
      if (known) known.push(this.all.length)
      else this.byKey.set(`${fn} ${key}`, [this.all.length])
    }
    this.all.push({ node, path })
  }

  /** The first look at the same name whose outcome decides whether the node runs, in the function of a node or in one around it. */
  before(node: number, path: number): number | undefined {
    const keys = this.keysOf(path)
    let first = this.all.length
    for (const fn of functionsAround(this.linked, node))
      for (const key of keys)
        for (const index of this.byKey.get(`${fn} ${key}`) ?? []) {
          if (index >= first) break
          const look = this.all[index] as { node: number; path: number }
          if (samePath(this.linked, look.path, path) && dependsOnLook(this.linked, look.node, node)) first = index
        }
    return this.all[first]?.node
  }

  private keysOf(path: number): string[] {
    const { whole, values } = this.linked
    const texts = values.texts(path)
    const at = stripped(this.linked, path)
    return [
      `#${at}`,
      ...(texts.length === 1 && texts[0]?.exact ? [`=${texts[0].value}`] : []),
      ...(whole.kind[at] === Kind.Load ? [`~${whole.sourceOf(path)}`] : []),
    ]
  }
}

function isFileCall(linked: Linked, node: number): boolean {
  const name = calledName(linked, node)
  if (!LOOKS.test(name) && !WRITES.test(name)) return false
  if (FILES.test(packageOf(linked, linked.whole.a[node] as number) ?? '')) return true
  return receiverOf(linked, node) >= 0 && /^(?:fs|fsp|fsPromises)$/.test(linked.values.nameOf(receiverOf(linked, node)))
}

/** Nobody but whoever runs the program decides where it is, and what is put there. */
function isOperators(linked: Linked, node: number, path: number): boolean {
  const content = linked.whole.args(node)[1]
  if (isInOwnDirectory(linked, path)) return true
  const hasOwn = content === undefined || /^(?:open|truncate|chmod|chown)/.test(calledName(linked, node)) || isOfOperator(linked, content, 'content')
  return hasOwn && isOfOperator(linked, path, 'path')
}

/** Opened to be written: `r` alone changes nothing, and `x` fails where the file is there. */
function writes(linked: Linked, node: number, name: string): boolean {
  const [, second, third] = linked.whole.args(node)
  const opens = name === 'open' || name === 'openSync'
  const given = opens ? [second] : [second, third].flatMap((options) => (options === undefined ? [] : linked.values.property(options, 'flag')))
  const flags = given.flatMap((flag) => (flag === undefined ? [] : linked.values.texts(flag).map(({ value }) => value)))
  return !flags.some((flag) => flag.includes('x')) && (!opens || flags.some((flag) => /[wa+]/.test(flag)))
}

/** Directories that every user of a machine may write to, with a name behind them. */
const IN_SHARED =
  /^(?:\{(?:tmpdir|TMPDIR|TEMP|TMP)\}|\/(?:private\/)?(?:var\/)?tmp|\/usr\/tmp|\/dev\/shm|\/Users\/Shared|[A-Za-z]:[\\/](?:Windows[\\/])?Temp)[\\/][^{}]+$/

/** A name of its own choice in the directory that every user of the machine may write to. */
function isShared(linked: Linked, call: number, path: number): boolean {
  const texts = linked.values.texts(path).map(({ value }) => value)
  if (!texts.some((text) => IN_SHARED.test(text))) return false
  // Closed to others, or refused where somebody was there before.
  const { whole, values } = linked
  return !whole
    .args(call)
    .slice(1)
    .some((argument) => {
      const flags = [...values.texts(argument), ...values.property(argument, 'flag').flatMap((flag) => values.texts(flag))]
      return (
        flags.some(({ value }) => /^[wa]x/.test(value)) ||
        values.property(argument, 'mode').length > 0 ||
        values.numbers(argument).some((mode) => mode === 0o600 || mode === 0o700)
      )
    })
}

function samePath(linked: Linked, one: number, other: number): boolean {
  const { whole, values } = linked
  const strip = (node: number) => stripped(linked, node)
  if (strip(one) === strip(other)) return true
  const [a, b] = [values.texts(one), values.texts(other)]
  if (a.length === 1 && b.length === 1 && a[0]?.exact && b[0]?.exact) return a[0].value === b[0].value
  // `this.file`, `options.path`: the same words in the same function.
  return whole.kind[strip(one)] === Kind.Load && whole.kind[strip(other)] === Kind.Load && whole.sourceOf(one) === whole.sourceOf(other)
}

function stripped({ whole }: Linked, node: number): number {
  let at = node
  while (whole.kind[at] === Kind.Refine || whole.kind[at] === Kind.Await) at = whole.a[at] as number
  return at
}
