/**
 * Parts of an uploaded file that are no text of the sender's choosing, as parsers of forms hand them over. In: the nodes of one way. Out: whether
 * what arrives are the very bytes of the file, `request.file.buffer`, of which a library that may be handed the name of a file reads nothing else
 * (of an archive in them it may make names); or its type, `request.file.mimetype`, which has the characters of a token: no quotes, no angle
 * brackets, no spaces, no line ends, and none that ends a scheme.
 */
import semver from 'semver'
import { Kind } from '../../graph'
import { apiPathsOf, calledName, type Linked, receiverOf } from '../linked'
import type { Hit } from './facts'
import type { SinkKind } from './kinds'

/** Nodes that hand a value on as it is. */
const HANDS_ON = new Set<Kind>([Kind.Param, Kind.Refine, Kind.Choice, Kind.Cell, Kind.Property, Kind.Object, Kind.Await])
/** What holds the files of a request. */
const FILES = /\.files?(?:$|[.[(])/

/** Modules of Node, and what stands in for its file system. */
const OF_NODE = /^(?:node:)?(?:fs|node-fs|fs-extra|graceful-fs|path|child_process|http2?|module)/

/** Member that holds the bytes → the parser that names it so; '' where it is the only name for it. */
const BYTES = new Map([
  ['buffer', ''],
  ['data', 'express-fileupload'],
])

/** Versions since which parsers are built on busboy 1, which reads a type as two tokens. */
const READS_TOKENS = new Map([
  ['multer', '1.4.5-lts.1'],
  ['express-fileupload', '1.4.0'],
])
/** Parsers that put files on a request as well, and hand a type on as it was sent. */
const AS_SENT = [
  'formidable',
  'express-formidable',
  'koa-body',
  'multiparty',
  'connect-multiparty',
  'express-form-data',
  'skipper',
  'connect-busboy',
  '@fastify/multipart',
  'fastify-multipart',
]
/** Harm that takes a quote, a bracket, a space, a line end or a colon. */
const NOT_BY_TOKENS: ReadonlySet<SinkKind> = new Set(['html', 'markup', 'selector', 'xml', 'script-url', 'header', 'mail', 'log'])

/** Whether they are bytes, of a file or out of a text (`Buffer.from(text, 'base64')`), for a library that reads them: Node itself takes them for a name. */
export function areBytes(linked: Linked, steps: readonly number[], { at, library }: Pick<Hit, 'at' | 'library'>): boolean {
  if (OF_NODE.test(library)) return false
  const { whole, solver, dependencies } = linked
  const isBytes = (name: string) => {
    const parser = BYTES.get(name)
    return parser !== undefined && (parser === '' || dependencies.has(parser))
  }
  const read = steps.findLastIndex((node) => isReadOfFile(linked, node, isBytes) || isBuffer(linked, node))
  // `const { buffer } = file`, and what a function of the program gives back.
  const isHandedOn = (node: number): boolean =>
    node >= whole.size || node === at || HANDS_ON.has(whole.kind[node] as Kind) || (whole.kind[node] === Kind.Call && solver.callees.has(node))
  return read >= 0 && steps.slice(read + 1).every(isHandedOn)
}

/** `Buffer.from(text, 'base64')` */
function isBuffer(linked: Linked, node: number): boolean {
  const { whole } = linked
  if (node >= whole.size || whole.kind[node] !== Kind.Call || !/^(?:from|concat)$/.test(calledName(linked, node))) return false
  const receiver = receiverOf(linked, node)
  return receiver >= 0 && whole.kind[receiver] === Kind.Global && whole.text(whole.a[receiver] as number) === 'Buffer'
}

/** Whether it is the type of a file, read as tokens, whatever was put around it later. */
export const isTypeOfUpload = (linked: Linked, steps: readonly number[]): boolean =>
  readsTokens(linked) && steps.some((node) => isReadOfFile(linked, node, (name) => name === 'mimetype'))

/** The same where what arrives does harm by no character that a type may have. */
export const isHarmlessType = (linked: Linked, stepsOf: () => readonly number[], sink: string): boolean =>
  NOT_BY_TOKENS.has(sink as SinkKind) && readsTokens(linked) && isTypeOfUpload(linked, stepsOf())

function readsTokens({ dependencies, versions }: Linked): boolean {
  const parsers = [...READS_TOKENS].filter(([name]) => dependencies.has(name))
  return (
    parsers.length > 0 &&
    !AS_SENT.some((name) => dependencies.has(name)) &&
    parsers.every(([name, least]) => {
      const stated = versions.get(name) ?? []
      return stated.length > 0 && stated.every((version) => semver.validRange(version) && semver.gte(semver.minVersion(version) ?? '0.0.0', least))
    })
  )
}

function isReadOfFile(linked: Linked, node: number, isMeant: (name: string) => boolean): boolean {
  const { whole, models } = linked
  if (node >= whole.size || whole.kind[node] !== Kind.Load || !isMeant(whole.text(whole.b[node] as number))) return false
  return apiPathsOf(linked, whole.a[node] as number).some((path) => FILES.test(models.paths.show(path)))
}
