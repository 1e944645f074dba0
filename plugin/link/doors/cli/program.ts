/** What every reader of a command line library gives: programs with their commands. */
import type { Parameter, Shape } from '../../../types'
import { cite, type Linked } from '../../linked'

export interface Command {
  /** `remote add` as `['remote', 'add']`; empty for the program itself. */
  words: string[]
  /** Where it is declared. */
  node: number
  handlers: number[]
  parameters: Parameter[]
  purpose?: string
}

export interface CommandProgram {
  library: string
  /** Number of the file that declares it. */
  file: number
  /** As the code names it; a `bin` entry of package.json says more. */
  name?: string
  commands: Command[]
}

export interface Option {
  name: string
  shape?: Shape
  required?: boolean
  default?: string
  description?: string
}

export function flag(
  linked: Linked,
  node: number,
  { name, shape, required, default: value, description }: Option,
  place: Parameter['in'] = 'flag',
): Parameter {
  return {
    name,
    in: place,
    ...(shape ? { schema: shape.type, shape } : {}),
    ...(required === undefined ? {} : { required }),
    ...(value === undefined ? {} : { default: value }),
    ...(description ? { description } : {}),
    at: cite(linked, node),
  }
}

/** `-p, --port <number>`: the name a user types, without dashes; whether it takes a value, and whether it must. */
export function parseFlags(text: string): Option | undefined {
  const long = /--(?:no-)?([\w][\w.:-]*)/.exec(text)
  const short = /(?:^|[\s,|])-{0,1}(?!-)([A-Za-z0-9?])(?=$|[\s,|=<[])/.exec(text)
  const bare = /^([\w][\w.-]*)/.exec(text)
  const name = long?.[1] ?? short?.[1] ?? bare?.[1]
  if (!name) return undefined
  const value = /[<[]\s*(\.{0,3})[^\]>]*?(\.{3})?\s*[\]>]/.exec(text)
  const many = value?.[1] === '...' || value?.[2] === '...'
  return { name, shape: { type: value ? (many ? 'array' : 'string') : 'boolean' } }
}

/** Words and arguments of `remote add <name> [...urls]`. */
export function parseSignature(text: string): { words: string[]; arguments: Option[] } {
  const words: string[] = []
  const found: Option[] = []
  for (const [part, must, may, word] of text.matchAll(/<([^<>]*)>|\[([^[\]]*)\]|([^\s<>[\]]+)/g)) {
    if (word !== undefined) {
      words.push(word)
      continue
    }
    const inner = (must ?? may ?? '').trim()
    // `[options]` is how a usage line says that there are some.
    const name = inner
      .replace(/^--\s*/, '')
      .replace(/^\.{3}|\.{3}$|\.\.$/g, '')
      .replace(/[=:|].*$/, '')
      .trim()
    if (!name || /^(?:options|flags|command)$/i.test(name)) continue
    const many = /\.{2,3}/.test(part)
    found.push({ name, shape: { type: many ? 'array' : 'string' }, required: must !== undefined })
  }
  return { words, arguments: found }
}

/** Each parameter once; what is said later adds to what was said first. */
export function merged(parameters: Parameter[]): Parameter[] {
  const found = new Map<string, Parameter>()
  for (const parameter of parameters) {
    const key = `${parameter.in} ${parameter.name}`
    const known = found.get(key)
    found.set(
      key,
      known
        ? { ...parameter, ...known, ...(known.default === undefined && parameter.default !== undefined ? { default: parameter.default } : {}) }
        : parameter,
    )
  }
  return [...found.values()]
}
