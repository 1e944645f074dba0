/**
 * What is hashed and encrypted, and with what: the data often come in by a later call (`hash.update(password)`), and some
 * settings have only a name in the library (`argon2.argon2id`, `CryptoJS.mode.ECB`). Usages of kinds `digest`, `encryption`,
 * `decryption` and `password-hash`.
 */
import { Kind } from '../../graph'
import { rowsByName } from '../../rows-by-name'
import type { Evidence, Setting, Usage } from '../../types'
import type { UsageModel } from '../flow-models'
import { apiPathsOf, calledName, cite, type Linked, receiverOf } from '../linked'
import { lookupOf, merge, once, remember } from '../lookup'
import { variablesOf } from '../names'
import { MINUS } from '../operators'
import { usesOf } from '../uses'
import { isOfBuiltMode } from './built-modes'
import { dataKind, MOST_CALLS } from './data-kind'
import { isDrawnKey } from './drawn-keys'
import { freshnessOf } from './fresh-keys'
import { isHashedAgain } from './hashed-again'
import { isOfCrypt, isOfProtocol, leavesByBeginning } from './hashes-of-protocols'
import { isBesideSlow, isHeldAgainstHash } from './held-against-hashes'
import { modelledCalls, usage } from './modelled'
import { isNameOfContent } from './names-of-contents'
import { settingAt } from './setting'
import { destinationOf, isMadeOfChallenge } from './where-digests-go'
import { writtenIn } from './written'

/** Kinds of models whose function is one algorithm. */
const ALGORITHMS: Record<string, string> = rowsByName({
  md5: 'md5',
  sha1: 'sha1',
  'mac-md5': 'md5',
  'mac-sha1': 'sha1',
  'fast-hash': 'sha-2',
  des: 'des',
  rc4: 'rc4',
  'library-cipher': 'aes',
  ecb: 'aes-ecb',
})
const WAYS: Record<string, string> = rowsByName({
  hash: 'hash',
  'web-hash': 'hash',
  md5: 'hash',
  sha1: 'hash',
  'fast-hash': 'hash',
  mac: 'mac',
  'mac-md5': 'mac',
  'mac-sha1': 'mac',
  signature: 'signature',
  cipher: 'cipher',
  'cipher-without-iv': 'cipher',
  'named-cipher': 'cipher',
  'library-cipher': 'cipher',
  ecb: 'cipher',
  des: 'cipher',
  rc4: 'cipher',
  'slow-hash': 'password',
})
const SHA3 = /sha-?3(?!\d)|keccak/i
/** Methods that put data in, and methods that hand back what they are called on. */
const FEEDS = /^(?:update|write|end|append|hash|encrypt|updateSync)$/
const CHAINS = /^(?:update|append|setEncoding|setAutoPadding|setAAD|setAuthTag|on|once|copy|start|init|create)$/

const PASSWORD = /^(?:hashed_?)?pass(?:word|wd)?(?:_?hash)?$/i
const KEEPS_PASSWORD = /^(?:set|save|store|update|change)\w*pass(?:word|wd)?$/i

interface Making {
  call: number
  model: UsageModel
  feeds: { call: number; data: number }[]
  /** Calls that take the result: `digest`, `final`. */
  ends: number[]
  /** Where the result becomes somebody's password. */
  kept: number
  /** It goes where its further use is not seen. */
  escapes: boolean
}

export function cryptoData(linked: Linked): Usage[] {
  const makings = makingsOf(linked)
  if (makings.size === 0) return []
  collectUses(linked, makings)
  return [...makings.values()].flatMap((making) => usagesOfMaking(linked, making))
}

function makingsOf(linked: Linked): Map<number, Making> {
  const makings = new Map<number, Making>()
  for (const [call, models] of modelledCalls(linked)) {
    const model = linked.whole.kind[call] === Kind.Tagged ? undefined : models.find(({ kind }) => WAYS[kind])
    if (model) makings.set(call, { call, model, feeds: [], ends: [], kept: -1, escapes: false })
  }
  return makings
}

