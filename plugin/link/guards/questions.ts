/**
 * What is asked of a caller. In: a condition, or a call. Out: whether it asks who is calling, or what they may do: by what it reads, by
 * what a library is known for, and by what helpers of the program do.
 */
import { ChoiceKind, Kind } from '../../graph'
import { LabelKind } from '../labels'
import { apiPathsOf, calledName, type Linked, receiverOf } from '../linked'
import { remember } from '../lookup'
import { thingNamed } from '../names'
import { isEqual, isUnequal } from '../operators'
import { isByLibrary, isOtherLibrary } from './library-guards'
import { handsRequest, isFromInput, isGivenInput, isHeaders, readsHeader } from './parts-of-requests'
import { toldToCallback } from './told-to-callbacks'
import { ACCOUNT, CREDENTIAL, CREDENTIAL_HEADER, IDENTIFIES, IDENTITY, OWN_RIGHT, REQUEST_NAME, RIGHTS, WEAK } from './words'

/** Who is calling, or what they may do. */
export type Question = 'identity' | 'rights'

/** At the end of what stands in front of a property. */
const SETTINGS_BEFORE = /(?:config(?:uration)?|settings?|env(?:ironment)?)\s*\??\.\s*$/i
/** Of a name, in characters. */
const MOST_NAME = 40
/** Of what a condition is made of. */
const MOST_PARTS = 80
const MOST_DEPTH = 4

export class Questions {
  private readonly asked = new Map<number, Question | undefined>()
  private readonly reading = new Map<number, boolean>()

  constructor(private readonly linked: Linked) {}

  /** What a condition asks, by all that it is made of. */
  asks(condition: number): Question | undefined {
    if (this.asked.has(condition)) return this.asked.get(condition)
    // What asks itself says nothing more.
    this.asked.set(condition, undefined)
    const found = this.asksBesides(condition, () => false)
    this.asked.set(condition, found)
    return found
  }

  /** The same, but for what some of it asks. */
  asksBesides(condition: number, isLeftOut: (part: number) => boolean): Question | undefined {
    const { whole } = this.linked
    const seen = new Set<number>()
    const stack: number[] = [condition]
    let found: Question | undefined
    while (stack.length > 0 && seen.size < MOST_PARTS) {
      const node = stack.pop() as number
      if (node < 0 || node >= whole.size || seen.has(node)) continue
      seen.add(node)
      if (this.isInput(node) || this.isMetByDefault(node) || isLeftOut(node)) continue
      const asks = this.asksItself(node)
      if (asks) found = asks === 'rights' ? asks : (found ?? asks)
      // A callback among the arguments is asked too: `roles.every((role) => user.roles.includes(role))`.
      if (whole.kind[node] === Kind.Function) stack.push(...(whole.functions[whole.a[node] as number]?.returns ?? []))
      stack.push(...(this.looksUpWhatWasSent(node) ? whole.args(node) : whole.madeOf(node)))
    }
    return found
  }

  /** A method of a class that answers by who is calling; what a function answers with is looked at where it is called by name. */
  private methodAsks(call: number): boolean {
    const { whole, solver } = this.linked
    const isObject = (label: number) => solver.labels.kind[label] === LabelKind.Instance || solver.labels.kind[label] === LabelKind.Class
    const receiver = receiverOf(this.linked, call)
    if (receiver < 0 || isGivenInput(this.linked, call) || !solver.of(receiver).some(isObject)) return false
    const callees = solver.callees.get(call)
    if (callees === undefined || callees.size > 2 || this.answering > MOST_DEPTH) return false
    this.answering++
    const asks = [...callees].some((fn) => (whole.functions[fn]?.returns ?? []).some((answer) => this.asks(answer) !== undefined))
    this.answering--
    return asks
  }
  private answering = 0

