/**
 * How passwords are kept and compared. In: uses of hashing libraries, comparisons and statements of the program. Out: each hash that a
 * password goes into, each comparison, and places at which one is stored or looked for as it came.
 */
import { Kind } from '../../../graph'
import type { Evidence } from '../../../types'
import { calledName, cite, type Linked, receiverOf } from '../../linked'
import { namesOf, snake } from '../../names'
import { sensitivityOf } from '../../taint/sensitive'
import { dataKind } from '../../usages/data-kind'
import { nameOfValue } from '../../usages/value-names'
import { numberOf } from './numbers'
import { isOfTests, type Scene } from './scene'
import { type Told, told } from './told'
import { type Use, usesOf } from './uses'

export type Algorithm = 'bcrypt' | 'argon2' | 'scrypt' | 'PBKDF2' | 'fast' | 'keyed' | 'other'

export interface Hash {
  node: number
  /** What goes in: a password, or the answer to a security question. */
  of: 'password' | 'answer'
  algorithm: Algorithm
  /** `bcrypt`, `MD5`, `HMAC-SHA256`. */
  name: string
  package: string
  /** Rounds, iterations or cost that are told, with who decides them. */
  cost?: { number: number; unit: string; at: Evidence } | undefined
  /** What the library takes where none is given, in words. */
  otherwise?: string
  salt: 'by the algorithm' | 'given' | 'none' | 'could not tell'
  at: Evidence
  /** Calls of the program by which passwords get there. */
  callers: Evidence[]
}

const BY_PACKAGE: [RegExp, Algorithm, string, string?][] = [
  [/argon2/, 'argon2', 'Argon2', 'the defaults of the library'],
  [/^bcrypt-nodejs$/, 'bcrypt', 'bcrypt', '10 rounds, the default of the library'],
  [/bcrypt/, 'bcrypt', 'bcrypt', '10 rounds, the default of the library'],
  [/scrypt/, 'scrypt', 'scrypt', 'the defaults of the library'],
  [/pbkdf2/, 'PBKDF2', 'PBKDF2'],
]

/** Each hash that a password, or an answer in its place, goes into. */
export function hashesOf(scene: Scene): Hash[] {
  return [...slowHashes(scene.linked), ...fastHashes(scene.linked)].filter(({ at }) => !scene.isPage(at.file))
}

// ── hashes made for passwords ────────────────────────────────────────────────────────────────────────────────────────

function slowHashes(linked: Linked): Hash[] {
  const uses = usesOf(linked, 'slow-hash', 'password-hash-call')
  // `genSalt(12)` decides for the hash that takes its result.
  const salts = uses.filter(({ api }) => /^genSalt/i.test(api))
  return uses
    .filter(({ api }) => !/^genSalt/i.test(api))
    .flatMap((use): Hash[] => {
      const data = use.setting('data')[0] ?? linked.whole.args(use.node)[0] ?? -1
      const of = subjectOf(linked, data, use.node)
      if (!of && use.package === 'crypto') return []
      const [, algorithm, name, otherwise] = BY_PACKAGE.find(([pattern]) => pattern.test(use.package) || pattern.test(use.api.toLowerCase())) ?? [
        /./,
        'other' as const,
        use.api,
      ]
      const cost = costOf(linked, use, salts)
      return [
        {
          node: use.node,
          of: of ?? 'password',
          algorithm,
          name,
          package: use.package,
          cost,
          ...(cost === undefined && otherwise && isWithoutCost(use, linked) ? { otherwise } : {}),
          salt: algorithm === 'scrypt' || algorithm === 'PBKDF2' ? saltGiven(linked, use) : ownSalt(linked, use),
          at: use.at,
          callers: callersOf(linked, data),
        },
      ]
    })
}

const isWithoutCost = (use: Use, linked: Linked): boolean =>
  linked.whole.args(use.node).length < 2 || linked.whole.kind[linked.whole.args(use.node)[1] as number] === Kind.Function