function collectUses(linked: Linked, makings: Map<number, Making>): void {
  const { whole } = linked
  // Where something goes matters of what deciphers alone.
  const deciphers = [...makings.values()].some(isDecipher(linked))
  const reached = reachOf(linked, makings)
  const escapes = (node: number) => {
    if (!deciphers || reached[node] !== 1) return
    for (const call of sourcesOf(linked, node, makings)) (makings.get(call) as Making).escapes = true
  }
  const keeps = (value: number, by: number) => {
    for (const call of resultsOf(linked, value, makings)) (makings.get(call) as Making).kept = by
  }
  const lookup = lookupOf(whole)
  const works = lookup.named(Kind.Call, (name) => keepsPassword(name) || worksOn(name))
  for (const node of merge([works, lookup.named(Kind.Store, isPassword), lookup.named(Kind.Property, isPassword)])) {
    switch (whole.kind[node] as Kind) {
      case Kind.Call: {
        const args = whole.args(node)
        const name = calledName(linked, node)
        const receiver = receiverOf(linked, node)
        if (keepsPassword(name)) for (const argument of args) keeps(argument, node)
        if (receiver < 0 || !worksOn(name)) break
        const feeds = isFeed(name)
        for (const call of sourcesOf(linked, receiver, makings)) {
          const making = makings.get(call) as Making
          if (feeds && args[0] !== undefined) making.feeds.push({ call: node, data: args[0] })
          else making.ends.push(node)
        }
        break
      }
      case Kind.Store:
        keeps(whole.c[node] as number, node)
        break
      case Kind.Property:
        keeps(whole.b[node] as number, node)
        break
    }
  }
  if (deciphers) {
    for (const node of lookup.of(Kind.Call, Kind.New)) {
      const list = whole.b[node] as number
      if (list < 0) continue
      for (let at = list + 1, end = at + (whole.lists[list] as number); at < end; at++) {
        const argument = whole.lists[at] as number
        // Most arguments are no ciphers: names are looked at only of calls that are given one.
        if (reached[argument] === 1 && (whole.kind[node] === Kind.New || !isFeed(calledName(linked, node)))) escapes(argument)
      }
    }
    for (const store of lookup.of(Kind.Store)) escapes(whole.c[store] as number)
    for (const property of lookup.of(Kind.Property)) escapes(whole.b[property] as number)
  }
  for (const fn of whole.functions) for (const value of fn.returns) if (makings.has(value)) (makings.get(value) as Making).escapes = true
}

const isDecipher =
  (linked: Linked) =>
  ({ call, model }: Making) =>
    WAYS[model.kind] === 'cipher' && /decipher|decrypt/i.test(calledName(linked, call))
const keepsPassword = once((name) => KEEPS_PASSWORD.test(name))
const isPassword = once((name) => PASSWORD.test(name))
const isFeed = once((name) => FEEDS.test(name))
const worksOn = once((name) => /^(?:digest|final|doFinal|hex|finalize|verify|sign)$|^(?:update|write|end|append|hash)$/.test(name))

/** Calls that made the hash whose result a value is: `createHash('md5').update(text).digest('hex')`. */
function resultsOf(linked: Linked, node: number, makings: Map<number, Making>, hops = 0): number[] {
  if (node < 0 || node >= linked.whole.size || hops > 6) return []
  if (makings.has(node)) return [node]
  let memory = results.get(makings)
  if (!memory) {
    memory = remember<number[]>()
    results.set(makings, memory)
  }
  return memory(linked, node, hops, () => [...new Set(findResults(linked, node, makings, hops))])
}

const results = new WeakMap<Map<number, Making>, ReturnType<typeof remember<number[]>>>()