  /** `const space = request.get('x-space') || MAIN; if (space !== MAIN) refuse()`: whoever sends nothing is taken for one who sent what is asked for. */
  private isMetByDefault(node: number): boolean {
    const { whole } = this.linked
    if (whole.kind[node] !== Kind.Binary || !(isEqual(whole.c[node] as number) || isUnequal(whole.c[node] as number))) return false
    const [one, other] = [whole.a[node] as number, whole.b[node] as number]
    const isDefaultOf = (side: number, asked: number) => {
      const at = thingNamed(whole, side)
      if (whole.kind[at] !== Kind.Choice || (whole.c[at] !== ChoiceKind.Or && whole.c[at] !== ChoiceKind.Nullish)) return false
      const last = whole.items(whole.a[at] as number).at(-1)
      return last !== undefined && isSameConstant(this.linked, last, asked)
    }
    return isDefaultOf(one, other) || isDefaultOf(other, one)
  }

  /** `prisma.user.findFirst({ where: { name: request.body.name } })`: what rows are called that the sender names says nothing of who is calling. */
  private looksUpWhatWasSent(node: number): boolean {
    const { whole, solver, models } = this.linked
    if (whole.kind[node] !== Kind.Call || !isGivenInput(this.linked, node)) return false
    return [...(solver.apiCalls.get(node) ?? [])].some((path) =>
      models.acts.get(path)?.some(({ act }) => act.act === 'connect' && act.kind === 'database'),
    )
  }

  private isInput(node: number): boolean {
    const { whole } = this.linked
    return whole.kind[node] === Kind.Load && /^(?:body|query|params)$/.test(whole.text(whole.b[node] as number))
  }

  private asksItself(node: number): Question | undefined {
    switch (this.linked.whole.kind[node] as Kind) {
      case Kind.Load:
        return this.askedByRead(node)
      case Kind.Call:
        return this.askedByCall(node)
      case Kind.Param:
        return this.isToldByCallback(node) ? 'identity' : undefined
      default:
        return undefined
    }
  }

  private askedByRead(load: number): Question | undefined {
    const { whole } = this.linked
    const name = whole.text(whole.b[load] as number)
    const of = whole.a[load] as number
    if ((RIGHTS.test(name) && !this.isConfigured(of)) || (OWN_RIGHT.test(name) && this.isAccount(of))) return 'rights'
    if (isHeaders(this.linked, of) && CREDENTIAL.test(name)) return 'identity'
    // `User` of a context is a model of users, and not who is calling.
    const isNamedSo = IDENTITY.test(name) && !/^[A-Z][a-z]/.test(name)
    return isNamedSo && !isFromInput(this.linked, of) && !this.isSection(load) && !this.isSaidByMessage(name, of) ? 'identity' : undefined
  }

  /** `message.user` of what came by a socket is who the sender says; a credential in it is theirs. */
  private isSaidByMessage(name: string, of: number): boolean {
    const { whole, models } = this.linked
    const at = thingNamed(whole, of)
    if (whole.kind[at] !== Kind.Param || CREDENTIAL.test(name)) return false
    return apiPathsOf(this.linked, at).some((path) => models.flows.sources.get(path)?.some(({ kind }) => kind === 'message'))
  }

  private askedByCall(call: number): Question | undefined {
    const { whole, values } = this.linked
    const name = calledName(this.linked, call)
    if (RIGHTS.test(name)) return 'rights'
    if ((this.identifies(call) || this.calleesIdentify(call) || this.readsCredentials(call)) && !isGivenInput(this.linked, call)) return 'identity'
    if (this.methodAsks(call)) return 'identity'
    if (!/^(?:get|header|get(?:Signed)?Cookie|get(?:Request)?Header)$/.test(name)) return undefined
    const isAsked = whole.args(call).some((argument) => {
      const text = values.texts(argument)[0]
      return text?.exact && (IDENTITY.test(text.value) || CREDENTIAL.test(text.value))
    })
    return isAsked ? 'identity' : undefined
  }

  /** What a callback gets: `jwt.verify(token, key, (err, user) => …)`, `.then((session) => …)`. */
  private isToldByCallback(param: number): boolean {
    const { whole, values } = this.linked
    const fact = whole.functions[whole.a[param] as number]
    const call = fact ? values.callAround(fact.node) : -1
    return call >= 0 && this.identifies(call) && toldToCallback(this.linked, param) !== 'fault'
  }

