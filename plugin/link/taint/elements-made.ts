/**
 * Elements that a script makes itself. In: what an address is put on. Out: whether the browser runs nothing that stands in such an
 * address: it asks for the picture that is called so, and saves a link's target as a file.
 */
import { Kind } from '../../graph'
import { calledName, type Linked, receiverOf } from '../linked'
import { lookupOf, remember } from '../lookup'
import { textOf } from '../regex/expressions'

const RUN_NOTHING = /^(?:img|image|link|audio|video|source|track|picture)$/i

export function runsNoAddress(linked: Linked, object: number): boolean {
  const { whole, values } = linked
  const made = object < 0 ? [] : values.definitions(object)
  return (
    made.length > 0 &&
    made.every((call) => {
      if (call >= whole.size || whole.kind[call] !== Kind.Call || calledName(linked, call) !== 'createElement') return false
      const tag = textOf(linked, whole.args(call)[0] ?? -1) ?? ''
      return RUN_NOTHING.test(tag) || (tag.toLowerCase() === 'a' && downloading(linked).has(call))
    })
  )
}

const downloads = remember<ReadonlySet<number>>()

/** `const link = document.createElement('a'); link.download = 'orders.csv'` (HTML, section 4.6.5: such a link is downloaded, and not followed). */
const downloading = (linked: Linked): ReadonlySet<number> => downloads(linked, 0, 0, () => findDownloading(linked))

function findDownloading(linked: Linked): Set<number> {
  const { whole, values } = linked
  const lookup = lookupOf(whole)
  const stores = [...lookup.named(Kind.Store, 'download')].map((store) => whole.a[store] as number)
  const attributes = [...lookup.named(Kind.Call, 'setAttribute')].filter((call) => textOf(linked, whole.args(call)[0] ?? -1) === 'download')
  return new Set([...stores, ...attributes.map((call) => receiverOf(linked, call))].flatMap((element) => values.definitions(element)))
}

/** `const script = document.createElement('script'); script.textContent = text`: stores of what runs once the element stands in the page. */
export const isScriptText = (linked: Linked, store: number): boolean => scriptTexts(linked, 0, 0, () => findScriptTexts(linked)).has(store)

const scriptTexts = remember<ReadonlySet<number>>()
const TEXTS = new Set(['text', 'textContent', 'innerText'])

/** Texts of scripts; data for others to read, of another type, run not. */
function findScriptTexts(linked: Linked): Set<number> {
  const { whole, values } = linked
  const lookup = lookupOf(whole)
  const scripts = new Set(
    [...lookup.named(Kind.Call, 'createElement')].filter((call) => /^script$/i.test(textOf(linked, whole.args(call)[0] ?? -1) ?? '')),
  )
  if (scripts.size === 0) return scripts
  const elementOf = (store: number) => values.definitions(whole.a[store] as number).find((made) => scripts.has(made))
  const ofData = new Set(
    [...lookup.named(Kind.Store, 'type')]
      .filter((store) => !RUNS.test(textOf(linked, whole.c[store] as number) ?? ''))
      .map((store) => elementOf(store)),
  )
  return new Set(
    [...lookup.named(Kind.Store, TEXTS)].filter((store) => {
      const element = elementOf(store)
      return element !== undefined && !ofData.has(element)
    }),
  )
}
const RUNS = /^(?:module|(?:text|application)\/(?:java|ecma|babel|j)script)?$/i