function findResults(linked: Linked, node: number, makings: Map<number, Making>, hops: number): number[] {
  const { whole } = linked
  switch (whole.kind[node] as Kind) {
    case Kind.Call: {
      const name = calledName(linked, node)
      if (name === 'digest') return [...sourcesOf(linked, receiverOf(linked, node), makings)]
      return /^(?:toString|hex)$/.test(name) ? resultsOf(linked, receiverOf(linked, node), makings, hops + 1) : []
    }
    case Kind.Refine:
    case Kind.Await:
      return resultsOf(linked, whole.a[node] as number, makings, hops + 1)
    case Kind.Cell:
    case Kind.Choice:
      return whole.items(whole.a[node] as number).flatMap((item) => resultsOf(linked, item, makings, hops + 1))
    default:
      return []
  }
}

/** Calls that made the hash or cipher a value is, through chained calls and variables. */
function sourcesOf(linked: Linked, node: number, makings: Map<number, Making>): readonly number[] {
  if (reachOf(linked, makings)[node] !== 1) return NONE
  let memory = memories.get(makings)
  if (!memory) {
    memory = new Map()
    memories.set(makings, memory)
  }
  const known = memory.get(node)
  if (known) return known
  // Values of loops lead back to themselves.
  memory.set(node, NONE)
  const found = [...new Set(findSources(linked, node, makings))]
  memory.set(node, found)
  return found
}

const reaches = new WeakMap<Map<number, Making>, Uint8Array>()
function reachOf(linked: Linked, makings: Map<number, Making>): Uint8Array {
  let reached = reaches.get(makings)
  if (!reached) {
    reached = reachedBy(linked, makings)
    reaches.set(makings, reached)
  }
  return reached
}

/** 1 for each node that may be a hash or cipher, or one that is read by a name under which some such is kept. */
function reachedBy({ whole }: Linked, makings: Map<number, Making>): Uint8Array {
  const reached = new Uint8Array(whole.size)
  const outermost: number[] = []
  const names = new Set<number>()
  const lookup = lookupOf(whole)
  const uses = usesOf(whole)
  const chained = new Set(lookup.named(Kind.Call, isChained))
  const put = (node: number) => {
    if (reached[node] === 1) return
    reached[node] = 1
    outermost.push(node)
  }
  const keep = (name: number) => {
    if (name < 0 || names.has(name)) return
    names.add(name)
    for (const load of lookup.named(Kind.Load, whole.text(name))) put(load)
  }
  for (const call of makings.keys()) put(call)
  while (outermost.length > 0) {
    while (outermost.length > 0) {
      const node = outermost.pop() as number
      for (const user of uses.of(node))
        switch (whole.kind[user] as Kind) {
          case Kind.Refine:
          case Kind.Await:
          case Kind.Cell:
          case Kind.Choice:
            put(user)
            break
          case Kind.Load:
            for (const call of uses.of(user)) if (whole.a[call] === user && chained.has(call)) put(call)
            break
          case Kind.Property:
            if (whole.b[user] === node) keep(whole.a[user] as number)
            break
          case Kind.Store:
            if (whole.c[user] === node) keep(whole.b[user] as number)
            break
        }
    }
    for (const list of whole.exports) for (const { name, node } of list) if (reached[node] === 1) keep(whole.string(name))
    for (const list of whole.commonjs) for (const node of list) if (reached[node] === 1) for (const name of ['*', 'default']) keep(whole.string(name))
    for (const { members } of whole.classes) for (const { name, node } of members) if (reached[node] === 1) keep(whole.string(name))
    for (const node of lookup.of(Kind.Import)) if (names.has(whole.b[node] as number)) put(node)
  }
  return reached
}

const isChained = once((name) => CHAINS.test(name))
const memories = new WeakMap<Map<number, Making>, Map<number, readonly number[]>>()
const NONE: readonly number[] = []

