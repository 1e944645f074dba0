/**
 * Where sensitive data can be seen by name: properties, parameters, globals, variables, keys of objects that are written
 * out, and functions that fetch such data. In: the linked program. Out: nodes that hold it, each with the name that says so
 * where the node itself does not: `token` of `const token = read()`.
 */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import { calledName, type Linked } from '../linked'
import { lookupOf, once } from '../lookup'
import { AT_LEAST, AT_MOST, GREATER, IN, INSTANCEOF, LESS, NOT } from '../operators'
import { shapeOfType } from '../shapes/index'
import { annotationOf } from '../shapes/written'
import { HASHING, isMadeBy, isOwnName, nameOfValue } from '../usages/value-names'
import { sensitivityOf } from './sensitive'

/** First words of functions that hand out what their name says. */
const HANDS_OUT = /^(?:get|fetch|read|load|retrieve|generate|decrypt|find|current|my|ask|enter|random|make|create|new)(?=[A-Z_])/

/** What only a word of a language has, as parsers cut texts into them. */
const OF_LEXED =
  /^(?:attrGet|attrSet|attrIndex|attrPush|attrJoin|nesting|lexeme|tokenType|startOffset|endOffset|startColumn|hasLineTerminatorBefore)$/

/** What a word of a language has, and a credential has not. */
const OF_WORDS = /^(?:text|raw|kind|loc|range|start|end|line|column|children)$/

/** @param isWanted whether anybody wants to know of a node: most lead nowhere, and their names need not be looked at */
export function sensitiveNodes(linked: Linked, isWanted: (node: number) => boolean = () => true): Map<number, string | undefined> {
  const { whole } = linked
  const lookup = lookupOf(whole)
  const called = new Uint8Array(whole.size)
  for (const call of lookup.of(Kind.Call)) if ((whole.a[call] as number) >= 0) called[whole.a[call] as number] = 1
  const found = new Map<number, string | undefined>()
  const unrefined = (node: number): number => (node >= 0 && whole.kind[node] === Kind.Refine ? unrefined(whole.a[node] as number) : node)
  const isCalled = (node: number) => called[node] === 1
  const lexed = new Set([
    ...lookup.named(Kind.Load, OF_LEXED).map((load) => unrefined(whole.a[load] as number)),
    ...lookup
      .named(Kind.Load, OF_WORDS)
      .map((load) => unrefined(whole.a[load] as number))
      .filter((of) => /^tokens?$/i.test(nameOfValue(linked, of))),
  ])
  const classes = classesCalled(linked)
  const isClass = (load: number, name: string) => classes.has(`${whole.fileOf(load)} ${name}`)
  const named = (node: number, name: string) => {
    const kind = sensitivityOf(name)
    if (
      kind &&
      !found.has(node) &&
      !lexed.has(node) &&
      isData(linked, node) &&
      !isYesOrNo(linked, node) &&
      !isHandedHashes(linked, node) &&
      !(kind === 'secret' && (isCount(linked, node, name) || isLabel(nameOfValue(linked, node)) || isOfIds(linked, node)))
    )
      found.set(node, name)
  }
  const nodes = lookup.of(Kind.Load, Kind.Param, Kind.Global, Kind.Call, Kind.Property)
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as number
    if (!isWanted(whole.kind[node] === Kind.Property ? (whole.b[node] as number) : node)) continue
    switch (whole.kind[node] as Kind) {
      case Kind.Load: {
        const name = whole.text(whole.b[node] as number)
        if (
          sensitivityOf(name, nameOfValue(linked, whole.a[node] as number)) &&
          !isCalled(node) &&
          !isConstant(name) &&
          !isText(linked, node) &&
          !isClass(node, name) &&
          !isDescription(linked, node) &&
          !isYesOrNo(linked, node)
        )
          found.set(node, undefined)
        break
      }
      case Kind.Param:
      case Kind.Global: {
        const name = nameOfValue(linked, node)
        if (
          name !== '' &&
          sensitivityOf(name) &&
          !isCalled(node) &&
          !/^[A-Z]/.test(name) &&
          !isHandedHashes(linked, node) &&
          !isYesOrNo(linked, node)
        )
          found.set(node, undefined)
        break
      }
      case Kind.Call: {
        const name = calledName(linked, node)
        if (handsOut(name)) found.set(node, undefined)
        break
      }
      case Kind.Property: {
        if (whole.a[node] !== -1) named(whole.b[node] as number, whole.text(whole.a[node] as number))
        break
      }
    }
  }
  for (const { node, name } of whole.names) if (isWanted(node) && !isConstant(name)) named(node, name)
  return found
}