  /** Whether a call finds out who the caller is. */
  identifies(call: number): boolean {
    return this.identifying(this.linked, call, 0, () => this.findsOut(call))
  }
  private readonly identifying = remember<boolean>()

  private findsOut(call: number): boolean {
    const name = calledName(this.linked, call)
    // A weak name says nothing where the code itself can be looked at, or belongs to another library: argon2.verify.
    if (IDENTIFIES.test(name) && !(WEAK.test(name) && (this.linked.solver.callees.has(call) || isOtherLibrary(this.linked, call)))) return true
    return isByLibrary(this.linked, call)
  }

  /** An in-house helper that asks: `if (!(await mayChange(id)))`. */
  calleesIdentify(call: number, depth = 0): boolean {
    for (const fn of this.linked.solver.callees.get(call) ?? [])
      if (this.identifyingWithin(this.linked, fn, depth, () => this.identifiesWithin(fn, depth))) return true
    return false
  }
  private readonly identifyingWithin = remember<boolean>()

  private identifiesWithin(fn: number, depth: number): boolean {
    const { effects, whole } = this.linked
    return effects
      .within(fn)
      .some((node) => whole.kind[node] === Kind.Call && (this.identifies(node) || (depth < 1 && this.calleesIdentify(node, depth + 1))))
  }

  /** A helper of the program that reads a credential out of the headers it is handed: `authenticate(request)` with `headers.get('x-api-key')`. */
  private readsCredentials(call: number, depth = 0): boolean {
    const { effects, solver, whole, values } = this.linked
    if (!handsRequest(this.linked, call) && !whole.args(call).some((argument) => REQUEST_NAME.test(values.nameOf(argument)))) return false
    return [...(solver.callees.get(call) ?? [])].slice(0, 2).some((fn) => {
      const known = this.reading.get(fn)
      if (known !== undefined || depth > MOST_DEPTH) return known ?? false
      this.reading.set(fn, false)
      const nodes = effects.ofFunction(fn)
      const reads =
        nodes.some((node) => this.isCredentialHeader(node)) ||
        nodes.some((node) => whole.kind[node] === Kind.Call && this.readsCredentials(node, depth + 1))
      this.reading.set(fn, reads)
      return reads
    })
  }

  /** `headers.get('x-api-key')`, `headers.authorization` */
  private isCredentialHeader(node: number): boolean {
    const { whole } = this.linked
    if (whole.kind[node] === Kind.Load)
      return CREDENTIAL_HEADER.test(whole.text(whole.b[node] as number)) && isHeaders(this.linked, whole.a[node] as number)
    return readsHeader(this.linked, node, (name) => CREDENTIAL_HEADER.test(name))
  }

  private isAccount(node: number): boolean {
    return ACCOUNT.test(this.linked.values.nameOf(node))
  }

  /** `this.config.permissions.guests`: what the operator has set says nothing of who is calling. */
  private isConfigured(node: number): boolean {
    return /(?:config(?:uration)?|settings?|env(?:ironment)?)$/i.test(this.linked.values.nameOf(node))
  }

  /** `config.auth.signUpDisabled`: what is set about signing in. A value of the settings may be what a caller has to show. */
  private isSection(load: number): boolean {
    const { whole } = this.linked
    if (!/^auth(?:entication)?$/i.test(whole.text(whole.b[load] as number))) return false
    if (this.isConfigured(whole.a[load] as number)) return true
    // A default import has the name that its file gives it, which stands in front.
    const pos = whole.pos[load] as number
    const { text } = whole.files[whole.fileOf(load)] as { text: string }
    return whole.kind[whole.a[load] as number] === Kind.Import && SETTINGS_BEFORE.test(text.slice(Math.max(0, pos - MOST_NAME), pos))
  }
}

/** One text, or one value that both read under the same name. */
function isSameConstant({ whole, values }: Linked, one: number, other: number): boolean {
  const [first, second] = [thingNamed(whole, one), thingNamed(whole, other)]
  if (first === second) return true
  const [said, asked] = [values.texts(first), values.texts(second)]
  return said.length === 1 && asked.length === 1 && said[0]?.exact === true && asked[0]?.exact === true && said[0].value === asked[0].value
}
