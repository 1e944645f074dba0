/**
 * What is put into signed tokens: a property that is named like a password, however deep, or a record of a person as it came
 * from elsewhere, with all it has.
 */
import { Kind } from '../../graph'
import type { Usage } from '../../types'
import { LabelKind } from '../labels'
import { calledName, type Linked } from '../linked'
import { namesOf } from '../names'
import { sensitivityOf } from '../taint/sensitive'
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
    const password = passwordIn(linked, payload)
    const name = password ?? recordOf(linked, payload)
    if (name === undefined) continue
    const values: Usage['values'] = {
      name: { state: 'constant', texts: [name] },
      // What a model makes may say itself what is shown of it.
      way: { state: 'constant', texts: [password !== undefined ? 'password' : whole.kind[payload] === Kind.New ? 'model' : 'record'] },
    }
    found.push(usage(linked, node, 'token-payload', model.library, calledName(linked, node), values))
  }
  return found
}

/** Name of a property that holds a password. */
function passwordIn(linked: Linked, node: number, depth = 0): string | undefined {
  const { whole, solver } = linked
  if (node < 0 || depth > MOST_DEPTH) return undefined
  // `Object.assign({ password }, …)`
  if (node < whole.size && whole.kind[node] === Kind.Call && calledName(linked, node) === 'assign')
    for (const argument of whole.args(node)) {
      const name = passwordIn(linked, argument, depth + 1)
      if (name) return name
    }
  for (const label of solver.of(node)) {
    const kind = solver.labels.kind[label]
    if (kind !== LabelKind.Object || whole.kind[solver.labels.data[label] as number] !== Kind.Object) continue
    for (const [property, value] of solver.fieldsOf.get(label) ?? []) {
      const name = whole.text(property)
      if (sensitivityOf(name) === 'password') return name
      const inner = passwordIn(linked, value, depth + 1)
      if (inner) return inner
    }
  }
  return undefined
}

/** Name of a record that is handed over whole. */
function recordOf(linked: Linked, node: number): string | undefined {
  const { whole, solver } = linked
  const written = solver
    .of(node)
    .some((label) => solver.labels.kind[label] === LabelKind.Object && whole.kind[solver.labels.data[label] as number] === Kind.Object)
  return written ? undefined : namesOf(linked, node).find((name) => RECORD.test(name))
}