/** `pass: reasons.length === 0`, `token: boolean`: whether there is one, or whether something went well. */
function isYesOrNo(linked: Linked, node: number, hops = 0): boolean {
  const { whole } = linked
  if (node < 0 || node >= whole.size || hops > 4) return false
  const a = whole.a[node] as number
  switch (whole.kind[node] as Kind) {
    case Kind.Boolean:
      return true
    case Kind.Binary:
      return ASKS.has(whole.c[node] as number)
    case Kind.Unary:
      return whole.c[node] === NOT
    case Kind.Refine:
    case Kind.Await:
      return isYesOrNo(linked, a, hops + 1)
    case Kind.Cell:
    case Kind.Choice: {
      const items = whole.items(a)
      return items.length > 0 && items.every((item) => isYesOrNo(linked, item, hops + 1))
    }
    case Kind.Param: {
      const type = annotationOf(linked, node)
      return type !== undefined && shapeOfType(linked, type)?.type === 'boolean'
    }
    case Kind.Load: {
      const types = declaredTypes(linked, a, whole.text(whole.b[node] as number))
      return types.length > 0 && types.every((type) => shapeOfType(linked, type)?.type === 'boolean')
    }
    default:
      return false
  }
}

/** What the types of an object say of a member. */
function declaredTypes({ whole, solver }: Linked, object: number, name: string): number[] {
  return solver.of(object).flatMap((label) => {
    if (solver.labels.kind[label] !== LabelKind.Interface) return []
    const of = whole.interfaces[solver.labels.data[label] as number]
    return (of?.members ?? []).flatMap((member) => (member.name === name ? [member.type] : []))
  })
}

/** Comparisons, `in` and `instanceof`. */
const ASKS = new Set([35, 36, 37, 38, LESS, GREATER, AT_MOST, AT_LEAST, IN, INSTANCEOF])

/** `${user.id}:${page}` under the name of a token: put together of ids and numbers alone, which whoever knows these can put together as well. */
function isOfIds(linked: Linked, node: number): boolean {
  const { whole } = linked
  const kind = whole.kind[node] as Kind
  if (kind !== Kind.Template && kind !== Kind.Binary) return false
  const parts = whole.madeOf(node).filter((part) => whole.kind[part] !== Kind.String && whole.kind[part] !== Kind.Number)
  return parts.length > 0 && parts.every((part) => isOfIds(linked, part) || isId(nameOfValue(linked, part)))
}

const isId = once((name) => /^(?:_?id|uuid|page|index|offset|position|count|version|revision)$|[a-z](?:Id|ID|_id|Uuid|Index|Page)$/.test(name))

/** What a secret is called by those who made it: `{ apiKey: name }`, `token: key.label`. */
const isLabel = once((name) => /^(?:name|label|title|description)$|[a-z](?:Name|Label|Title)$|_(?:name|label|title)$/.test(name))

/**
 * Names, by file, that are classes and models as their capital says and what is called of them: `this.Token.findOne(…)`, `new models.Secret()`.
 * Texts have methods too; those are their own.
 */
function classesCalled(linked: Linked): Set<string> {
  const { whole } = linked
  const found = new Set<string>()
  const isNamed = (node: number): boolean => node >= 0 && whole.kind[node] === Kind.Load && /^[A-Z][a-z]/.test(whole.text(whole.b[node] as number))
  for (const call of lookupOf(whole).of(Kind.Call, Kind.New)) {
    const callee = whole.a[call] as number
    const isMade = whole.kind[call] === Kind.New
    if (!isMade && (callee < 0 || whole.kind[callee] !== Kind.Load || OF_VALUES.has(whole.text(whole.b[callee] as number)))) continue
    const named = isMade ? callee : (whole.a[callee] as number)
    if (isNamed(named)) found.add(`${whole.fileOf(named)} ${whole.text(whole.b[named] as number)}`)
  }
  return found
}

/** Methods of texts, lists and promises. */
const OF_VALUES = new Set([String, Array, Promise, Object, Number].flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype)))

const handsOut = once((name) => HANDS_OUT.test(name) && sensitivityOf(name.replace(HANDS_OUT, '')) !== undefined)

/** `messages.password`, `labels.email`: what a page or a program says to people about it. */
function isText({ whole }: Linked, load: number): boolean {
  const { text } = whole.files[whole.fileOf(load)] as { text: string }
  const end = whole.end[load] as number
  return OF_TEXTS.test(/([\w$]+)\s*\??\.\s*[\w$]+$/.exec(text.slice(Math.max(0, end - MOST_BEFORE), end))?.[1] ?? '')
}
const MOST_BEFORE = 120
const OF_TEXTS =
  /^(?:(?:error|form|field|ui|i18n|locale|validation)?(?:messages|labels|strings|translations|placeholders|tooltips|hints)|i18n|l10n|texts)$/i

/** `ERRORS.PASSWORD`, `Field.Email`: names of texts about it; the environment is written in capitals too. */
const isConstant = (name: string) => /^[A-Z]+$/.test(name) && !/^(?:PASSWORD|SECRET|TOKEN)$/.test(name)

/**
 * Known to be no secret: a member of an enumeration, `Setting.RECOVERY_TOKEN`, or an object of fixed texts and numbers under other names,
 * `limits.emailToken` of `{ emailToken: { interval: 60, most: 5 } }`.
 */