function findSources(linked: Linked, node: number, makings: Map<number, Making>): readonly number[] {
  const { whole } = linked
  if (node < 0 || node >= whole.size) return NONE
  if (makings.has(node)) return [node]
  switch (whole.kind[node] as Kind) {
    case Kind.Call:
      return sourcesOf(linked, receiverOf(linked, node), makings)
    case Kind.Refine:
    case Kind.Await:
      return sourcesOf(linked, whole.a[node] as number, makings)
    case Kind.Cell:
    case Kind.Choice:
      return whole.items(whole.a[node] as number).flatMap((item) => sourcesOf(linked, item, makings))
    case Kind.Load: {
      const definitions = linked.values.definitions(node)
      return definitions.flatMap((definition) => (definition === node ? [] : sourcesOf(linked, definition, makings)))
    }
    default:
      return NONE
  }
}

/** Whether only the callers of a helper say what it hashes. */
function isOfCallers(linked: Linked, feeds: readonly { data: number }[]): boolean {
  return feeds.every(({ data }) => dataKind(linked, data, MOST_CALLS) !== 'password')
}

function usagesOfMaking(linked: Linked, making: Making): Usage[] {
  const { call, model, feeds } = making
  const way = WAYS[model.kind] as string
  const settings: Record<string, Setting> = {}
  for (const [key, spot] of Object.entries(model.values)) settings[key] = named(linked, call, spot)
  const algorithm = model.kind === 'fast-hash' && SHA3.test(calledName(linked, call)) ? 'sha-3' : (ALGORITHMS[model.kind] ?? undefined)
  if (algorithm) settings.algorithm = known(algorithm)
  else if (settings.algorithm?.state === 'missing' && settings.algorithm2) settings.algorithm = settings.algorithm2
  const own = model.values.data === undefined ? -1 : (linked.whole.args(call)[Number(model.values.data)] ?? -1)
  const all = [...(own >= 0 ? [{ call, data: own }] : []), ...feeds].map((feed) => ({ ...feed, kind: kindOf(linked, feed.data) }))
  const api = calledName(linked, call)
  const make = (at: number, kind: string, data: string, more: Record<string, Setting> = {}) =>
    usage(linked, at, kind, model.library, api, {
      ...settings,
      ...more,
      way: known(way),
      data: known(data),
      ...(making.kept < 0 && data === 'password' && isOfCallers(linked, all)
        ? { by: known(all.some((fed) => isHeldAgainstHash(linked, fed.data)) ? 'callers that keep it' : 'callers') }
        : {}),
      ...(way === 'hash' && data === 'password' && isHashedAgain(linked, call) ? { again: known('slowly') } : {}),
      ...(way === 'hash' && data === 'password' ? destination(linked, making, all) : {}),
      ...(way === 'hash' && data === 'password' && making.kept < 0 && isBesideSlow(linked, call) ? { beside: known('slow') } : {}),
      ...(way === 'hash' && data === 'password' && isOfCrypt(linked, call) ? { format: known('crypt') } : {}),
      ...(way === 'cipher' && isOfBuiltMode(linked, call) ? { within: known('mode') } : {}),
      purpose: known(purposeOf(linked, making)),
      made: known(placeOf(cite(linked, call))),
    })
  if (way === 'password') return [make(call, 'password-hash', all[0]?.kind ?? '')]
  const secret = all.filter(({ kind }) => kind !== '')
  // What matters is said where it goes in; a cipher that is never seen at work is told where it is made.
  const found =
    way === 'cipher'
      ? secret.length > 0
        ? secret.map(({ call: at, kind }) => make(at, 'encryption', kind))
        : [make(call, 'encryption', '')]
      : making.kept >= 0 && way === 'hash'
        ? [make(making.kept, 'digest', 'password')]
        : secret.length > 0
          ? [make((secret.find(({ kind }) => kind === 'password') ?? (secret[0] as { call: number })).call, 'digest', bestOf(secret))]
          : [make(call, 'digest', '')]
  if (way === 'cipher') {
    const iv = model.values.iv === undefined ? -1 : nodeAt(linked, call, model.values.iv)
    if (isDecipher(linked)(making))
      found.push(
        make(call, 'decryption', '', { finished: known(String(making.ends.length > 0 || making.escapes)), read: known(String(feeds.length > 0)) }),
      )
    else if (iv >= 0 && isFixed(linked, iv)) {
      const fresh = model.values.key === undefined ? undefined : freshnessOf(linked, call, nodeAt(linked, call, model.values.key))
      found.push(make(call, 'fixed-iv', '', fresh ? { freshKey: known(fresh) } : {}))
    }
  }
  return found
}

