/** What models and the names of API paths say of a call, whatever it is handed. In: a path. Out: the same for all of its calls. */
import { rowsByName } from '../../../rows-by-name'
import type { InputModel } from '../../door-models'
import type { Linked } from '../../linked'

/** How functions of the language, the platform and libraries take texts and objects apart. */
export type Parser = 'json' | 'address' | 'parameters' | 'cookies' | 'promise' | 'object' | 'fields' | 'text' | undefined

const PARSERS: Record<string, Parser> = rowsByName({
  'JSON.parse': 'json',
  URL: 'address',
  'URL.parse': 'address',
  'url.parse': 'address',
  'url.URL': 'address',
  URLSearchParams: 'parameters',
  'url.URLSearchParams': 'parameters',
  'querystring.parse': 'parameters',
  'querystring.decode': 'parameters',
  'qs.parse': 'parameters',
  'fast-querystring.parse': 'parameters',
  'cookie.parse': 'cookies',
  Promise: 'promise',
})

interface Meaning {
  /** Path of what the call makes, -1 where there is none. */
  made: number
  input: InputModel | undefined
  validates: boolean
  /** It hands back what it is called on. */
  isSelf: boolean
  parser: Parser
  /** Of other addresses than the request's the parts are no parameters. */
  isAddress: boolean
  /** The argument that it hands back. */
  passes: number | undefined
}

const meanings = new WeakMap<Linked, Map<number, Meaning>>()

export function meaningOf(linked: Linked, path: number, isNew: boolean): Meaning {
  const known = meanings.get(linked) ?? new Map<number, Meaning>()
  meanings.set(linked, known)
  const key = path * 2 + (isNew ? 1 : 0)
  let meaning = known.get(key)
  if (!meaning) {
    const { models } = linked
    const made = models.paths.find(path, isNew ? '!' : '()')
    const name = models.paths.show(path)
    meaning = {
      made,
      input: models.doors.inputs.get(made) ?? models.doors.inputs.get(path),
      validates: made >= 0 && models.roles.get(made)?.role === 'validation',
      isSelf: models.self.has(path) || (made >= 0 && models.self.has(made)),
      parser: Object.hasOwn(PARSERS, name) ? PARSERS[name] : parserNamed(name),
      isAddress: /^(?:url\.)?URL$/.test(name),
      passes: models.passes.get(path),
    }
    known.set(key, meaning)
  }
  return meaning
}

function parserNamed(name: string): Parser {
  if (
    name.startsWith('Object.') ||
    /(?:^|\.)(?:cloneDeep|clone|structuredClone|plainToClass|plainToInstance|assign|merge|defaults|fromEntries|instanceToPlain)$/.test(name)
  )
    return 'object'
  if (/(?:^|\.)(?:pick|pickBy|get|at)$/.test(name)) return 'fields'
  // `Buffer.concat(chunks)`, `String(body)`, `decoder.decode(chunk)`.
  return /^(?:Buffer|String|TextDecoder|StringDecoder|string_decoder)/.test(name) ? 'text' : undefined
}
