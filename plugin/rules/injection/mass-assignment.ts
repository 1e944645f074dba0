import type { Flow, Program } from '../../types'
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

/** Fields that the sender fills and more hangs on than what the record says; undefined where the definition of the model is not here. */
function decisiveFields({ api, leavesOut = [] }: Flow, { entities }: Program): string[] | undefined {
  const model = modelIn(api)
  const found = entities.filter(
    ({ kind, name, stored = '' }) => kind === 'stored' && model !== '' && [name, stored].some((each) => stem(each) === model),
  )
  if (found.length === 0 || found.some(({ fields }) => fields.length === 0)) return undefined
  const names = new Set(found.flatMap(({ fields }) => fields.map(({ name }) => name)))
  return [...names].filter((name) => DECISIVE.test(snake(name)) && !leavesOut.includes(name))
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
  most: (flow, program) => (decisiveFields(flow, program)?.length === 0 ? 'medium' : undefined),
  describe: (flow, program) => {
    const named = (decisiveFields(flow, program) ?? []).slice(0, MOST_NAMED).map((name) => `\`${name}\``)
    return `${WHY} Here \`${flow.origin}\` reaches \`${flow.api}\`.${named.length > 0 ? ` Among them: ${named.join(', ')}.` : ''}`
  },
})

export default atMost(byFlow, (hit, program) => (isValidated(hit, program) ? 'low' : undefined))