/** What the program draws by itself is a key, also where it is called a password. */
function kindOf(linked: Linked, data: number): ReturnType<typeof dataKind> {
  const kind = dataKind(linked, data)
  return kind === 'password' && isDrawnKey(linked, data) ? 'secret' : kind
}

function destination(linked: Linked, making: Making, fed: readonly { data: number }[]): Record<string, Setting> {
  const goes =
    making.kept >= 0
      ? undefined
      : destinationOf(
          linked,
          making.call,
          fed.map(({ data }) => data),
        )
  return goes ? { goes: known(goes) } : {}
}

const placeOf = ({ file, line }: Evidence): string => `${file}:${line}`
const known = (text: string): Setting => ({ state: 'constant', texts: [text] })
const bestOf = (found: { kind: string }[]) => (found.some(({ kind }) => kind === 'password') ? 'password' : (found[0] as { kind: string }).kind)

/** A setting; where the library has a name for it, that name: `argon2.argon2i` is `argon2i`. */
function named(linked: Linked, call: number, spot: string): Setting {
  const setting = settingAt(linked, call, spot)
  if (setting.state !== 'computed') return setting
  const node = nodeAt(linked, call, spot)
  if (node < 0) return setting
  const number = calculated(linked, node)
  if (number !== undefined) return { ...setting, state: 'constant', texts: [String(number)] }
  const assigned = undeclared(linked, node)
  if (assigned.length > 0) return { ...setting, state: 'constant', texts: assigned }
  const names = apiPathsOf(linked, node).map((path) => linked.models.paths.show(path).split('.').at(-1) as string)
  return names.length > 0 ? { ...setting, texts: names } : setting
}

/** `512 / 32`, `2 ** 14` */
function calculated({ whole }: Linked, node: number): number | undefined {
  if (whole.kind[node] !== Kind.Binary) return undefined
  const [one, other] = [whole.a[node] as number, whole.b[node] as number].map((side) =>
    whole.kind[side] === Kind.Number ? Number(whole.text(whole.a[side] as number).replaceAll('_', '')) : Number.NaN,
  ) as [number, number]
  const result = { 42: one * other, 43: one ** other, 44: one / other }[whole.c[node] as number]
  return Number.isFinite(result) ? result : undefined
}

/** Texts that a file puts into a name which nothing declares. */
function undeclared({ whole }: Linked, node: number): string[] {
  if (whole.kind[node] !== Kind.Global) return []
  const name = whole.text(whole.a[node] as number)
  const file = whole.fileOf(node)
  const [from, to] = [whole.base[file] as number, whole.base[file + 1] as number]
  return lookupOf(whole)
    .putInto(name)
    .flatMap((put) => (put >= from && put < to && whole.kind[put] === Kind.String ? [whole.text(whole.a[put] as number)] : []))
}

function nodeAt(linked: Linked, call: number, spot: string): number {
  const [first, ...names] = spot.split('.') as [string, ...string[]]
  let node = linked.whole.args(call)[Number(first)] ?? -1
  for (const name of names) node = node < 0 ? -1 : (linked.values.property(node, name)[0] ?? -1)
  return node
}

/** The same bytes at every run: written out, or zeros. */
function isFixed(linked: Linked, node: number): boolean {
  const { whole } = linked
  const { literals, whole: isAll } = writtenIn(linked, node)
  if (isAll && literals.length > 0) return true
  return linked.values.definitions(node).some((at) => {
    const kind = whole.kind[at] as Kind
    if (kind !== Kind.Call && kind !== Kind.New) return false
    const [first, second] = whole.args(at)
    const size = first !== undefined && (whole.kind[first] === Kind.Number || isNumbers(linked, first))
    return (
      /^(?:alloc|Uint8Array|from|Buffer)$/.test(calledName(linked, at)) &&
      size &&
      (second === undefined || whole.kind[second] !== Kind.Call) &&
      !isFilled(linked, at)
    )
  })
}

