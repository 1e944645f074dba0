/**
 * What a value holds, as far as the code puts it together: fields of objects, what is spread into them, what functions of the program
 * return, and what is asked of a database. In: a node. Out: secrets in it. What makes something else of a value (`map`, a constructor,
 * a projection) ends the search.
 */
import { Kind } from '../../../graph'
import { purposeOfName } from '../../../secrets/names'
import { calledName, type Linked, receiverOf, somePath } from '../../linked'
import { lookupOf } from '../../lookup'
import { leftBySchema } from './schema-filters'
import { CHOOSES, type Held, wholeRecordAt } from './whole-records'

const MOST_NODES = 160
const MOST_CALLS = 3
/** Of a function, in characters. */
const MOST_TEXT = 6000

/** Fields that hold what somebody signs in with. */
const PASSWORD_FIELD = /^(?:(?:hashed|encrypted|user)_?)?(?:pass(?:word|wd|phrase|code)|pwd)(?:_?(?:hash|digest|salt))?$/i
/** Steps of a query or of a promise that leave the record as it is. */
const KEEPS =
  /^(?:then|exec|lean|sort|limit|skip|take|offset|populate|where|equals|orderBy|toObject|toJSON|get|getOne|getMany|getRawMany|toArray|all|first|values|returning)$/
const COPIES = /^(?:assign|stringify|structuredClone|cloneDeep|clone|parse|parseAsync|entries|resolve)$/

interface Place {
  node: number
  calls: number
  /** Key under which it stands in the answer. */
  key: string
  /** It passed a schema that leaves something out, nobody knows what. */
  filtered?: boolean
}

export class Contents {
  /** Object → what is put into it later: `result.user = user`. */
  private readonly stores = new Map<number, number[]>()

  constructor(private readonly linked: Linked) {
    const { whole } = linked
    for (const store of lookupOf(whole).of(Kind.Store)) {
      const object = whole.a[store] as number
      const list = this.stores.get(object)
      if (list) list.push(store)
      else this.stores.set(object, [store])
    }
  }

  of(value: number): Held[] {
    return this.within({ node: value, calls: 0, key: '' }, MOST_NODES)
  }

  private within(start: Place, most: number): Held[] {
    const found: Held[] = []
    const seen = new Set<number>()
    const stack = [start]
    while (stack.length > 0 && seen.size < most) {
      const place = stack.pop() as Place
      const { node } = place
      if (node < 0 || node >= this.linked.whole.size || seen.has(node)) continue
      seen.add(node)
      const [before, known] = [stack.length, found.length]
      this.look(place, stack, found)
      if (!place.filtered) continue
      for (let i = before; i < stack.length; i++) stack[i] = { ...(stack[i] as Place), filtered: true }
      for (let i = known; i < found.length; i++) found[i] = { ...(found[i] as Held), filtered: true }
    }
    return found
  }

  private look(place: Place, stack: Place[], found: Held[]): void {
    const { whole } = this.linked
    const { node, calls, key } = place
    const a = whole.a[node] as number
    const into = (next: number, named = key) => stack.push({ node: next, calls, key: named })
    switch (whole.kind[node] as Kind) {
      case Kind.Object:
      case Kind.Cell:
        for (const store of this.stores.get(node) ?? []) into(whole.c[store] as number, whole.text(whole.b[store] as number))
        for (const item of whole.items(a)) into(item)
        return
      case Kind.Array:
      case Kind.Choice:
        for (const item of whole.items(a)) into(item)
        return
      case Kind.Property:
        into(whole.b[node] as number, whole.a[node] === -1 ? key : whole.text(a))
        return
      case Kind.Template:
        for (const item of whole.items(a)) into(item, '')
        return
      case Kind.Await:
      case Kind.Refine:
      case Kind.Spread:
        into(a)
        return
      case Kind.Load:
        this.loaded(place, found)
        return
      case Kind.Param:
        this.handed(place, stack, found)
        return
      case Kind.Call:
        this.called(place, stack, found)
    }
  }

