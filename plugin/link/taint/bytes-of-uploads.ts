/**
 * What is in an uploaded file, as the parser of a form keeps it: `request.file.buffer`. In: the nodes of one way. Out: whether what arrives are
 * these very bytes. A library that may be handed the name of a file reads nothing else of them; of an archive in them it may make names.
 */
import { Kind } from '../../graph'
import { apiPathsOf, type Linked } from '../linked'

/** Nodes that hand a value on as it is. */
const HANDS_ON = new Set<Kind>([Kind.Param, Kind.Refine, Kind.Choice, Kind.Cell, Kind.Property, Kind.Object, Kind.Await])
/** What holds the files of a request. */
const FILES = /\.files?(?:$|[.[(])/

/** Member that holds the bytes → the parser that names it so; '' where it is the only name for it. */
const BYTES = new Map([
  ['buffer', ''],
  ['data', 'express-fileupload'],
])

export function areBytesOfUpload(linked: Linked, steps: readonly number[], at: number): boolean {
  const { whole, solver } = linked
  const read = steps.findIndex((node) => isRead(linked, node))
  const isHandedOn = (node: number): boolean => {
    if (node >= whole.size || node === at || HANDS_ON.has(whole.kind[node] as Kind)) return true
    // `const { buffer } = file`, and what a function of the program gives back.
    return whole.kind[node] === Kind.Call && solver.callees.has(node)
  }
  return read >= 0 && steps.slice(read + 1).every(isHandedOn)
}

function isRead(linked: Linked, node: number): boolean {
  const { whole, models, dependencies } = linked
  if (node >= whole.size || whole.kind[node] !== Kind.Load) return false
  const parser = BYTES.get(whole.text(whole.b[node] as number))
  if (parser === undefined || (parser !== '' && !dependencies.has(parser))) return false
  return apiPathsOf(linked, whole.a[node] as number).some((path) => FILES.test(models.paths.show(path)))
}
