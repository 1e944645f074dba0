/**
 * Fields of stored models that say what somebody may do. In: the name of a resource. Out: such fields of the model of that name, as
 * its definition writes them: `User.init({ role: … })`, `define('user', { isAdmin: … })`, `new Schema({ roles: … })`, alone or given to `model('User', …)`.
 */
import { Kind } from '../../graph'
import { calledName, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'

export const PRIVILEGED =
  /^(?:roles?|role_?ids?|is_?admin(?:istrator)?|admin|is_?super_?user|super_?user|is_?staff|permissions?|privileges?|access_?level|account_?type|user_?type|is_?moderator)$/i

const known = new WeakMap<Linked, Map<string, string[]>>()

export function privilegedFields(linked: Linked, resource: string): string[] {
  let models = known.get(linked)
  if (!models) {
    models = modelsOf(linked)
    known.set(linked, models)
  }
  return models.get(stem(resource)) ?? []
}

function modelsOf(linked: Linked): Map<string, string[]> {
  const { whole, values } = linked
  const found = new Map<string, string[]>()
  for (const call of lookupOf(whole).called(/^(?:init|define|model|Schema)$/)) {
    const args = [...whole.args(call)]
    for (const argument of args.slice(0, 2)) {
      const fields = definedIn(linked, argument).filter((name) => PRIVILEGED.test(name))
      if (fields.length === 0) continue
      const [first] = args
      const text = first === undefined ? undefined : values.texts(first).find(({ exact }) => exact)?.value
      const name = text ?? (calledName(linked, call) === 'init' ? nameOfClass(linked, receiverOf(linked, call)) : '')
      if (name) found.set(stem(name), fields)
    }
  }
  return found
}

/** Fields of a definition: an object, or a schema that was made of one: `model('User', new Schema({ … }))`. */
function definedIn(linked: Linked, argument: number): string[] {
  const { whole, values } = linked
  if (whole.kind[argument] === Kind.Object) return values.propertyNames(argument)
  return values
    .definitions(argument)
    .filter((made) => made < whole.size && (whole.kind[made] === Kind.New || whole.kind[made] === Kind.Call))
    .filter((made) => calledName(linked, made) === 'Schema')
    .flatMap((made) => {
      const [fields] = whole.args(made)
      return fields !== undefined && whole.kind[fields] === Kind.Object ? values.propertyNames(fields) : []
    })
}

function nameOfClass({ whole, values }: Linked, node: number): string {
  const made = values.definitions(node).find((each) => each < whole.size && whole.kind[each] === Kind.Class) ?? node
  return made >= 0 && whole.kind[made] === Kind.Class ? (whole.classes[whole.a[made] as number]?.fact.name ?? '') : values.nameOf(node)
}

/** `users`, `User` and `UserModel` are one. */
const stem = (name: string): string =>
  name
    .replace(/(?:Model|Entity|Schema)$/, '')
    .toLowerCase()
    .replace(/ies$/, 'y')
    .replace(/s$/, '')