function costOf(linked: Linked, use: Use, salts: readonly Use[]): Hash['cost'] {
  const { whole, values } = linked
  const named = (name: string, unit: string): Hash['cost'] => {
    for (const node of use.setting(name)) {
      const number = numberOf(linked, node) ?? numberIn(told(linked, node))
      if (number !== undefined && number > 0) return { number, unit, at: whereTold(linked, node) }
    }
    return undefined
  }
  const own =
    named('rounds', 'rounds') ?? named('iterations', 'iterations') ?? named('time', 'passes') ?? named('cost', 'cost') ?? named('cost2', 'cost')
  if (own) return own
  for (const rounds of use.setting('rounds'))
    for (const made of [rounds, ...values.definitions(rounds)]) {
      const at = made < whole.size && whole.kind[made] === Kind.Await ? (whole.a[made] as number) : made
      const salt = salts.find(({ node }) => node === at)
      if (salt) return saltCost(linked, salt)
    }
  // `genSalt(10, (error, salt) => hash(password, salt, …))`
  const around = salts.find(
    ({ node }) =>
      linked.effects.isInside(whole.region[use.node] as number, whole.region[node] as number) &&
      whole.functionOf(node) === whole.functions[whole.functionOf(use.node)]?.parent,
  )
  return around ? saltCost(linked, around) : undefined
}

function saltCost(linked: Linked, salt: Use): Hash['cost'] {
  const [node] = linked.whole.args(salt.node)
  const number = node === undefined ? 10 : (numberOf(linked, node) ?? numberIn(told(linked, node)))
  return number === undefined || Number.isNaN(number) ? undefined : { number, unit: 'rounds', at: salt.at }
}

const numberIn = (ways: readonly Told[]): number | undefined => {
  const text = ways.find(({ text: known }) => known !== undefined && /^\d+$/.test(known))?.text
  return text === undefined ? undefined : Number(text)
}

const whereTold = (linked: Linked, node: number): Evidence => told(linked, node).find(({ text }) => text !== undefined)?.at ?? cite(linked, node)

/** scrypt and PBKDF2 take a salt as their second argument; a constant is the same for everyone. */
/** `argon2.hash(password, { salt })`: these make one of their own unless they are given one. */
function ownSalt({ values, whole }: Linked, use: Use): Hash['salt'] {
  return whole
    .args(use.node)
    .slice(1)
    .some((options) => values.property(options, 'salt').length > 0)
    ? 'given'
    : 'by the algorithm'
}

function saltGiven(linked: Linked, use: Use): Hash['salt'] {
  const salt = linked.whole.args(use.node)[1]
  if (salt === undefined) return 'none'
  const ways = told(linked, salt)
  if (ways.some(({ from }) => from === 'made')) return 'given'
  return ways.every(({ from }) => from === 'code') && ways.length > 0 ? 'none' : 'could not tell'
}

// ── hashes that were made for something else ─────────────────────────────────────────────────────────────────────────

/** Names of algorithms as people write them. */
const spelled = (algorithm: string): string =>
  algorithm
    .toUpperCase()
    .replace(/^(?:RSA-)?(SHA)-?(\d+)$/, '$1-$2')
    .replace(/^SHA-1$/, 'SHA-1')

function fastHashes(linked: Linked): Hash[] {
  const { whole, values } = linked
  return usesOf(linked, 'hash', 'mac', 'md5', 'sha1', 'fast-hash', 'web-hash')
    .flatMap((use): Hash[] => {
      const text = use
        .setting('algorithm')
        .flatMap((node) => values.texts(node))
        .find(({ exact }) => exact)?.value
      const algorithm = spelled(text ?? (use.kind === 'md5' ? 'md5' : use.kind === 'sha1' ? 'sha1' : use.kind === 'fast-hash' ? 'sha256' : 'unknown'))
      return dataOf(linked, use).flatMap((data): Hash[] => {
        const of = subjectOf(linked, data, use.node)
        if (!of) return []
        const isKeyed = use.kind === 'mac'
        return [
          {
            node: use.node,
            of,
            algorithm: isKeyed ? 'keyed' : 'fast',
            name: isKeyed ? `HMAC-${algorithm}` : algorithm,
            package: use.package,
            salt: isKeyed ? 'none' : saltIn(linked, data),
            at: use.at,
            callers: callersOf(linked, data),
          },
        ]
      })
    })
    .filter((hash, index, all) => all.findIndex(({ node, of }) => node === hash.node && of === hash.of) === index && hash.node < whole.size)
}

