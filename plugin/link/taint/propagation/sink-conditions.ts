/** Whether what a model says of a call under a condition holds where it stands: by a setting of its own or of its library, by how a text begins. */
import { Kind } from '../../../graph'
import type { Setting } from '../../../types'
import type { LibraryOption, When } from '../../flow-models'
import { apiPathsOf, type Linked, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import { pathsOfMember } from '../../usages/modelled'
import { settingAt, settingOf } from '../../usages/setting'
import { mayReadCommands } from '../started-programs'
import { isRead, nameOf, nameOfScript, readByInterpreter, readByShell } from '../started-shells'
import { beginningOf } from '../texts'

/** @param item place in a list that is handed over, -1 where it may be any */
export function isWhen(linked: Linked, call: number, when: When, item = -1): boolean {
  if (when.elsewhere && isOwnWindow(linked, call)) return false
  if (when.reads === 'shell') return isRead(readByShell(linked, call, Number(when.place)), item)
  if (when.reads === 'program') return isRead(readByInterpreter(linked, call, Number(when.place)), item)
  if (when.reads === 'script') return isRead(nameOfScript(linked, call, Number(when.place)), item)
  if (when.reads !== undefined) return mayReadCommands(linked, receiverOf(linked, call), linked.whole.args(call)[0])
  const { of, begins, unlike } = when
  const argument = linked.whole.args(call)[Number(when.place)]
  if (of) return argument !== undefined && apiPathsOf(linked, argument).some((path) => of.includes(path))
  if (begins !== undefined) return argument !== undefined && beginningOf(linked, argument).text.trimStart().startsWith(begins)
  if (unlike !== undefined) return argument === undefined || !linked.values.texts(argument).some(({ value }) => value.trimStart().startsWith(unlike))
  const ofMaker = /^receiver\.(\d.*)$/.exec(when.place)?.[1]
  const { state, texts, at } = ofMaker === undefined ? settingAt(linked, call, when.place) : settingOfMaker(linked, call, ofMaker)
  if (when.written) return at !== undefined
  if (when.missing && state === 'missing') return true
  if (when.runs !== undefined) return texts.some((text) => when.runs?.includes(nameOf(text)))
  if (when.is !== undefined) return texts.includes(when.is)
  if (when.not !== undefined) return !texts.includes(when.not)
  return !when.missing && state !== 'missing'
}

/** Whether a test of the system decides whether a shell reads what is handed over. */
export const isReadSometimes = (linked: Linked, call: number, when: When | undefined): boolean =>
  when?.reads === 'shell' && readByShell(linked, call, Number(when.place))?.sometimes === true

/** What the call says that made what this one is called on, each link of a chain, and `set` that was called on it. */
function settingOfMaker(linked: Linked, call: number, place: string): Setting {
  const { whole, values } = linked
  const makers = new Set<number>()
  const collect = (node: number): void => {
    for (const made of node < 0 ? [] : values.definitions(node)) {
      if (makers.has(made) || made >= whole.size || (whole.kind[made] !== Kind.Call && whole.kind[made] !== Kind.New)) continue
      makers.add(made)
      collect(receiverOf(linked, made))
    }
  }
  collect(receiverOf(linked, call))
  if (makers.size > 0)
    for (const set of lookupOf(whole).named(Kind.Call, 'set'))
      if (values.definitions(receiverOf(linked, set)).some((made) => makers.has(made))) makers.add(set)
  const settings = [...makers].map((made) => settingAt(linked, made, place)).filter(({ state }) => state !== 'missing')
  return { state: settings.length > 0 ? 'partly' : 'missing', texts: settings.flatMap(({ texts }) => texts) }
}

/** `window.postMessage(…)`, `postMessage(…)`: the page tells itself, and whoever runs in it. */
function isOwnWindow(linked: Linked, call: number): boolean {
  const { whole, values } = linked
  const object = receiverOf(linked, call)
  const nodes = object < 0 ? [] : values.definitions(object)
  const isGlobal = (node: number) => node < whole.size && whole.kind[node] === Kind.Global
  if (object < 0) return isGlobal(whole.a[call] as number)
  return nodes.length > 0 && nodes.every((node) => isGlobal(node) && /^(?:window|self|globalThis)$/.test(whole.text(whole.a[node] as number)))
}

/** The call says so itself, or leaves it to what the program sets for all calls. */
export function isHarmlessBy(linked: Linked, call: number, option: LibraryOption): boolean {
  const { state, texts } = settingAt(linked, call, option.place)
  return state === 'missing' || state === 'unknown' ? isSetForAll(linked, option) : texts.length > 0 && texts.every((text) => text === option.is)
}

function isSetForAll(linked: Linked, option: LibraryOption): boolean {
  const found = known.get(linked) ?? new Map<LibraryOption, boolean>()
  known.set(linked, found)
  let answer = found.get(option)
  if (answer === undefined) {
    const set = settingsForAll(linked, option)
    answer = set.length > 0 && set.every((texts) => texts.length > 0 && texts.every((text) => text === option.is))
    found.set(option, answer)
  }
  return answer
}

/** Per linked program, whether it sets an option for all calls. */
const known = new WeakMap<Linked, Map<LibraryOption, boolean>>()

/** `toastr.options.escapeHtml = true`, `toastr.options = { escapeHtml: true }`: what each such place sets it to. */
function settingsForAll(linked: Linked, { set, option }: LibraryOption): string[][] {
  const { whole } = linked
  const isMeant = (paths: readonly number[]) => paths.some((path) => set.includes(path))
  return [...lookupOf(whole).of(Kind.Store)].flatMap((store) => {
    const [object, name, value] = [whole.a[store] as number, whole.b[store] as number, whole.c[store] as number]
    if (whole.text(name) === option && isMeant(apiPathsOf(linked, object))) return [settingOf(linked, value).texts]
    if (!isMeant(pathsOfMember(linked, object, name))) return []
    const { state, texts } = settingOf(linked, value, [option])
    return state === 'missing' ? [] : [texts]
  })
}
