/**
 * Filters of which another condition binds what is found to the caller: `{ id: request.body.id, userId: request.user.id }`. In: the nodes of
 * a way into a query. Out: the condition; undefined where there is none, or where what is compared is a secret of the record: guessing that
 * is as good within one's own records.
 */
import { Kind } from '../../graph'
import { calledName, type Linked } from '../linked'
import { OWNER, SENT } from './owner-set'

const MOST_HOPS = 8

/** What stands for who is calling, as programs name it. */
const CALLER = /^(?:user|session|auth|account|principal|identity|claims|viewer|me|caller|member|(?:current|logged_?in|signed_?in|authed)_?user)$/i
/** Calls that give it. */
const GIVES_CALLER =
  /^(?:auth|(?:get|require|current|use|verify|load|fetch)_?(?:server_?)?(?:current_?|auth_?)?(?:user|session|auth|account|viewer|identity)(?:_?id)?)$/i
/** Compared with what somebody was given, or knows. */
const SECRET = /(?:^|_)(?:pass(?:word|wd|phrase|code)?|secret|token|codes?|t?otp|pin|hash|digest|nonce|signature|key|answer|salt)(?:_|$)/i

export function ownRecordsOn(linked: Linked, steps: readonly number[]): string | undefined {
  const { whole, values } = linked
  const nodes = steps.filter((node) => node < whole.size)
  let condition: number | undefined
  for (const [index, object] of nodes.entries()) {
    const property = nodes[index - 1] ?? -1
    if (property < 0 || whole.kind[property] !== Kind.Property) continue
    if (whole.a[property] === -1 || SECRET.test(wordsOf(property))) return undefined
    if (whole.kind[object] !== Kind.Object) continue
    const items = [...whole.items(whole.a[object] as number)]
    // What is spread behind it may take its place.
    const from = items.findLastIndex((item) => whole.kind[item] === Kind.Spread) + 1
    condition ??= items.slice(from).find((item) => item !== property && whole.kind[item] === Kind.Property && whole.a[item] !== -1 && isOwner(item))
  }
  return condition === undefined ? undefined : whole.sourceOf(condition, 60)

  function wordsOf(property: number): string {
    return whole.text(whole.a[property] as number).replace(/([a-z\d])([A-Z])/g, '$1_$2')
  }

  function isOwner(property: number): boolean {
    return OWNER.test(wordsOf(property)) && isCallers(whole.b[property] as number)
  }

  /** `user.id` of what a handler was handed, `request.user.id`, `(await auth()).userId`; not of a record that was found by what was sent. */
  function isCallers(value: number): boolean {
    const names: string[] = []
    let at = value
    for (let hops = 0; hops < MOST_HOPS; hops++) {
      const [only, ...others] = values.definitions(at)
      if (only === undefined || others.length > 0 || only >= whole.size) return false
      at = only
      if (whole.kind[at] === Kind.Await || whole.kind[at] === Kind.Refine) at = whole.a[at] as number
      else if (whole.kind[at] === Kind.Load) {
        names.push(whole.text(whole.b[at] as number))
        at = whole.a[at] as number
      } else break
    }
    if (names.some((name) => SENT.test(name))) return false
    const kind = whole.kind[at] as Kind
    if (kind === Kind.Call) return GIVES_CALLER.test(calledName(linked, at))
    const param = kind === Kind.Param ? (whole.functions[whole.a[at] as number]?.fact.paramNames[whole.b[at] as number] ?? '') : ''
    return kind === Kind.Param && [...names, param].some((name) => CALLER.test(name))
  }
}
