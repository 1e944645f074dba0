/**
 * Keys that every page has to send: those of maps that browsers load, and of Firebase, which tell one project from another. In: a text of
 * the code. Out: whether a loader of maps in the browser or an application of Firebase is handed it, or it stands in the address of a map.
 */
import { Kind } from '../../graph'
import type { Linked } from '../linked'
import type { Whole } from '../whole/index'
import { packageOf } from './origin'

const LOADERS =
  /^@googlemaps\/js-api-loader$|^@react-google-maps\/|^@vis\.gl\/react-google-maps$|^google-maps?-react|^google-maps?$|vue\d?-google-maps?$|^firebase(?:\/|$)|^@firebase\/app(?:-compat)?$|^@angular\/fire(?:\/|$)|^@react-native-firebase\/app$/
/** Scripts and frames of pages. */
const ADDRESS = /maps\.googleapis\.com\/maps\/api\/js\b|google\.com\/maps\/embed\/v1\//

export function isKeyOfPage(linked: Linked, literal: number): boolean {
  const { whole } = linked
  if (literal < 0) return false
  if (isAddress(whole, literal)) return true
  const file = whole.fileOf(literal)
  const places = new Set([literal])
  for (let node = whole.base[file] as number; node < (whole.base[file + 1] as number); node++) {
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Object || kind === Kind.Array) {
      if (whole.madeOf(node).some((part) => places.has(part))) places.add(node)
      continue
    }
    // `https://…/maps/embed/v1/place?key=${KEY}`
    if (kind === Kind.Template || kind === Kind.Binary) {
      const parts = whole.madeOf(node)
      if (parts.some((part) => places.has(part)) && parts.some((part) => isAddress(whole, part))) return true
      continue
    }
    const handed = kind === Kind.Call || kind === Kind.New ? whole.args(node) : kind === Kind.Jsx ? [whole.b[node] as number] : []
    if (handed.some((each) => places.has(each)) && LOADERS.test(packageOf(linked, whole.a[node] as number) ?? '')) return true
  }
  return false
}

const isAddress = (whole: Whole, node: number): boolean =>
  node >= 0 && whole.kind[node] === Kind.String && ADDRESS.test(whole.text(whole.a[node] as number))
