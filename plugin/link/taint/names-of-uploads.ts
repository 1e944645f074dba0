/**
 * Names of uploaded files as parsers of forms hand them over: busboy, and whatever is built on it, cuts them to their last part, at `/` and
 * at `\`, and hands out none for `.` and `..`. In: the linked program. Out: whether a name is so cut, and where it is decoded once more, from
 * which a slash comes of what held none (`%2F`; the low byte of U+012F, where a text becomes bytes as latin1).
 */
import { Kind } from '../../graph'
import { apiPathsOf, isTestCode, type Linked } from '../linked'
import { lookupOf } from '../lookup'

/** What the program sets where it wants names as they were sent, folders and all. */
const KEEPS_PATHS: ReadonlySet<string> = new Set(['preservePath', 'uriDecodeFileNames'])

/** Parsers that put files on a request under the same names, and leave theirs as they were sent. */
const LEAVES_PATHS = ['formidable', 'express-formidable', 'koa-body', 'multiparty', 'connect-multiparty', 'express-form-data', 'skipper']

/** API paths of what holds the files of a request. */
const OF_REQUEST = /\.files?\b/

const DECODES = /^(?:decodeURIComponent|decodeURI|unescape|decode)$/

export class NamesOfUploads {
  private isCutAnywhere: boolean | undefined

  constructor(private readonly linked: Linked) {}

  /** Whether no parser is told to leave the folders in. */
  areCut(): boolean {
    if (this.isCutAnywhere === undefined) {
      const { whole } = this.linked
      const lookup = lookupOf(whole)
      const isOff = (value: number) => whole.kind[value] === Kind.Boolean && whole.a[value] === 0
      const sets = [
        ...[...lookup.named(Kind.Property, KEEPS_PATHS)].map((node) => [node, whole.b[node] as number] as const),
        ...[...lookup.named(Kind.Store, KEEPS_PATHS)].map((node) => [node, whole.c[node] as number] as const),
      ]
      this.isCutAnywhere = sets.every(([node, value]) => isOff(value) || isTestCode(this.linked, this.fileOf(node)))
    }
    return this.isCutAnywhere
  }

  /** Whether the member of a file of that name is such a name: of `name` the parser must be known, as others call theirs the same. */
  isCut(member: string): boolean {
    if (member === 'name')
      return this.linked.dependencies.has('express-fileupload') && !LEAVES_PATHS.some((name) => this.linked.dependencies.has(name)) && this.areCut()
    return member === 'originalname' && this.areCut()
  }

  /** Reads of a name that are handed to what decodes them: `decodeURIComponent(file.originalname)`. Sure where a request is known to hold the file. */
  decodedReads(): { read: number; isSure: boolean }[] {
    const { whole, models } = this.linked
    const lookup = lookupOf(whole)
    const calls = [
      ...lookup.named(Kind.Call, DECODES),
      ...[...lookup.named(Kind.Call, 'from')].filter((call) => whole.args(call).length > 1 && this.isOfBuffer(call)),
    ]
    const reads = new Set(calls.flatMap((call) => whole.args(call).slice(0, 1)).map((text) => this.plain(text)))
    return [...reads].flatMap((read) => {
      if (read < 0 || whole.kind[read] !== Kind.Load || !this.isCut(whole.text(whole.b[read] as number))) return []
      const file = whole.a[read] as number
      const isSure = whole.kind[file] === Kind.Param || apiPathsOf(this.linked, file).some((path) => OF_REQUEST.test(models.paths.show(path)))
      return isSure || whole.text(whole.b[read] as number) === 'originalname' ? [{ read, isSure }] : []
    })
  }

  /** The value behind tests of it: `file.originalname ?? ''`. */
  private plain(node: number, hops = 0): number {
    const { whole } = this.linked
    if (node < 0 || node >= whole.size || hops > 4) return -1
    if (whole.kind[node] === Kind.Refine) return this.plain(whole.a[node] as number, hops + 1)
    if (whole.kind[node] === Kind.Choice) return this.plain([...whole.items(whole.a[node] as number)][0] ?? -1, hops + 1)
    return node
  }

  private isOfBuffer(call: number): boolean {
    const { whole, values } = this.linked
    return values.nameOf(whole.a[whole.a[call] as number] as number) === 'Buffer'
  }

  private fileOf(node: number): string {
    return (this.linked.whole.files[this.linked.whole.fileOf(node)] as { path: string }).path
  }
}
