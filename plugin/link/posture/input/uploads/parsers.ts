/**
 * Where a program sets up the reading of uploads. In: the packages that it imports. Out: each call that makes a parser, with the
 * places of its settings.
 */
import { Kind } from '../../../../graph'
import { rowsByName } from '../../../../rows-by-name'
import { calledName, isTestCode, type Linked, receiverOf } from '../../../linked'
import { lookupOf } from '../../../lookup'
import { packageOf } from '../../../usages/origin'
import { importsIn } from '../imports'
import { packageName } from '../libraries'
import { FILE } from './properties'

/** How a package is told what to accept. Paths into its options; sources: the packages' own documentation. */
export interface ParserKind {
  title: string
  /** Argument with the options. */
  options: number
  size: string[]
  /** In force where nothing is said, in bytes; undefined: none. */
  usualSize?: number
  filter: string[]
  storage: string[]
  directory: string[]
  filename: string[]
  /** Where files go when nothing is said. */
  keeps: 'memory' | 'disk' | 'stream'
  /** Names files itself where nothing is said. */
  ownNames: boolean
}

const MULTER: ParserKind = {
  title: 'multer',
  options: 0,
  size: ['limits.fileSize'],
  filter: ['fileFilter'],
  storage: ['storage'],
  directory: ['dest'],
  filename: [],
  keeps: 'memory',
  ownNames: true,
}
const BUSBOY: ParserKind = { ...MULTER, title: 'busboy', filter: [], storage: [], directory: [], keeps: 'stream', ownNames: false }
const FORMIDABLE: ParserKind = {
  ...MULTER,
  title: 'formidable',
  size: ['maxFileSize'],
  usualSize: 200 * 1024 * 1024,
  filter: ['filter'],
  storage: ['fileWriteStreamHandler'],
  directory: ['uploadDir'],
  filename: ['filename'],
  keeps: 'disk',
}
const FASTIFY: ParserKind = { ...BUSBOY, title: '@fastify/multipart', options: 1, usualSize: 1_048_576 }

export const PARSERS: Record<string, ParserKind> = rowsByName({
  multer: MULTER,
  '@koa/multer': { ...MULTER, title: '@koa/multer' },
  'koa-multer': { ...MULTER, title: 'koa-multer' },
  'fastify-multer': { ...MULTER, title: 'fastify-multer' },
  '@nestjs/platform-express': { ...MULTER, title: 'multer (Nest)', options: 1 },
  '@nest-lab/fastify-multer': { ...MULTER, title: 'multer (Nest)', options: 1 },
  'express-fileupload': { ...BUSBOY, title: 'express-fileupload', directory: ['tempFileDir'], keeps: 'memory' },
  busboy: BUSBOY,
  '@fastify/busboy': BUSBOY,
  'connect-busboy': BUSBOY,
  multiparty: { ...FORMIDABLE, title: 'multiparty', size: ['maxFilesSize'], usualSize: undefined, filter: [], filename: [] },
  formidable: FORMIDABLE,
  'koa-body': {
    ...FORMIDABLE,
    title: 'koa-body',
    size: ['formidable.maxFileSize'],
    directory: ['formidable.uploadDir'],
    filter: ['formidable.filter'],
  },
  '@fastify/multipart': FASTIFY,
  'fastify-multipart': { ...FASTIFY, title: 'fastify-multipart' },
})

/** `await request.formData()`, `await context.req.parseBody()`: the platform reads the form, and holds files in memory. */
const FORMS: ParserKind = { ...BUSBOY, title: 'request form', options: -1, keeps: 'memory' }
const READS_FORM = new Set(['formData', 'parseBody'])
/** Methods that only a file has of all that stands in a form. */
const READS_FILE = new Set(['arrayBuffer', 'stream', 'bytes'])

export interface Parser {
  kind: ParserKind
  /** Call that makes or registers it. */
  call: number
  /** Node of its options; -1 without. */
  options: number
}

/** Calls that make something else than a parser. */
const NO_PARSER = /^(?:memoryStorage|diskStorage|MulterError|require|Router|NestFactory|create|errorHandler)$/
const INTERCEPTOR = /^(?:File|Files|FileFields|AnyFiles)Interceptor$/

export function parsersOf(linked: Linked): Parser[] {
  return [...parsersOfPackages(linked), ...formsWithFiles(linked)]
}

/** Reads of a form in functions that go on to read a file of it. */
function formsWithFiles(linked: Linked): Parser[] {
  const { whole, effects, values } = linked
  return [...lookupOf(whole).named(Kind.Call, READS_FORM)]
    .filter((call) => /^(?:req|request|ctx|context|c)$/.test(values.nameOf(receiverOf(linked, call))) && !inTest(linked, call))
    .filter((call) => {
      const fn = whole.functionOf(call)
      const isFile = (node: number) => FILE.test(values.nameOf(receiverOf(linked, node)))
      return fn >= 0 && effects.within(fn).some((node) => whole.kind[node] === Kind.Call && READS_FILE.has(calledName(linked, node)) && isFile(node))
    })
    .map((call) => ({ kind: FORMS, call, options: -1 }))
}

function inTest(linked: Linked, node: number): boolean {
  return isTestCode(linked, (linked.whole.files[linked.whole.fileOf(node)] as { path: string }).path)
}

function parsersOfPackages(linked: Linked): Parser[] {
  const files = new Set(
    [...importsIn(linked)].flatMap(([specifier, imports]) =>
      PARSERS[packageName(specifier.replace(/^node:/, ''))] ? imports.map(({ file }) => file) : [],
    ),
  )
  if (files.size === 0) return []
  const { whole } = linked
  const found: Parser[] = []
  for (const call of callsIn(linked, files)) {
    if (inTest(linked, call)) continue
    const args = whole.args(call)
    const name = calledName(linked, call)
    const registers = name === 'register' || name === 'use'
    const from = packageOf(linked, (registers ? args[0] : whole.a[call]) ?? -1)
    const kind = from === undefined ? undefined : PARSERS[packageName(from)]
    if (!kind || NO_PARSER.test(name)) continue
    if (registers ? !/fastify/.test(from as string) || whole.kind[args[0] as number] === Kind.Call : !isMade(linked, call)) continue
    if (/Nest/.test(kind.title) && !INTERCEPTOR.test(name)) continue
    found.push({ kind, call, options: args[name === 'AnyFilesInterceptor' ? 0 : kind.options] ?? -1 })
  }
  return found
}

function callsIn({ whole }: Linked, files: ReadonlySet<number>): number[] {
  return [...lookupOf(whole).of(Kind.Call, Kind.New)].filter((call) => files.has(whole.fileOf(call)))
}

/** Called on the package itself, not on what it made. */
function isMade(linked: Linked, call: number): boolean {
  const { whole } = linked
  const receiver = receiverOf(linked, call)
  const [made] = receiver < 0 ? [] : linked.values.definitions(receiver)
  const on = made ?? receiver
  return on < 0 || on >= whole.size || (whole.kind[on] !== Kind.Call && whole.kind[on] !== Kind.New)
}
