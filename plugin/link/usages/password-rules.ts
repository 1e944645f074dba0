/**
 * What a new password has to be, where the code says it: a pattern, a least length in a schema, a comparison of its length.
 * Told with the shortest password that passes.
 */
import { Kind } from '../../graph'
import type { Usage } from '../../types'
import { apiPathsOf, calledName, functionsAt, type Linked, receiverOf } from '../linked'
import { lookupOf, merge } from '../lookup'
import { isMadeOf } from '../made-of'
import { variablesOf } from '../names'
import { AT_LEAST, AT_MOST, GREATER, LESS } from '../operators'
import { sensitivityOf } from '../taint/sensitive'
import { callsOneOfMany } from '../wrappers'
import { PASSWORD_HASHES } from './costly-routes'
import { usage } from './modelled'
import { packageOf } from './origin'
import { callsWithActs } from './registrations'
import { nameOfValue } from './value-names'

/** A pattern for the whole of a text that asks for one run of characters, with lookaheads or without; the number is its least length. */
const WHOLE = /^\/\^(?:\(\?[=!](?:[^()]|\([^()]*\))*\))*\(?(?:\.|\[(?:[^\]\\]|\\.)*\]|\\[wdSW])\{(\d+)(?:,\d*)?\}\)?\$\/\w*$/
const PASSWORD_PATTERN = /pass(?:word|wd)?_?(?:re|regex|regexp|pattern|rule|format)?$|pass_re|pwd_?re/i

const CHECKS = new Set(['test', 'isLength'])

export function passwordRules(linked: Linked): Usage[] {
  const { whole } = linked
  const found: Usage[] = []
  const seen = new Set<number>()
  const put = (node: number, least: number, way: string) => {
    if (!seen.has(node) && !isOfEntering(linked, node))
      found.push(usage(linked, node, 'password-rule', way, way, { least: { state: 'constant', texts: [String(least)] } }))
    seen.add(node)
  }
  const lookup = lookupOf(whole)
  const length = whole.string('length')
  const isLength = (node: number) => whole.kind[whole.a[node] as number] === Kind.Load && whole.b[whole.a[node] as number] === length
  const candidates = merge([
    lookup.named(Kind.Regex, WHOLE),
    lookup.named(Kind.Call, CHECKS),
    lookup.named(Kind.Property, isNewPassword),
    [...lookup.of(Kind.Binary)].filter(isLength),
  ])
  for (const node of candidates) {
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Regex) {
      const least = WHOLE.exec(whole.text(whole.a[node] as number))?.[1]
      if (least !== undefined && variablesOf(whole, node).some(({ name }) => PASSWORD_PATTERN.test(name))) put(node, Number(least), 'pattern')
    } else if (kind === Kind.Call) {
      const least = leastAt(linked, node)
      if (least) put(least.at, least.length, least.way)
    } else if (kind === Kind.Property) {
      const least = leastOfField(linked, node)
      if (least !== undefined) put(node, least, 'schema')
    } else if (kind === Kind.Binary) {
      const least = leastCompared(linked, node)
      if (least !== undefined) put(node, least, 'length')
    }
  }
  return found
}

const COMPARES = new Set(['compare', 'compareSync', 'verify', 'verifySync'])
/** How a new one gets to where it is kept. */
const KEEPS =
  /^(?:hash|hashSync|genSalt|genSaltSync|gensalt|encrypt|setPassword|(?:pbkdf2|scrypt)(?:Sync)?)$|hash_?pass|pass(?:word)?_?hash|^(?:encrypt|make|save|set|store|update|change|reset)_?Pass/i
const MOST_CALLS = 3

/** A rule for a password that is there already: all that handlers behind it do is to hold it against the one that is kept. */
function isOfEntering(linked: Linked, rule: number): boolean {
  const handlers = handlersBehind(linked, rule)
  return (
    handlers.length > 0 &&
    handlers.every((run) => {
      const calls = callsBelow(linked, run)
      const isCompared = calls.some((call) => COMPARES.has(calledName(linked, call)) && PASSWORD_HASHES.has(packageOf(linked, call) ?? ''))
      return isCompared && !calls.some((call) => KEEPS.test(calledName(linked, call)))
    })
  )
}

/** Calls in functions and in what these call, each wrapper without what it was made for elsewhere. */
function callsBelow(linked: Linked, functions: readonly number[]): number[] {
  const { whole, effects, solver } = linked
  const seen = new Set(functions)
  const calls: number[] = []
  let next = functions
  for (let depth = 0; depth <= MOST_CALLS; depth++) {
    const here = next.flatMap((fn) => effects.within(fn)).filter((node) => whole.kind[node] === Kind.Call)
    calls.push(...here)
    next = [...new Set(here.filter((call) => !callsOneOfMany(linked, call)).flatMap((call) => [...(solver.callees.get(call) ?? [])]))]
    next = next.filter((fn) => !seen.has(fn))
    for (const fn of next) seen.add(fn)
  }
  return calls
}

