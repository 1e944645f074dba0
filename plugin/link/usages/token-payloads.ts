/**
 * What is put into signed tokens: a property that is named like a password, however deep, or a record of a person as it came
 * from elsewhere, with all it has.
 */
import { Kind } from '../../graph'
import type { Usage } from '../../types'
import { LabelKind } from '../labels'
import { calledName, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { namesOf } from '../names'
import { sensitivityOf } from '../taint/sensitive'
import { namesTakenOut } from '../taken-out'
import { wholeRecordAt } from './answered-secrets/whole-records'
import { callsOfKind, usage } from './modelled'

const RECORD =
  /^(?:(?:db|current|found|new|logged_?in|existing)_?)?(?:user|account|member|customer|employee|person|admin)(?:_?(?:record|entity|doc|model|row|data))?$/i
const MOST_DEPTH = 3

export function tokenPayloads(linked: Linked): Usage[] {
  const { whole } = linked
  const found: Usage[] = []
  for (const [node, model] of callsOfKind(linked, 'token-sign')) {
    const payload = whole.args(node)[0]
    if (payload === undefined) continue
    const without = namesTakenOut(linked, payload, node)
    const declared = declaredNames(linked, payload)
    const isLeftOut = (name: string) => without.has(name) || declared?.has(name) === false
    const isPlain = (name: string) => declared?.get(name) === true
    const password = passwordIn(linked, payload, FEW, isLeftOut, isPlain)
    const possible = password ?? passwordIn(linked, payload, MANY, isLeftOut, isPlain)
    // Of a record whose password was taken out somebody has thought what goes into the token.
    const name = possible ?? ([...without].some((each) => sensitivityOf(each) === 'password') ? undefined : recordOf(linked, payload))
    if (name === undefined) continue
    const values: Usage['values'] = {
      name: { state: 'constant', texts: [name] },
      // What a model makes may say itself what is shown of it.
      way: {
        state: 'constant',
        texts: [password !== undefined ? 'password' : possible !== undefined ? 'one of many' : whole.kind[payload] === Kind.New ? 'model' : 'record'],
      },
    }
    found.push(usage(linked, node, 'token-payload', model.library, calledName(linked, node), values))
  }
  return found
}

/** Objects that a value may be: of few, each is likely meant; of more than many, nothing can be said of what it holds. */
const FEW = 6
const MANY = 60
/** Objects that are looked at, all levels together: what leads to more leads to everything. */
const MOST_OBJECTS = 500

/**
 * Name of a property that holds a password, each object looked at once and the outer ones first.
 * @param most objects that a value may be at most
 * @param isLeftOut properties that it has no longer, or that its type says it never has
 * @param isPlain properties of which its type says that they are texts or numbers, in which nothing else stands
 */
function passwordIn(
  linked: Linked,
  payload: number,
  most: number,
  isLeftOut: (name: string) => boolean,
  isPlain: (name: string) => boolean,
): string | undefined {
  const { whole, solver } = linked
  const seen = new Set<number>()
  const isPayload = new Set([payload])
  let level = new Set([payload])
  for (let depth = 0; depth <= MOST_DEPTH && level.size > 0; depth++) {
    const below = new Set<number>()
    for (const node of level) {
      // `Object.assign({ password }, …)`
      if (node < whole.size && whole.kind[node] === Kind.Call && calledName(linked, node) === 'assign')
        for (const argument of whole.args(node)) {
          below.add(argument)
          // What it had goes over under its own name.
          if (isPayload.has(node)) isPayload.add(argument)
        }
      const objects = solver.of(node).filter((label) => isWrittenObject(linked, label))
      if (objects.length > most) continue
      for (const label of objects) {
        if (seen.has(label)) continue
        if (seen.size >= MOST_OBJECTS) return undefined
        seen.add(label)
        for (const [property, value] of solver.fieldsOf.get(label) ?? []) {
          const name = whole.text(property)
          if (isPayload.has(node) && isLeftOut(name)) continue
          if (sensitivityOf(name) === 'password') return name
          if (!NAMES_ONE.test(name) && !(isPayload.has(node) && isPlain(name))) below.add(value)
        }
      }
    }
    level = below
  }
  return undefined
}

/**
 * What the payload has by the type of the variable that it is kept in, `const kept: Account = …`, and whether that is a text or a number;
 * undefined where that says nothing.
 */
function declaredNames(linked: Linked, payload: number): ReadonlyMap<string, boolean> | undefined {
  const { whole, values } = linked
  const made = values.definitions(payload)
  const types = whole.annotations.flatMap(([node, type]) => (node === payload || made.includes(node) ? [type] : []))
  const [type, ...others] = types
  const names = new Map<string, boolean>()
  return type !== undefined && others.length === 0 && putNames(linked, type, names, 0) && names.size > 0 ? names : undefined
}

/** Whether all that a type names could be told. */
function putNames(linked: Linked, type: number, names: Map<string, boolean>, depth: number): boolean {
  const { whole, solver } = linked
  const [label, ...others] = solver.of(type)
  if (label === undefined || others.length > 0 || solver.labels.kind[label] !== LabelKind.Interface || depth > MOST_DEPTH) return false
  const index = solver.labels.data[label] as number
  const of = whole.interfaces[index]
  const node = [...lookupOf(whole).of(Kind.Interface)].find((each) => whole.a[each] === index)
  // `[name: string]: unknown`
  if (!of || node === undefined || /\[\s*\w+\s*(?::|in\b)/.test(whole.sourceOf(node, MOST_TEXT))) return false
  for (const { name, type: kept } of of.members) names.set(name, isPlainType(linked, kept))
  return of.extends.every((parent) => putNames(linked, parent, names, depth + 1))
}

function isPlainType({ whole }: Linked, type: number): boolean {
  if (type < 0 || whole.kind[type] !== Kind.TypeRef || whole.c[type] === 1) return false
  const named = whole.a[type] as number
  return whole.kind[named] === Kind.Global && /^(?:string|number|boolean|bigint)$/.test(whole.text(whole.a[named] as number))
}

/** Characters of a type that are looked at. */
const MOST_TEXT = 4000

/** What is called an identifier or a moment is a text or a number: objects that seem to stand there come from other callers. */
const NAMES_ONE = /^(?:_?id|u?uid|guid|sub|jti|iss|aud|exp|iat|nbf|email|slug)$|(?:_id|Id|ID|_uuid|Uuid|UUID|_?[Gg]uid|_at|At)$/

function isWrittenObject({ whole, solver }: Linked, label: number): boolean {
  return solver.labels.kind[label] === LabelKind.Object && whole.kind[solver.labels.data[label] as number] === Kind.Object
}

/** Name of a record that is handed over whole. */
function recordOf(linked: Linked, payload: number): string | undefined {
  const { whole, solver } = linked
  const node = documentOf(linked, payload)
  if (!solver.of(node).some((label) => isWrittenObject(linked, label))) return namesOf(linked, node).find((name) => RECORD.test(name))
  // `{ user }`: below a name of its own.
  return linked.values
    .definitions(node)
    .filter((made) => made < whole.size && whole.kind[made] === Kind.Object)
    .flatMap((made) => [...whole.items(whole.a[made] as number)])
    .map((entry) => {
      if (whole.kind[entry] === Kind.Spread) return storedAs(linked, documentOf(linked, whole.a[entry] as number))
      return whole.kind[entry] === Kind.Property ? storedAs(linked, documentOf(linked, whole.b[entry] as number)) : undefined
    })
    .find((name) => name !== undefined)
}

/** What a document of Mongoose, or a row of Sequelize, is handed out as: all that it holds, unless the program says what is shown of it. */
const MADE_PLAIN = /^(?:toJSON|toObject)$/
const HELD = /^(?:_doc|dataValues)$/

/** `user` of `user.toJSON()`, `user._doc`. */
function documentOf(linked: Linked, node: number): number {
  const { whole, values, solver } = linked
  const [made, ...others] = values.definitions(node)
  const at = made !== undefined && others.length === 0 && made < whole.size ? made : node
  const lookup = lookupOf(whole)
  if (whole.kind[at] === Kind.Load && HELD.test(whole.text(whole.b[at] as number))) return whole.a[at] as number
  if (whole.kind[at] !== Kind.Call || !MADE_PLAIN.test(calledName(linked, at)) || (solver.callees.get(at)?.size ?? 0) > 0) return node
  // `new Schema({ … }, { toJSON: { transform } })`
  const isTold = [...lookup.named(Kind.Property, calledName(linked, at)), ...lookup.named(Kind.Store, calledName(linked, at))].length > 0
  const receiver = receiverOf(linked, at)
  return isTold || receiver < 0 ? node : receiver
}

/** `User` of what a query found, or handed to its callback, with all the fields it has. */
function storedAs(linked: Linked, node: number): string | undefined {
  const { whole, values } = linked
  for (const made of values.definitions(node).slice(0, 4)) {
    if (made >= whole.size) continue
    let call = whole.kind[made] === Kind.Param ? values.callAround(whole.functions[whole.a[made] as number]?.node ?? -1) : made
    if (whole.kind[made] === Kind.Param && call >= 0 && calledName(linked, call) === 'then') call = receiverOf(linked, call)
    const held = call >= 0 && whole.kind[call] === Kind.Call ? wholeRecordAt(linked, call) : undefined
    if (held && PERSON.test(held.name)) return held.name
  }
  return undefined
}

const PERSON = /user|account|member|customer|employee|person|admin|patient|student/i