function isNumbers({ whole }: Linked, node: number): boolean {
  const items = [...whole.items(whole.kind[node] === Kind.Array ? (whole.a[node] as number) : -1)]
  return items.length > 0 && items.every((item) => whole.kind[item] === Kind.Number)
}

/** Bytes are put into it later: `crypto.getRandomValues(iv)`, `iv.set(…)`, `randomFillSync(iv)`. */
function isFilled(linked: Linked, made: number): boolean {
  const { whole } = linked
  let into = filled.get(whole)
  if (!into) {
    into = new Set()
    const lookup = lookupOf(whole)
    const puts = lookup.named(Kind.Call, PUTS)
    for (const call of merge([lookup.named(Kind.Call, FILLS), puts])) into.add(whole.args(call)[0] ?? -1)
    for (const call of puts) into.add(receiverOf(linked, call))
    filled.set(whole, into)
  }
  return into.has(made)
}

const FILLS = /^(?:getRandomValues|randomFill|randomFillSync)$/
const PUTS = /^(?:set|copy|fill|write\w*)$/
/** What bytes are put into. */
const filled = new WeakMap<Linked['whole'], Set<number>>()

/** Names of things for which a hash need not resist anybody. */
const HARMLESS =
  /e-?tag|m-?time|last-?modified|check-?sum|cache|gravatar|avatar|finger-?print|integrity|chunk|asset|file|content|revision|version|slug|colou?r|theme|bucket|shard|dedup|template|style|css|svg|image|thumb|module|source|\bast\b|graphql|query|schema|manifest|commit|blob|\burl|path|webpack|build|bundle|snapshot|websocket|handshake|diff|stream|locale|i18n|component|class-?name|scope-?id|changed|duplicate|canonical/i

/** The handshake of WebSockets prescribes SHA-1 of a text that ends with this one (RFC 6455, section 1.3). */
const WEBSOCKET = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

function isOfWebSockets(linked: Linked, feeds: Making['feeds']): boolean {
  const { whole } = linked
  const written = lookupOf(whole).named(Kind.String, WEBSOCKET)
  return written.length > 0 && feeds.some(({ data }) => writtenIn(linked, data, true).literals.some((literal) => written.includes(literal)))
}

/** The list of published passwords is asked by the beginning of a SHA-1 hash, which nobody keeps (Have I Been Pwned, API v3, "Searching by range"). */
const BREACHES = /\bapi\.pwnedpasswords\.com\b/

function asksForBreaches({ whole }: Linked, file: number): boolean {
  let files = asking.get(whole)
  if (!files) {
    files = new Set([...lookupOf(whole).named(Kind.String, BREACHES)].map((node) => whole.fileOf(node)))
    asking.set(whole, files)
  }
  return files.has(file)
}

const asking = new WeakMap<Linked['whole'], Set<number>>()

function awaitedBy(whole: Linked['whole'], node: number): readonly number[] {
  let all = awaits.get(whole)
  if (!all) {
    all = new Map()
    for (const wait of lookupOf(whole).of(Kind.Await)) {
      const known = all.get(whole.a[wait] as number)
      if (known) known.push(wait)
      else all.set(whole.a[wait] as number, [wait])
    }
    awaits.set(whole, all)
  }
  return all.get(node) ?? NONE
}

const awaits = new WeakMap<Linked['whole'], Map<number, number[]>>()

