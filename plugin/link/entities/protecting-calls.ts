/** Calls that models say to hash or encrypt. In: a call. Out: what it does, with which algorithm, and how far that can be trusted. */
import { Kind } from '../../graph'
import { rowsByName } from '../../rows-by-name'
import type { Evidence } from '../../types'
import type { UsageModel } from '../flow-models'
import { calledName, cite, type Linked, receiverOf } from '../linked'
import { dataKind } from '../usages/data-kind'
import { modelsOfCall } from '../usages/modelled'
import { settingAt } from '../usages/setting'
import { packagesOf } from './reading'

export interface Protection {
  does: 'hash' | 'encrypt' | 'mask'
  /** `bcryptjs, 8 rounds`, `MD5 without salt`, `AES-256-CBC`. */
  with: string
  /** `fast`: a hash that is made to be quick; `broken`: MD5, SHA-1, DES, RC4. */
  strength: 'strong' | 'fast' | 'broken'
  /** What goes in is a secret itself, as far as names tell; a token may be made by hashing what is none. */
  ofSecret: boolean
  at: Evidence
}

/** Kinds of uses that models give to calls, and what becomes of the data that goes in. */
const DOES: Record<string, Protection['does']> = rowsByName({
  hash: 'hash',
  'web-hash': 'hash',
  md5: 'hash',
  sha1: 'hash',
  'fast-hash': 'hash',
  mac: 'hash',
  'slow-hash': 'hash',
  cipher: 'encrypt',
  'cipher-without-iv': 'encrypt',
  'named-cipher': 'encrypt',
  'library-cipher': 'encrypt',
  ecb: 'encrypt',
  des: 'encrypt',
  rc4: 'encrypt',
})

/** Calls of the same libraries that take a value back or only look at it. */
export const UNDOES = /decipher|decrypt|verify|compare|genSalt/i

/** A call that some model says to hash or encrypt. */
export function knownCall(linked: Linked, call: number): Protection | undefined {
  const name = calledName(linked, call)
  if (UNDOES.test(name)) return undefined
  const model = modelsOfCall(linked, call).find(({ kind }) => DOES[kind])
  if (!model) return undefined
  const { text, strength } = describe(linked, call, model)
  return {
    does: DOES[model.kind] as Protection['does'],
    with: text,
    strength,
    ofSecret: DOES[model.kind] === 'encrypt' || isSecret(linked, dataOf(linked, call, model)),
    at: cite(linked, call),
  }
}

const BROKEN = /^(?:md[245]|sha-?1|ripemd|des|3des|rc4|tripledes|des-.*|rc4.*)$/i

function describe(linked: Linked, call: number, model: UsageModel): { text: string; strength: Protection['strength'] } {
  const setting = (key: string) => {
    const spot = model.values[key]
    return spot === undefined ? undefined : settingAt(linked, call, spot).texts[0]
  }
  if (model.kind === 'slow-hash') return { text: slowHash(linked, call, model, setting), strength: 'strong' }
  const algorithm =
    setting('algorithm') ??
    setting('algorithm2') ??
    (
      {
        md5: 'MD5',
        sha1: 'SHA-1',
        'fast-hash': calledName(linked, call),
        'library-cipher': 'AES',
        ecb: 'AES-ECB',
        des: 'DES',
        rc4: calledName(linked, call),
      } as Record<string, string>
    )[model.kind]
  const name = algorithm ? algorithm.toUpperCase() : DOES[model.kind] === 'encrypt' ? 'a cipher' : 'a hash'
  if (DOES[model.kind] === 'encrypt') return { text: name, strength: BROKEN.test(name) ? 'broken' : 'strong' }
  if (model.kind === 'mac') return { text: `HMAC ${name}`, strength: 'strong' }
  return {
    text: hasSalt(linked, dataOf(linked, call, model)) === false ? `${name} without salt` : name,
    strength: BROKEN.test(name) ? 'broken' : 'fast',
  }
}

function slowHash(linked: Linked, call: number, model: UsageModel, setting: (key: string) => string | undefined): string {
  const called = calledName(linked, call)
  const algorithm = /pbkdf2/i.test(called)
    ? 'PBKDF2'
    : /scrypt/i.test(called)
      ? 'scrypt'
      : /argon/i.test([...packagesOf(linked, call), called].join(' '))
        ? 'Argon2'
        : 'bcrypt'
  const rounds = setting('rounds') ?? saltRounds(linked, call, model)
  const iterations = setting('iterations')
  const type = setting('type')
  return [
    type && !/^\d$/.test(type) ? type : algorithm,
    rounds && /^\d+$/.test(rounds) ? `${rounds} rounds` : '',
    iterations ? `${iterations} iterations` : '',
    setting('digest') ?? '',
  ]
    .filter(Boolean)
    .join(', ')
}

/** `bcrypt.hash(password, await bcrypt.genSalt(10))` */
function saltRounds(linked: Linked, call: number, model: UsageModel): string | undefined {
  const { whole, values } = linked
  const at = whole.args(call)[Number(model.values.rounds ?? 1)]
  if (at === undefined) return undefined
  for (let made of values.definitions(at)) {
    if (whole.kind[made] === Kind.Param) {
      // The salt of a callback.
      const fn = whole.functions[whole.a[made] as number]
      made = fn ? values.callAround(fn.node) : -1
    }
    if (made < 0 || whole.kind[made] !== Kind.Call || !/^genSalt/.test(calledName(linked, made))) continue
    const [rounds] = whole.args(made)
    const text = rounds === undefined ? undefined : values.texts(rounds).find(({ exact }) => exact)?.value
    if (text !== undefined) return text
  }
  return undefined
}

/** False where one text alone goes into a hash; undefined where that cannot be seen. */
function hasSalt({ whole }: Linked, data: number): boolean | undefined {
  if (data < 0) return undefined
  const kind = whole.kind[data] as Kind
  return kind === Kind.Param || kind === Kind.Load || kind === Kind.Refine ? false : undefined
}

/** What goes into a hash: an argument, or what `update` is called with where that is once; -1 where it is not seen. */
function dataOf(linked: Linked, call: number, model: UsageModel): number {
  const { whole, values, effects } = linked
  if (model.values.data !== undefined) return whole.args(call)[Number(model.values.data)] ?? -1
  let at = -1
  for (const other of effects.ofFunction(whole.functionOf(call)))
    if (whole.kind[other] === Kind.Call && calledName(linked, other) === 'update' && values.definitions(receiverOf(linked, other)).includes(call)) {
      if (at >= 0) return -1
      at = whole.args(other)[0] ?? -1
    }
  return at
}

const isSecret = (linked: Linked, node: number): boolean => node >= 0 && /^(?:password|secret)$/.test(dataKind(linked, node))
