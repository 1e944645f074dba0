/**
 * Paths whose last segment is written out behind what was sent: `path.join(root, area, 'openapi.yaml')`. In: the nodes of one way. Out: that
 * segment. Whoever sends the folder gets at files of that name alone.
 */
import { Kind } from '../../graph'
import { calledName, type Linked } from '../linked'
import { PLUS } from '../operators'

/** A segment with an extension: without one it may be a folder, with all that is in it. */
const FILE = /^[^/\\]*[^/\\.][^/\\]*\.[A-Za-z0-9]+$/
const JOINS = /^(?:join|resolve)$/
/** What hands a text on as it is. */
const HANDS_ON = new Set<Kind>([Kind.Param, Kind.Refine, Kind.Cell, Kind.Choice, Kind.Await, Kind.Load, Kind.Property, Kind.Object])

export function fixedNameOn(linked: Linked, steps: readonly number[]): string | undefined {
  const { whole } = linked
  for (let index = steps.length - 1; index > 0; index--) {
    const [at, before] = [steps[index] as number, steps[index - 1] as number]
    if (at >= whole.size) continue
    const kind = whole.kind[at] as Kind
    if (kind === Kind.Template || kind === Kind.Call || kind === Kind.Binary) {
      const name = kind === Kind.Call ? joinedName(linked, at, before) : writtenName(linked, at, before)
      if (name !== undefined) return name
      if (kind !== Kind.Call || calledName(linked, at) !== 'normalize') return undefined
    } else if (!HANDS_ON.has(kind)) return undefined
  }
  return undefined
}

/** `path.join(root, sent, 'openapi.yaml')` */
function joinedName(linked: Linked, call: number, sent: number): string | undefined {
  const { whole, values } = linked
  const args = [...whole.args(call)]
  const last = args.at(-1)
  if (args.length < 2 || last === undefined || last === sent || !JOINS.test(calledName(linked, call))) return undefined
  if (whole.kind[last] === Kind.Spread || args.indexOf(sent) < 0) return undefined
  const [text, ...others] = values.texts(last)
  return text?.exact && others.length === 0 ? fileIn(text.value) : undefined
}

/** `${root}/${sent}/openapi.yaml`, `root + sent + '/openapi.yaml'` */
function writtenName({ whole }: Linked, text: number, sent: number): string | undefined {
  const isTemplate = whole.kind[text] === Kind.Template
  if (!isTemplate && whole.c[text] !== PLUS) return undefined
  const last = isTemplate ? [...whole.items(whole.a[text] as number)].at(-1) : whole.b[text]
  if (last === undefined || last === sent || whole.kind[last] !== Kind.String) return undefined
  const end = whole.text(whole.a[last] as number)
  return end.includes('/') ? fileIn(end) : undefined
}

function fileIn(text: string): string | undefined {
  const name = text.slice(text.lastIndexOf('/') + 1)
  return FILE.test(name) ? name : undefined
}
