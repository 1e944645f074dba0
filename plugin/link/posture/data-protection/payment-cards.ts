/** Payment cards: whether numbers and security codes are stored, and how they are shown. */
import { Kind } from '../../../graph'
import type { Control, Evidence, SensitiveField } from '../../../types'
import { calledName, cite, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import { snake } from '../../names'
import { answer, code, counted, listed } from './control'
import type { Ground } from './ground'

const CARD_NUMBER = /(?:^|_)(?:card_?(?:num(?:ber)?|no)|cc_?(?:num(?:ber)?|no)|credit_?card(?:_?(?:num(?:ber)?|no))?|debit_?card|pan|ccn)(?:_|$)/
const SECURITY_CODE = /(?:^|_)(?:cvv2?|cvc2?|csc|card_?(?:security|verification)_?code|security_?code)(?:_|$)/
const SHORTENS = new Set(['slice', 'substr', 'substring', 'replace', 'padStart', 'repeat'])

export function cards(ground: Ground, fields: readonly SensitiveField[]): Control {
  const asked = {
    id: 'payment-card-data',
    aspect: 'Payment card data',
    recommended: 'Left to the payment provider; no number in full, never the security code',
  }
  const stored = ground.entities.filter(({ kind }) => kind === 'stored')
  const classified = new Set(fields.filter(({ classification }) => classification === 'PCI').map(({ entity }) => entity))
  const numbers = stored.flatMap((entity) => entity.fields.filter(({ name }) => CARD_NUMBER.test(snake(name))).map((field) => ({ entity, field })))
  const codes = stored.flatMap((entity) =>
    entity.fields
      .filter(
        ({ name }) =>
          SECURITY_CODE.test(snake(name)) &&
          (classified.has(entity.name) ||
            CARD_NUMBER.test(
              entity.fields
                .map((each) => snake(each.name))
                .join(' ')
                .replaceAll(' ', '_'),
            )),
      )
      .map((field) => ({ entity, field })),
  )
  const providers = ground.connections.filter(({ kind, at }) => kind === 'payment' && ground.runs(at.file))
  if (numbers.length === 0 && codes.length === 0) {
    if (providers.length > 0)
      return answer(asked, 'pass', {
        current: `Left to ${listed(providers.map(({ name }) => name))}`,
        reason: `Looked for card numbers and security codes among the fields of ${counted(stored.length, 'stored record')}: none.`,
        evidence: providers.map(({ at }) => at),
      })
    return answer(asked, 'not applicable', {
      reason: `Looked for card numbers and security codes among the fields of ${counted(stored.length, 'stored record')}, and for payment providers: none.`,
    })
  }
  const known = new Map(fields.map((field) => [`${field.entity}.${field.field}`, field]))
  const words = numbers.map(({ entity, field }) => {
    const encrypted = known.get(`${entity.name}.${field.name}`)?.encrypted
    return `${code(`${entity.name}.${field.name}`)} is stored${encrypted?.state === 'fail' ? ' in full, unencrypted' : encrypted?.state === 'pass' ? `, ${encrypted.current}` : ''}`
  })
  const masked = maskedAt(ground, new Set(numbers.map(({ field }) => field.name)))
  const holders = [...new Set(numbers.map(({ entity }) => entity))]
  return answer(asked, 'fail', {
    current: listed([
      ...words,
      codes.length > 0
        ? `the security code is stored: ${listed(codes.map(({ entity, field }) => code(`${entity.name}.${field.name}`)))}`
        : 'no security code is stored',
      ...(masked.length > 0 ? ['the number is shortened or masked where it is read'] : []),
    ]),
    reason:
      codes.length > 0
        ? 'Security codes may never be stored after a payment (PCI DSS 3.3).'
        : `Fields of ${listed(holders.map(({ name, fields: all }) => `${code(name)}: ${all.map((each) => each.name).join(', ')}`))}. Numbers that are stored have to be made unreadable (PCI DSS 3.5).`,
    evidence: [
      ...numbers.map(({ field }) => field.at),
      ...codes.map(({ field }) => field.at),
      ...holders.map((entity) => entity.fields.at(-1)?.at ?? entity.at),
      ...masked,
    ],
  })
}

/** `cardNumber.slice(-4)` */
function maskedAt({ linked, runsAt }: Ground, names: Set<string>): Evidence[] {
  const { whole, values } = linked
  const found: Evidence[] = []
  for (const call of lookupOf(whole).named(Kind.Call, SHORTENS)) {
    if (!runsAt(call)) continue
    let at = receiverOf(linked, call)
    for (let hops = 0; hops < 3 && at >= 0 && whole.kind[at] === Kind.Call; hops++)
      at = /^(?:String|toString)$/.test(calledName(linked, at))
        ? receiverOf(linked, at) >= 0
          ? receiverOf(linked, at)
          : (whole.args(at)[0] ?? -1)
        : -1
    const receivers =
      at < 0
        ? []
        : [
            at,
            ...values
              .definitions(at)
              .flatMap((made) => (whole.kind[made] === Kind.Call && calledName(linked, made) === 'String' ? [...whole.args(made)] : [made])),
          ]
    if (receivers.some((node) => names.has(values.nameOf(node)))) found.push(cite(linked, call))
  }
  return found
}
