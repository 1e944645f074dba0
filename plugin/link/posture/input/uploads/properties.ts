/** What of an uploaded file a value is: its name, the type that its sender says, its size, or what its bytes say. */
import { Kind } from '../../../../graph'
import { rowsByName } from '../../../../rows-by-name'
import { apiPathsOf, type Linked } from '../../../linked'
import { packageOf } from '../../../usages/origin'
import { packageName, SNIFFING } from '../libraries'

export type Property = 'name' | 'type' | 'size' | 'content'

/** Names that nothing but a file has. */
const SURE: Record<string, Property> = rowsByName({
  originalname: 'name',
  originalFilename: 'name',
  mimetype: 'type',
  mimeType: 'type',
})
/** Names that other things have too: they count where what they are read from is called a file. */
const LOOSE: Record<string, Property> = rowsByName({
  name: 'name',
  filename: 'name',
  type: 'type',
  contentType: 'type',
  'content-type': 'type',
  mime: 'type',
  size: 'size',
  length: 'size',
  truncated: 'size',
  byteLength: 'size',
})
export const FILE = /^_?(?:\w*(?:file|upload|photo|image|avatar|picture|attachment|document|media|part|blob)s?|files?\w*|info)$/i

export function propertyOf(linked: Linked, node: number): Property | undefined {
  const { whole, values } = linked
  if (node < 0 || node >= whole.size) return undefined
  if (whole.kind[node] !== Kind.Load) return isSniffed(linked, node) ? 'content' : undefined
  const name = whole.text(whole.b[node] as number)
  const base = whole.a[node] as number
  if (/^(?:mime|ext|mimeType|typename|type)$/.test(name) && isSniffed(linked, base)) return 'content'
  if (Object.hasOwn(SURE, name)) return SURE[name]
  if (!Object.hasOwn(LOOSE, name)) return undefined
  return FILE.test(values.nameOf(base)) || isFile(linked, base) ? LOOSE[name] : undefined
}

/** What a library says that looked at the bytes. */
export function isSniffed(linked: Linked, node: number): boolean {
  const from = packageOf(linked, node)
  return from !== undefined && SNIFFING.test(packageName(from))
}

function isFile(linked: Linked, node: number): boolean {
  return apiPathsOf(linked, node).some((path) => /\.files?\b/.test(linked.models.paths.show(path)))
}
