/** Exports of the program by name and by file, and which of them a name in a document can mean. Made once a run. */
import path from 'node:path'
import type { ExportedMember, ExportedSymbol, OptionKeys } from '../../types'
import type { Ground } from '../ground'

export interface OwnCode {
  named(name: string): ExportedSymbol[]
  inFile(file: string): ExportedSymbol[]
  /** What functions of a name take out of their options; `Class.method` counts as `method` as well. */
  optionsOf(name: string): OptionKeys[]
  /** Packages that a manifest names: what is depended on, and what the tree holds. */
  packages: Set<string>
  /** Files that a relative specifier may mean, by its end. */
  modulesEndingIn(tail: string): string[]
  isKnown(word: string): boolean
  /** A name of an export that differs in so little that it is likely meant. */
  near(name: string, fits: (symbol: ExportedSymbol) => boolean): ExportedSymbol | undefined
}

const known = new WeakMap<Ground, OwnCode>()

export function ownCodeOf(ground: Ground): OwnCode {
  let code = known.get(ground)
  if (!code) {
    code = made(ground)
    known.set(ground, code)
  }
  return code
}

/** Code that stands for somebody else's: what documents tell of a name need not be about it. */
const EXAMPLES =
  /(?:^|\/)(?:examples?|samples?|demos?|fixtures?|templates?|playground|sandbox|bench(?:marks?)?|website|site|docs?|stories|scripts|migrations)\//i
const ENDINGS = ['.ts', '.tsx', '.js', '.jsx', '.mjs', '.cjs', '.mts', '.cts', '.d.ts', '.json', '.vue', '.svelte', '']

function made(ground: Ground): OwnCode {
  const { inventory, manifests } = ground.program
  // What other files hand on is one thing, and stands where it is made.
  const once = new Map<string, ExportedSymbol>()
  for (const symbol of inventory.exports) {
    const key = `${symbol.name} ${symbol.at.file}:${symbol.at.line}`
    if (symbol.name !== '*' && !EXAMPLES.test(symbol.file) && (!once.has(key) || symbol.file === symbol.at.file)) once.set(key, symbol)
  }
  const byName = group([...once.values()], ({ name }) => name)
  const byFile = group(inventory.exports, ({ file }) => file)
  const options = group(inventory.optionKeys, (entry) => entry.function.split('.').at(-1) as string)
  const packages = new Set(
    manifests.flatMap(({ facts }) => facts.filter(({ kind }) => kind === 'dependency' || kind === 'package').map(({ name }) => name)),
  )
  return {
    named: (name) => byName.get(name) ?? [],
    inFile: (file) => byFile.get(file) ?? [],
    optionsOf: (name) => options.get(name) ?? [],
    packages,
    modulesEndingIn(tail) {
      const clean = tail.replace(/\/$/, '')
      const stems = /\.[cm]?jsx?$/.test(clean) ? [clean, clean.replace(/\.[cm]?jsx?$/, '')] : [clean]
      const found = stems.flatMap((stem) =>
        ENDINGS.flatMap((ending) => [`${stem}${ending}`, ...(ending ? [`${stem}/index${ending}`] : [])]).flatMap((wanted) =>
          ground.named(path.posix.basename(wanted)).filter((file) => file === wanted || file.endsWith(`/${wanted}`)),
        ),
      )
      return [...new Set(found)]
    },
    isKnown: (word) => inventory.words.has(word),
    near(name, fits) {
      const found = [...byName.values()].flatMap((symbols) => symbols.filter((symbol) => isNear(name, symbol.name) && fits(symbol)).slice(0, 1))
      return found.length === 1 ? found[0] : undefined
    },
  }
}

function group<T>(list: T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of list) {
    const key = keyOf(item)
    const known = groups.get(key)
    if (known) known.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/** What every object and function has. */
const OF_ALL = new Set(
  'constructor toString toLocaleString valueOf hasOwnProperty isPrototypeOf propertyIsEnumerable prototype name length call apply bind then catch finally toJSON default'.split(
    ' ',
  ),
)

export function hasMember(symbol: ExportedSymbol, name: string, fits: (member: ExportedMember) => boolean = () => true): boolean {
  return OF_ALL.has(name) || (symbol.members ?? []).some((member) => member.name === name && fits(member))
}

/** All that can be read on it is known. */
export function isClosed({ members, open, kind }: ExportedSymbol): boolean {
  return members !== undefined && members.length > 0 && !open && kind !== 'other' && kind !== 'function'
}

/** Short names differ from others in little by chance. */
const LEAST_LENGTH = 5

/** A slip of the pen, another case, or an ending more or less: not one thing and several of it. */
export function isNear(one: string, other: string): boolean {
  if (one === other || Math.min(one.length, other.length) < LEAST_LENGTH || Math.abs(one.length - other.length) > 3) return false
  // `isStream` beside `Stream` and `parse` beside `Parser` are two things.
  if (one[0] !== other[0]) return one.toLowerCase() === other.toLowerCase() && one.slice(1) !== other.slice(1)
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  if (a === b) return true
  if (a === `${b}s` || b === `${a}s` || a === `${b}es` || b === `${a}es`) return false
  const most = Math.min(one.length, other.length) >= 10 ? 2 : 1
  return distance(a, b, most) <= most
}

/** Steps from one text to the other, as far as `most`. */
export function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++)
      row.push(Math.min((before[j] as number) + 1, (row[j - 1] as number) + 1, (before[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)))
    if (Math.min(...row) > most) return most + 1
    before = row
  }
  return before[b.length] as number
}

/** The member that is likely meant. */
export function nearMember(name: string, symbols: ExportedSymbol[]): string | undefined {
  const names = [...new Set(symbols.flatMap(({ members = [] }) => members.map((member) => member.name)))]
  const near = names.filter((other) => isNear(name, other) || name.toLowerCase() === other.toLowerCase())
  return near.length === 1 ? near[0] : undefined
}