/** By route that a rule is a part of, the functions that run there. */
function handlersBehind(linked: Linked, rule: number): number[][] {
  const { whole, values } = linked
  return callsWithActs(linked).flatMap(({ call, acts }) => {
    if (!acts.some(({ act }) => act.act === 'route')) return []
    const run = [...whole.args(call)].flatMap((argument) => values.elements(argument))
    if (!run.some((part) => isMadeOf(whole, part, (each) => each === rule))) return []
    return [run.flatMap((part) => [part, ...whole.madeOf(part).slice(1)].flatMap((each) => functionsAt(linked, each)))]
  })
}

/** Not the one that somebody has already, nor one that the program itself is configured with: `SMTP_PASSWORD`. */
const isNewPassword = (name: string) =>
  sensitivityOf(name) === 'password' && !/^(?:current|old|existing|previous)(?=[A-Z_-])/.test(name) && !/^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(name)

/** `/^.{1,20}$/.test(password)`, `body('password').isLength({ min: 5 })` */
function leastAt(linked: Linked, call: number): { at: number; length: number; way: string } | undefined {
  const { whole, values } = linked
  const name = calledName(linked, call)
  const receiver = receiverOf(linked, call)
  const argument = whole.args(call)[0]
  if (receiver < 0 || argument === undefined) return undefined
  if (name === 'test' && whole.kind[receiver] === Kind.Regex && isNewPassword(nameOfValue(linked, argument))) {
    const least = WHOLE.exec(whole.text(whole.a[receiver] as number))?.[1]
    return least === undefined ? undefined : { at: receiver, length: Number(least), way: 'pattern' }
  }
  if (name !== 'isLength') return undefined
  const least = numberOf(linked, values.property(argument, 'min')[0] ?? -1)
  if (least === undefined || !isNewPassword(fieldChecked(linked, receiver))) return undefined
  return { at: call, length: least, way: 'validator' }
}

/** `password` of `body('password').trim()`. */
function fieldChecked(linked: Linked, node: number): string {
  const { whole } = linked
  for (let at = node, hops = 0; at >= 0 && hops < 8; at = receiverOf(linked, at), hops++) {
    if (whole.kind[at] !== Kind.Call) return ''
    const [field] = whole.args(at)
    if (/^(?:body|check|checkBody|param|query)$/.test(calledName(linked, at)) && field !== undefined && whole.kind[field] === Kind.String)
      return whole.text(whole.a[field] as number)
  }
  return ''
}

/** `password: Joi.string().min(6)`, `password: { type: String, minlength: 6 }` */
function leastOfField(linked: Linked, property: number): number | undefined {
  const { whole, values } = linked
  if (whole.a[property] === -1 || !isNewPassword(whole.text(whole.a[property] as number))) return undefined
  const value = whole.b[property] as number
  if (whole.kind[value] === Kind.Object)
    return ['minlength', 'minLength', 'min'].map((key) => numberOf(linked, values.property(value, key)[0] ?? -1)).find((least) => least !== undefined)
  for (let at = value, hops = 0; at >= 0 && hops < 12; at = receiverOf(linked, at), hops++) {
    if (whole.kind[at] !== Kind.Call) return undefined
    if (calledName(linked, at) === 'min') return isSchema(linked, at) ? numberOf(linked, whole.args(at)[0] ?? -1) : undefined
  }
  return undefined
}

/** Made by a library for schemas, however it is imported. */
function isSchema(linked: Linked, call: number): boolean {
  const { whole, models } = linked
  for (let at = call, hops = 0; at >= 0 && hops < 12; at = receiverOf(linked, at), hops++)
    if (whole.kind[at] !== Kind.Call)
      return apiPathsOf(linked, at).some(
        (path) =>
          /^npm:(?:joi|@hapi\/joi|zod|yup|valibot|superstruct|celebrate|joi-browser)/.test(models.paths.rootOf(path)) ||
          /^type:/.test(models.paths.rootOf(path)),
      )
  return false
}

/** `password.length < 6`: shorter ones are turned away. */
function leastCompared(linked: Linked, node: number): number | undefined {
  const { whole } = linked
  const length = whole.a[node] as number
  if (
    whole.kind[length] !== Kind.Load ||
    whole.text(whole.b[length] as number) !== 'length' ||
    !isNewPassword(nameOfValue(linked, whole.a[length] as number))
  )
    return undefined
  const number = numberOf(linked, whole.b[node] as number)
  if (number === undefined || number < 2) return undefined
  if (whole.c[node] === LESS || whole.c[node] === AT_LEAST) return number
  return whole.c[node] === AT_MOST || whole.c[node] === GREATER ? number + 1 : undefined
}

function numberOf({ values, whole }: Linked, node: number): number | undefined {
  if (node < 0) return undefined
  const text = whole.kind[node] === Kind.Number ? whole.text(whole.a[node] as number) : values.texts(node).find(({ exact }) => exact)?.value
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined
}
