/**
 * What statements of a cloud's policies allow: objects of the policy language (`{ Effect: 'Allow', Action: … }`), wherever they
 * are handed, and the classes that a kit for stacks makes them with.
 */
import { Kind } from '../../graph'
import type { Setting, Usage } from '../../types'
import { cite, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { callsOfKind, usage } from './modelled'
import { settingOf } from './setting'

/** What the parts of a statement are called. */
interface Words {
  effect: string
  actions: string
  resources: string
  principals: string
  conditions: string
}

const LANGUAGE: Words = { effect: 'Effect', actions: 'Action', resources: 'Resource', principals: 'Principal', conditions: 'Condition' }
const KIT: Words = { effect: 'effect', actions: 'actions', resources: 'resources', principals: 'principals', conditions: 'conditions' }

export function policyStatements(linked: Linked): Usage[] {
  const { whole } = linked
  const lookup = lookupOf(whole)
  const found: Usage[] = []
  const put = (node: number, said: number, words: Words) => {
    const statement = allowed(linked, said, words)
    if (statement) found.push(usage(linked, node, 'cloud-allowed', 'aws', 'Allow', statement))
  }
  const made = callsOfKind(linked, 'cloud-statement')
  for (const [call] of made) {
    const [said] = whole.args(call)
    const later = addedTo(linked, call)
    if (later) {
      const statement = allowed(linked, said, KIT, later)
      if (statement) found.push(usage(linked, call, 'cloud-allowed', 'aws', 'Allow', statement))
    } else if (said !== undefined) put(call, said, KIT)
  }
  for (const [call, model] of callsOfKind(linked, 'cloud-role')) {
    const [, , options] = whole.args(call)
    const [, name] = (model.values.assumed ?? '').split('.')
    const assumed = options === undefined || name === undefined ? [] : linked.values.property(options, name)
    if (assumed.some((value) => isEveryone(linked, value))) found.push(usage(linked, call, 'cloud-role-for-all', 'aws', 'assumedBy', {}))
  }
  const objects = new Set(Array.from(lookup.named(Kind.Property, LANGUAGE.effect), (entry) => lookup.objectOf(entry)))
  for (const node of [...objects].sort((one, other) => one - other)) if (node >= 0) put(node, node, LANGUAGE)
  return found
}

/** What is put into a statement once it was made: `statement.addActions('s3:GetObject')`. */
interface Added {
  actions?: Setting
  resources?: Setting
  principals?: Setting
  conditions?: Setting
  everyone?: number
}

const ADDS: Record<string, 'actions' | 'resources' | 'principals' | 'conditions'> = {
  addActions: 'actions',
  addResources: 'resources',
  addAllResources: 'resources',
  addPrincipals: 'principals',
  addAnyPrincipal: 'principals',
  addArnPrincipal: 'principals',
  addCondition: 'conditions',
  addConditions: 'conditions',
}

function addedTo(linked: Linked, made: number): Added | undefined {
  const { whole, values } = linked
  const found: Added = {}
  for (const [name, part] of Object.entries(ADDS))
    for (const call of lookupOf(whole).named(Kind.Call, name)) {
      const receiver = receiverOf(linked, call)
      if (receiver < 0 || !values.definitions(receiver).includes(made)) continue
      const given = whole.args(call)
      const settings = given.map((argument) => settingOf(linked, argument))
      const texts = name === 'addAllResources' ? ['*'] : settings.flatMap(({ texts }) => texts)
      const known = found[part]
      found[part] = { state: 'partly', texts: [...(known?.texts ?? []), ...texts], at: known?.at ?? cite(linked, call) }
      if (name === 'addAnyPrincipal') found.everyone = call
      else if (part === 'principals') found.everyone ??= given.find((argument) => isEveryone(linked, argument))
    }
  return Object.keys(found).length > 0 ? found : undefined
}

/** The statement, where it allows anything. */
function allowed(linked: Linked, node: number | undefined, words: Words, added: Added = {}): Record<string, Setting> | undefined {
  const read = (key: keyof Words): Setting => {
    const said: Setting = node === undefined ? { state: 'missing', texts: [] } : settingOf(linked, node, [words[key]])
    const later = key === 'effect' ? undefined : added[key]
    return later === undefined ? said : { ...later, texts: [...said.texts, ...later.texts], ...(said.at ? { at: said.at } : {}) }
  }
  const [effect, actions] = [read('effect'), read('actions')]
  const mayAllow = effect.state === 'missing' ? words === KIT : effect.texts.some((text) => text.toLowerCase() === 'allow')
  if (!mayAllow || actions.state === 'missing' || actions.state === 'unknown') return undefined
  const everyone = added.everyone ?? (node === undefined ? undefined : everyoneIn(linked, node, words))
  return {
    actions,
    resources: read('resources'),
    principals: read('principals'),
    conditions: read('conditions'),
    ...(everyone === undefined ? {} : { everyone: { state: 'constant', texts: ['*'], at: cite(linked, everyone) } }),
  }
}

/** Where a statement names everybody: `'*'`, alone or under the provider's name, or a class that stands for it. */
function everyoneIn(linked: Linked, node: number, words: Words): number | undefined {
  const { values } = linked
  const named = values.property(node, words.principals)
  const parts = named.flatMap((value) => [value, ...values.property(value, 'AWS')])
  return parts.flatMap((value) => [value, ...values.elements(value)]).find((value) => isEveryone(linked, value))
}

function isEveryone(linked: Linked, node: number): boolean {
  const { whole, values } = linked
  if (whole.kind[node] === Kind.String) return whole.text(whole.a[node] as number) === '*'
  const classes = everyoneClasses(linked)
  return classes.size > 0 && values.definitions(node).some((made) => classes.has(made))
}

const known = new WeakMap<Linked, Set<number>>()

function everyoneClasses(linked: Linked): Set<number> {
  let classes = known.get(linked)
  if (!classes) {
    const named = callsOfKind(linked, 'cloud-principal').filter(([call]) => {
      const [name] = linked.whole.args(call)
      return name !== undefined && settingOf(linked, name).texts.includes('*')
    })
    classes = new Set([...callsOfKind(linked, 'cloud-everyone'), ...named].map(([call]) => call))
    known.set(linked, classes)
  }
  return classes
}