function isDescription(linked: Linked, node: number): boolean {
  if (isOwnName(linked, node)) return true
  const { whole, solver } = linked
  const labels = solver.of(node)
  return (
    labels.length > 0 &&
    labels.every((label) => {
      const at = solver.labels.data[label] as number
      // `notices.email`, which sends one.
      if (solver.labels.kind[label] === LabelKind.Function) return true
      if (solver.labels.kind[label] !== LabelKind.Object || whole.kind[at] !== Kind.Object) return false
      const items = [...whole.items(whole.a[at] as number)]
      return (
        items.length > 0 &&
        items.every(
          (item) =>
            whole.kind[item] === Kind.Property &&
            whole.a[item] !== -1 &&
            sensitivityOf(whole.text(whole.a[item] as number)) === undefined &&
            FIXED.has(whole.kind[whole.b[item] as number] as Kind),
        )
      )
    })
  )
}

const FIXED = new Set<Kind>([Kind.String, Kind.Number, Kind.Boolean, Kind.Null])

/** `addUser(name, password)` that everyone calls with what was hashed, or with nothing: the name says what it was made of. */
function isHandedHashes(linked: Linked, param: number): boolean {
  const { whole, solver } = linked
  if (whole.kind[param] !== Kind.Param) return false
  const calls = [...(solver.callers.get(whole.a[param] as number) ?? [])]
  const handed = calls.map((call) => (whole.kind[call] === Kind.Call ? (whole.args(call)[whole.b[param] as number] ?? -1) : -1))
  const isNothing = (node: number) => node < 0 || whole.kind[node] === Kind.Null || whole.kind[node] === Kind.Undefined
  const given = handed.filter((node) => !isNothing(node))
  return given.length > 0 && given.every((node) => isHashed(linked, node))
}

/** Made by hashing on every way, by what is called: `await hash(password)`, `password.hash(text)`. */
function isHashed(linked: Linked, node: number, hops = 0): boolean {
  const { whole } = linked
  if (node < 0 || hops > 4) return false
  const kind = whole.kind[node] as Kind
  if (kind === Kind.Refine || kind === Kind.Await) return isHashed(linked, whole.a[node] as number, hops + 1)
  if (kind === Kind.Cell) return whole.items(whole.a[node] as number).every((item) => isHashed(linked, item, hops + 1))
  return kind === Kind.Call && HASHES.test(calledName(linked, node))
}

const HASHES = /^(?:hash|hashSync|bcrypt|scrypt|scryptSync|pbkdf2Sync|digest|(?:hash|encrypt)[A-Z]\w*)$/

/** How many there are: `{ refreshTokens: Number(rows) }`. Codes for one time are numbers, too. */
function isCount(linked: Linked, node: number, name: string): boolean {
  const { whole } = linked
  const call = whole.kind[node] === Kind.Await ? (whole.a[node] as number) : node
  if (/otp|pin|code/i.test(name) || whole.kind[call] !== Kind.Call) return false
  return /^(?:Number|parseInt|parseFloat|count\w*)$/.test(calledName(linked, call))
}

/** A value, not a description of one: no type, rule, function or sentence, and nothing that was hashed. */
function isData(linked: Linked, node: number): boolean {
  const { whole } = linked
  switch (whole.kind[node] as Kind) {
    case Kind.String: {
      const text = whole.text(whole.a[node] as number)
      return (
        text.length >= 4 &&
        !/\s\S+\s/.test(text) &&
        !/^(?:string|text|email|password|required|true|false|none|null|undefined)$/i.test(text) &&
        /[@\d*]/.test(text)
      )
    }
    case Kind.Load:
    case Kind.LoadDynamic:
    case Kind.Param:
    case Kind.Template:
    case Kind.Binary:
    case Kind.Await: {
      const call = whole.a[node] as number
      if ((whole.kind[call] === Kind.Call || whole.kind[call] === Kind.Tagged) && COUNTS.test(calledName(linked, call))) return false
      return !isMadeBy(linked, node, HASHING)
    }
    case Kind.Refine:
      return !isMadeBy(linked, node, HASHING)
    case Kind.Call:
      return !isMadeBy(linked, node, HASHING) && !MAKES_NO_DATA.test(calledName(linked, node))
    default:
      return false
  }
}

/** Answers of databases that say how many records it was about. */
const COUNTS = /^(?:\$executeRaw\w*|count\w*|deleteMany|updateMany)$/

/** Builders of validators, labels and references; tests. */
const MAKES_NO_DATA =
  /^(?:string|number|boolean|object|array|required|optional|min|max|email|regex|pattern|matches|t|i18n|gettext|translate|__|\$t|is[A-Z]\w*|has[A-Z]\w*|test|validate\w*|use\w*|ref|useState|useRef|signal|querySelector|getElementById|\$|mask\w*|redact\w*|anonymi[sz]e\w*|require|next|control|Field|Input|locator|getByLabel\w*|getByTestId|get)$/