  /** `process.env`, `process.env.JWT_SECRET`, `user.password`. */
  private loaded({ node, key, calls }: Place, found: Held[]): void {
    const { whole, models } = this.linked
    const name = whole.text(whole.b[node] as number)
    const isEnvironment = (at: number) =>
      somePath(this.linked, at, (path) => models.paths.node(path).step.endsWith('env') && models.paths.show(path) === 'process.env')
    if (isEnvironment(node)) found.push({ what: 'environment', name: 'process.env', node })
    else if (isEnvironment(whole.a[node] as number)) {
      if (isCredential(name)) found.push({ what: 'setting', name, node })
    } else if (PASSWORD_FIELD.test(name) && (key === '' || PASSWORD_FIELD.test(key)) && this.isRecord(whole.a[node] as number, calls))
      found.push({ what: 'field', name, node })
  }

  /** What a callback gets: `.then((users) => …)`, `find({}, (error, users) => …)`. */
  private handed({ node, calls, key }: Place, stack: Place[], found: Held[]): void {
    const { whole, values } = this.linked
    const fact = whole.functions[whole.a[node] as number]
    const call = fact ? values.callAround(fact.node) : -1
    if (call < 0 || this.isCleaned(whole.a[node] as number)) return
    if (calledName(this.linked, call) === 'then') {
      if (whole.b[node] === 0) stack.push({ node: receiverOf(this.linked, call), calls, key })
    } else if (whole.b[node] === 1) {
      const record = wholeRecordAt(this.linked, call)
      if (record) found.push(record)
    }
  }

  private called({ node, calls, key }: Place, stack: Place[], found: Held[]): void {
    const { linked } = this
    const { whole, solver } = linked
    if (this.isCleaned(whole.functionOf(node))) return
    const record = wholeRecordAt(linked, node)
    if (record) {
      found.push(record)
      return
    }
    const name = calledName(linked, node)
    if (CHOOSES.test(name)) return
    const setting = this.settingAt(node, name)
    if (setting) {
      found.push(setting)
      return
    }
    const callees = solver.callees.get(node)
    if (callees && callees.size > 0) {
      if (calls < MOST_CALLS)
        for (const callee of callees) {
          if (this.isCleaned(callee)) continue
          for (const value of whole.functions[callee]?.returns ?? []) stack.push({ node: value, calls: calls + 1, key })
        }
    } else if (KEEPS.test(name)) stack.push({ node: receiverOf(linked, node), calls, key })
    else if (COPIES.test(name)) {
      const left = leftBySchema(linked, node, (field) => PASSWORD_FIELD.test(field))
      if (left === 'nothing') return
      for (const argument of whole.args(node)) stack.push({ node: argument, calls, key, ...(left === 'unread' ? { filtered: true } : {}) })
    }
  }

  /** `config.get('DATABASE_PASSWORD')`: a service or a library that hands out what the environment holds. */
  private settingAt(call: number, called: string): Held | undefined {
    if (!/^(?:get|getOrThrow|env|required|asString)$/.test(called)) return undefined
    const { whole, values } = this.linked
    const [first] = whole.args(call)
    const name =
      first === undefined ? undefined : values.texts(first).find(({ exact, value }) => exact && /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(value))?.value
    return name !== undefined && isCredential(name) ? { what: 'setting', name, node: call } : undefined
  }

  /** Whether a function takes the password out of what it hands on. */
  private isCleaned(fn: number): boolean {
    const { whole } = this.linked
    const fact = whole.functions[fn]
    return fact !== undefined && CLEANS.test(whole.sourceOf(fact.node, MOST_TEXT))
  }

  /** Whether a value is what a database answered: a parameter of a request is not. */
  private isRecord(node: number, calls: number): boolean {
    return this.within({ node, calls, key: '' }, MOST_NODES / 4).some(({ what }) => what === 'record')
  }
}

const isCredential = (name: string): boolean => {
  const purpose = purposeOfName(name)
  return purpose !== undefined && !/public/i.test(name)
}

/** `delete user.password`, `user.password = undefined`, `const { password, ...rest } = user`, `omit(user, ['password'])` */
const CLEANS =
  /\bdelete\s+[\w$.?()\]['"]*pass\w*|\.\s*(?:password|passwordHash|password_hash|hash|pwd)\s*=\s*(?:undefined|null|void 0|''|"")|\{[^{}]*\bpass\w*[^{}]*,\s*\.\.\.\w+\s*\}\s*=|\b(?:omit|exclude|pick|sanitize\w*|without\w*)\(/i
