/**
 * What is put into signed tokens: a property that is named like a password, however deep, or a record of a person as it came
 * from elsewhere, with all it has.
 */
import { Kind } from '../../graph'
import type { Usage } from '../../types'
import { LabelKind } from '../labels'
import { calledName, type Linked, receiverOf } from '../linked'
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
    const password = passwordIn(linked, payload, FEW, without)
    const possible = password ?? passwordIn(linked, payload, MANY, without)
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
 * @param without properties that it has no longer
 */
function passwordIn(linked: Linked, payload: number, most: number, without: ReadonlySet<string>): string | undefined {
  const { whole, solver } = linked
  const seen = new Set<number>()
  let level = new Set([payload])
  for (let depth = 0; depth <= MOST_DEPTH && level.size > 0; depth++) {
    const below = new Set<number>()
    for (const node of level) {
      // `Object.assign({ password }, …)`
      if (node < whole.size && whole.kind[node] === Kind.Call && calledName(linked, node) === 'assign')
        for (const argument of whole.args(node)) below.add(argument)
      const objects = solver.of(node).filter((label) => isWrittenObject(linked, label))
      if (objects.length > most) continue
      for (const label of objects) {
        if (seen.has(label)) continue
        if (seen.size >= MOST_OBJECTS) return undefined
        seen.add(label)
        for (const [property, value] of solver.fieldsOf.get(label) ?? []) {
          const name = whole.text(property)
          if (depth === 0 && without.has(name)) continue
          if (sensitivityOf(name) === 'password') return name
          if (!NAMES_ONE.test(name)) below.add(value)
        }
      }
    }
    level = below
  }
  return undefined
}

/** What is called an identifier or a moment is a text or a number: objects that seem to stand there come from other callers. */
const NAMES_ONE = /^(?:_?id|u?uid|guid|sub|jti|iss|aud|exp|iat|nbf|email|slug)$|(?:_id|Id|ID|_uuid|Uuid|UUID|_?[Gg]uid|_at|At)$/

function isWrittenObject({ whole, solver }: Linked, label: number): boolean {
  return solver.labels.kind[label] === LabelKind.Object && whole.kind[solver.labels.data[label] as number] === Kind.Object
}

/** Name of a record that is handed over whole. */
function recordOf(linked: Linked, node: number): string | undefined {
  const { whole, solver } = linked
  if (!solver.of(node).some((label) => isWrittenObject(linked, label))) return namesOf(linked, node).find((name) => RECORD.test(name))
  // `{ user }`: below a name of its own.
  return linked.values
    .definitions(node)
    .filter((made) => made < whole.size && whole.kind[made] === Kind.Object)
    .flatMap((made) => [...whole.items(whole.a[made] as number)])
    .filter((entry) => whole.kind[entry] === Kind.Property)
    .map((entry) => storedAs(linked, whole.b[entry] as number))
    .find((name) => name !== undefined)
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