function purposeOf(linked: Linked, { call, feeds, ends }: Making): string {
  const { whole } = linked
  const results = new Set([call, ...ends, ...feeds.map((feed) => feed.call)])
  // `const tag = await digest(…)`: the name is given to what is waited for.
  const told = [...results].flatMap((node) => [node, ...awaitedBy(whole, node)])
  const names = told.flatMap((node) => [...variablesOf(whole, node).map(({ name }) => name), ...headersOf(linked, node)])
  const fn = whole.functionOf(call)
  const around = whole.functions[fn]?.fact.name ?? ''
  const fed = feeds.flatMap(({ data }) => [whole.sourceOf(data)])
  // A protocol leaves no choice.
  if (isOfWebSockets(linked, feeds)) return 'prescribed'
  if (asksForBreaches(linked, whole.fileOf(call))) return 'prescribed'
  if (ends.some((end) => leavesByBeginning(linked, end)) || told.some((node) => isOfProtocol(linked, node))) return 'prescribed'
  if (isOfLogin(linked, call, feeds)) return 'prescribed'
  if (isNameOfContent(linked, [call, ...ends])) return 'harmless'
  const kept = keptShort(linked)
  // `md5(JSON.stringify(settings))` tells whether a structure is still the same.
  const hashed = fed.length > 0 ? fed : [...whole.args(call)].slice(0, 1).map((argument) => whole.sourceOf(argument))
  const isOfStructure = hashed.length > 0 && hashed.every((text) => text.startsWith('JSON.stringify('))
  return isOfStructure || told.some((node) => kept.has(node)) || [...names, around, ...fed].some((name) => HARMLESS.test(name)) ? 'harmless' : ''
}

const SETS_HEADER = /^(?:set|setHeader|header|append|writeHead)$/

/** Headers that a value is set under, with quotes around it or not: `response.set('ETag', hash)`. */
function headersOf(linked: Linked, node: number, hops = 0): string[] {
  const { whole, values } = linked
  return Array.from(usesOf(whole).of(node)).flatMap((user) => {
    const kind = whole.kind[user] as Kind
    if (kind === Kind.Template || kind === Kind.Binary) return hops < 2 ? headersOf(linked, user, hops + 1) : []
    const [name, value] = kind === Kind.Call && SETS_HEADER.test(calledName(linked, user)) ? whole.args(user) : []
    return name !== undefined && value === node ? values.texts(name).map((text) => text.value) : []
  })
}

/** A step of Digest (RFC 7616), which asks for MD5 where the service does; what a key of the program's own goes into is its own way. */
function isOfLogin(linked: Linked, call: number, feeds: Making['feeds']): boolean {
  const fed = feeds.map(({ data }) => data)
  if (fed.some((data) => kindOf(linked, data) === 'secret')) return false
  return fed.some((data) => isMadeOfChallenge(linked, data)) || destinationOf(linked, call, fed) === 'login'
}

const CUTS = /^(?:slice|substring|substr|subarray)$/
/** Of so few characters two texts have the same ones soon, whatever the hash: they tell things apart, and prove nothing. */
const MOST_KEPT = 16

/** What only a few characters are kept of. */
function keptShort(linked: Linked): Set<number> {
  const { whole, values } = linked
  let found = shortened.get(whole)
  if (!found) {
    found = new Set()
    for (const call of lookupOf(whole).named(Kind.Call, CUTS)) {
      const [from, to] = whole.args(call).map((argument) => numbersOf(linked, argument))
      const [first, last] = [from?.[0], to?.[0]]
      const isLength = calledName(linked, call) === 'substr'
      const length = first === undefined ? undefined : last === undefined ? (first < 0 && !to ? -first : undefined) : isLength ? last : last - first
      const receiver = length !== undefined && length > 0 && length <= MOST_KEPT ? receiverOf(linked, call) : -1
      if (receiver >= 0) for (const node of [receiver, ...values.definitions(receiver)]) found.add(node)
    }
    shortened.set(whole, found)
  }
  return found
}

const numbersOf = ({ whole, values }: Linked, node: number): number[] =>
  whole.kind[node] === Kind.Unary && whole.c[node] === MINUS ? values.numbers(whole.a[node] as number).map((number) => -number) : values.numbers(node)

const shortened = new WeakMap<Linked['whole'], Set<number>>()
