import type { Entity, Flow, Program } from '../../types'
import { atMost, isValidated } from '../sureness'
import { taintRule } from '../taint-rule'
import { isTemplateCall } from './template-object-injection'

/** What a field says of somebody's rights, of whose the record is, or of what only the program may find. */
const DECISIVE =
  /role|admin|permission|privilege|super_?user|staff|moderator|scope|(?:^|_)plan|tier|pass(?:word|wd|code)|secret|token|hash|verified|approved|banned|blocked|balance|credits?(?:_|$)|paid|discount|(?:^|_)(?:user|owner|author|creator|account|customer|member|tenant|org|organi[sz]ation|company|team|workspace|realm|group|project|client|seller|buyer|sender|(?:created|owned|posted|uploaded)_?by)(?:_?u?u?ids?)?$/i

/** `House` of `models.House.create`, `house` of `houseRepository.save`. */
const modelIn = (api: string): string => {
  const names = api.replace(/^new /, '').split('.')
  return stem((api.startsWith('new ') || names.length === 1 ? names.at(-1) : names.at(-2)) ?? '')
}

/** `t_energy_price`, `EnergyPrices` and `EnergyPriceModel` are one. */
const stem = (name: string): string =>
  name
    .replace(/^(?:t|tbl)_|(?:Model|Entity|Schema|Repository|Repo|Collection|Dao)$/g, '')
    .replace(/_/g, '')
    .toLowerCase()
    .replace(/ies$/, 'y')
    .replace(/s$/, '')

const snake = (name: string): string => name.replace(/([a-z\d])([A-Z])/g, '$1_$2')

/**
 * What decides elsewhere than in what the record says: states, money, times until which something holds, and keys that name other records.
 */
const WEIGHTY =
  /^(?:id|uuid)$|(?:^|_)(?:(?:u?u?|gu)ids?|refs?|by|keys?|credentials?|email|login|status|state|stage|phase|level|rank|grade|access|visib\w*|price|amount|cost|total|fee|tax|salary|wage|budget|quota|limit|points|score|currency|paid|due|expir\w*|valid\w*|deleted|archived|published|public|private|enabled|disabled|active|activated|locked|confirmed|accepted|rejected|signed|trusted|internal)(?:_|$)/
/** Libraries that store no more than the fields of a model, whatever an object holds. */
const KEEPS_TO_FIELDS = new Set(['mongoose', 'typeorm', 'prisma'])

interface Stored {
  /** Fields that the sender fills and more hangs on than what the record says. */
  decisive: string[]
  /** The model is known to the end, and nothing in it decides about anything else. */
  isPlain: boolean
}

/** Undefined where the definition of the model is not here. */
function storedBy({ api, library, record, leavesOut = [] }: Flow, { entities }: Program): Stored | undefined {
  const model = modelIn(api)
  const exact = record && entities.filter(({ kind, name, at }) => kind === 'stored' && name === record.model && at.file === record.file)
  const found =
    exact ??
    entities.filter(({ kind, name, stored = '' }) => kind === 'stored' && model !== '' && [name, stored].some((each) => stem(each) === model))
  if (found.length === 0 || found.some(({ fields }) => fields.length === 0)) return undefined
  const names = new Set(found.flatMap(({ fields }) => fields.map(({ name }) => name)))
  const decisive = [...names].filter((name) => DECISIVE.test(snake(name)) && !leavesOut.includes(name))
  const [only, more] = exact ?? []
  const isKnown = only !== undefined && more === undefined && only.closed === true && only.library === library && KEEPS_TO_FIELDS.has(library)
  return { decisive, isPlain: isKnown && decisive.length === 0 && saysNothingElse(only, leavesOut, record?.asked ?? []) }
}

/**
 * Whether what the sender fills of a record says something of the record alone. A record that the body names by a relation is another
 * one, whatever a column beside it says. What the program itself asks for by name the sender is meant to say.
 */
function saysNothingElse({ fields, relations, library }: Entity, leavesOut: readonly string[], asked: readonly string[]): boolean {
  if (relations.some(({ by = '' }) => by === '' || !leavesOut.includes(by))) return false
  return fields.every(({ name, type, primary }) => {
    const root = name.split('.')[0] as string
    if (leavesOut.includes(name) || leavesOut.includes(root)) return true
    // Prisma refuses a key that is taken, others write over the record that has it.
    if (primary) return library === 'prisma'
    const last = name.split('.').at(-1) as string
    if (asked.includes(root)) return true
    // Parts of a record have ids, and switches, of their own.
    if (root !== name && (/^_?id$/.test(last) || /^bool/i.test(type))) return true
    return !WEIGHTY.test(snake(last).toLowerCase()) && !/object_?id/i.test(type)
  })
}

/** Most fields that a finding names. */
const MOST_NAMED = 4

const WHY = 'The sender decides which fields there are, those that no form shows among them.'

const byFlow = taintRule({
  id: 'mass-assignment',
  class: 'mass-assignment',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:L/I:H/A:N',
  cwe: [915, 1321],
  title: 'A whole object from outside is stored as a record',
  why: WHY,
  impact: ['Roles, owners and prices are set by whoever asks', 'Records point to other people’s'],
  fix: 'Pick the fields that may be set, by name or by a schema that strips all others.',
  code: 'const { name, email } = request.body\nawait User.create({ name, email })',
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Mass_Assignment_Cheat_Sheet.html',
    'https://owasp.org/API-Security/editions/2023/en/0xa3-broken-object-property-level-authorization/',
  ],
  from: ['request', 'message'],
  to: ['record'],
  where: (flow) => !isTemplateCall(flow),
  most: (flow, program) => {
    const stored = storedBy(flow, program)
    // What else a session is asked for is not told.
    if (flow.byName && flow.library === 'granted-rights') return 'medium'
    // In other files somebody else may have asked which names there are.
    if (flow.byName && new Set(flow.trace.map(({ file }) => file)).size > 1) return 'low'
    if (stored?.isPlain) return 'low'
    return stored?.decisive.length === 0 ? 'medium' : undefined
  },
  describe: (flow, program) => {
    if (flow.byName) return `Whoever sends \`${flow.origin}\` names the field that \`${flow.api}\` writes, be it one that no form shows.`
    const { decisive = [], isPlain = false } = storedBy(flow, program) ?? {}
    const named = decisive.slice(0, MOST_NAMED).map((name) => `\`${name}\``)
    const further = isPlain
      ? ` \`${flow.record?.model}\` stores its own fields alone, and none of those left says whose it is, what somebody may do or which other record it belongs to.`
      : named.length > 0
        ? ` Among them: ${named.join(', ')}.`
        : ''
    return `${WHY} Here \`${flow.origin}\` reaches \`${flow.api}\`.${further}`
  },
})

export default atMost(byFlow, (hit, program) => (isValidated(hit, program) ? 'low' : undefined))