/** What goes into a hash: an argument, or what is fed in by `update`. */
function dataOf(linked: Linked, use: Use): number[] {
  const { whole } = linked
  const own = use.setting('data')
  if (own.length > 0 || (use.kind !== 'hash' && use.kind !== 'mac')) return own
  const fed: number[] = []
  for (const node of linked.effects.within(Math.max(-1, whole.functionOf(use.node)))) {
    if (whole.kind[node] !== Kind.Call || calledName(linked, node) !== 'update') continue
    let at = receiverOf(linked, node)
    for (let hops = 0; hops < 6 && at >= 0 && at !== use.node; hops++)
      at = whole.kind[at] === Kind.Call ? receiverOf(linked, at) : (linked.values.definitions(at).find((made) => made !== at) ?? -1)
    const [data] = whole.args(node)
    if (at === use.node && data !== undefined) fed.push(data)
  }
  return fed
}

/** Something is put to the password before it is hashed: `salt + password`. */
function saltIn(linked: Linked, data: number): Hash['salt'] {
  const { whole } = linked
  const kind = whole.kind[data] as Kind
  if (kind !== Kind.Binary && kind !== Kind.Template) return 'none'
  return whole.madeOf(data).some((part) => namesOf(linked, part).some((name) => /salt/i.test(name))) ? 'given' : 'none'
}

export const ANSWER = /(?:^|_)(?:secur\w*|secret|recovery|reset)_?(?:answer|question)|(?:^|_)answer(?:_hash)?$/
const QUESTION = /(?:secur\w*|secret|recovery)[-_ ]?(?:answer|question)/i

/** A password, by any of its names on the way here; or an answer, where the code around speaks of such questions. */
function subjectOf(linked: Linked, data: number, call: number): Hash['of'] | undefined {
  if (data < 0) return undefined
  if (dataKind(linked, data) === 'password') return 'password'
  const callers = [{ data, at: call }, ...argumentsFor(linked, data).map(({ node, argument }) => ({ data: argument, at: node }))]
  const isAnswer = callers.some(
    ({ data: given, at }) => namesOf(linked, given).some((name) => ANSWER.test(snake(name))) && QUESTION.test(surroundings(linked, at)),
  )
  return isAnswer ? 'answer' : undefined
}

/** Path, class and functions around a place, and the records that its file speaks of. */
function surroundings({ whole }: Linked, node: number): string {
  const file = whole.files[whole.fileOf(node)] as { path: string; graph: { imports: { specifier: string }[] } }
  const names: string[] = [file.path, ...file.graph.imports.map(({ specifier }) => specifier)]
  for (let fn = whole.functionOf(node); fn >= 0; fn = whole.functions[fn]?.parent ?? -1) names.push(whole.functions[fn]?.fact.name ?? '')
  return names.join(' ')
}

/** Calls that hand something over as the parameter that is hashed. */
function argumentsFor(linked: Linked, data: number, hops = 0): { node: number; argument: number }[] {
  const { whole, solver } = linked
  if (data < 0 || hops > 2 || whole.kind[data] !== Kind.Param) return []
  return [...(solver.callers.get(whole.a[data] as number) ?? [])]
    .sort((one, other) => one - other)
    .flatMap((node) => {
      const argument = whole.args(node)[whole.b[data] as number]
      return argument === undefined || isOfTests(linked, node) ? [] : [{ node, argument }, ...argumentsFor(linked, argument, hops + 1)]
    })
}

/** Of these, the ones that hand over a password, or an answer. */
function callersOf(linked: Linked, data: number): Evidence[] {
  return argumentsFor(linked, data)
    .filter(({ argument }) => dataKind(linked, argument) === 'password' || namesOf(linked, argument).some((name) => ANSWER.test(snake(name))))
    .map(({ node }) => cite(linked, node))
}

/** Whether a name is that of a password. */
export const isPasswordName = (name: string): boolean => sensitivityOf(name) === 'password'
export const isPasswordValue = (linked: Linked, node: number): boolean => isPasswordName(nameOfValue(linked, node))
