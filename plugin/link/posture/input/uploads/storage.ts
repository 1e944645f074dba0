/**
 * Under which name and where an upload is kept. In: the storage of the parser, and what handlers write. Out: two controls. Where a
 * value takes up the name that the sender gave, the ways on which that is cleaned count.
 */
import { Kind } from '../../../../graph'
import type { Evidence, Flow } from '../../../../types'
import { calledName, cite, type Linked, receiverOf } from '../../../linked'
import { pathsOfCall } from '../../../usages/modelled'
import { packageOf } from '../../../usages/origin'
import { wordsOf } from '../words'
import { propertyOf } from './properties'

/** What becomes of the name that the sender gave. */
export interface Naming {
  how: 'own' | 'cleaned' | 'ending' | 'unknown' | 'kept'
  text: string
  at: Evidence
}

const CLEANS = /sanit|slug|filenamify|clean|safe/i

/** What a name, or a path with a name in it, is made of. */
export function namingOf(linked: Linked, node: number): Naming {
  const { whole } = linked
  const seen = new Set<number>()
  let how: Naming['how'] = 'own'
  let by = ''
  let cleanedAt = node
  const rank = ['own', 'cleaned', 'ending', 'unknown', 'kept'] as const
  const tell = (next: Naming['how'], text = '') => {
    if (rank.indexOf(next) > rank.indexOf(how)) how = next
    if (text && !by) by = text
  }
  const visit = (at: number, within: 'whole' | 'ending' | 'cleaned', depth: number): void => {
    if (at < 0 || at >= whole.size || seen.has(at) || seen.size > 120 || depth > 24) return
    seen.add(at)
    if (propertyOf(linked, at) === 'name') {
      tell(within === 'whole' ? 'kept' : within)
      return
    }
    if (whole.kind[at] === Kind.Call) {
      const name = calledName(linked, at)
      const receiver = receiverOf(linked, at)
      if (cleans(linked, at)) {
        for (const part of [...whole.args(at), receiver]) visit(part, 'cleaned', depth + 1)
        if (!by) cleanedAt = at
        tell('own', whole.sourceOf(at, 60))
        return
      }
      const isEnding = name === 'extname' || name === 'pop' || (name === 'lookup' && within === 'whole')
      for (const part of [...whole.args(at), receiver]) visit(part, isEnding && within === 'whole' ? 'ending' : within, depth + 1)
      for (const fn of [...(linked.solver.callees.get(at) ?? [])].slice(0, 2))
        for (const value of whole.functions[fn]?.returns ?? []) visit(value, within, depth + 1)
      return
    }
    if (whole.kind[at] === Kind.LoadDynamic) {
      // A table that is asked by the name, or the type, hands out its own texts.
      visit(whole.a[at] as number, within === 'whole' ? 'ending' : within, depth + 1)
      return
    }
    if (whole.kind[at] === Kind.Load) {
      const base = whole.a[at] as number
      // A property of what a caller hands over is known by its name; the thing itself is not.
      if (whole.kind[base] !== Kind.Param) visit(base, within, depth + 1)
      return
    }
    if (whole.kind[at] === Kind.Param) tell('unknown')
    for (const part of whole.madeOf(at)) visit(part, within, depth + 1)
  }
  visit(node, 'whole', 0)
  return { how, text: by || wordsOf(linked, node), at: cite(linked, (how as Naming['how']) === 'cleaned' ? cleanedAt : node) }
}

/** A library for names, a function of the program that uses one, or a replacement of all characters but a few. */
function cleans(linked: Linked, call: number, depth = 0): boolean {
  const { whole, models, solver, values } = linked
  const name = calledName(linked, call)
  if (pathsOfCall(linked, call).some((path) => models.flows.sanitizers.has(path)) && name !== 'extname') return true
  if (/^replace(?:All)?$/.test(name)) {
    const [pattern] = whole.args(call)
    return pattern !== undefined && values.texts(pattern).some(({ value }) => /\[\^/.test(value))
  }
  const callees = solver.callees.get(call)
  if (!callees) return CLEANS.test(name)
  if (depth > 1) return false
  return [...callees].some((fn) => linked.effects.within(fn).some((node) => whole.kind[node] === Kind.Call && cleans(linked, node, depth + 1)))
}

export interface Written {
  call: number
  /** Node of the path or key; -1 where the call has none. */
  path: number
  where: 'disk' | 'cloud'
  library: string
}

const CLOUD =
  /^(?:aws-sdk|@aws-sdk\/(?:client-s3|lib-storage)|@google-cloud\/storage|cloudinary|@azure\/storage-blob|minio|@supabase\/(?:supabase-js|storage-js)|firebase-admin|firebase|@vercel\/blob|uploadthing|imagekit|multer-s3|multer-storage-cloudinary|multer-gridfs-storage|multer-google-storage|multer-azure-blob-storage|multer-cloud-storage|@cyclic\.sh\/s3fs|ali-oss)(?:\/|$)/
const WRITES = /^(?:writeFile|writeFileSync|createWriteStream|mv|rename|renameSync|copyFile|copyFileSync|outputFile|toFile|move)$/
const SENDS =
  /^(?:PutObjectCommand|Upload|putObject|upload|upload_stream|uploadFile|uploadStream|save|put|uploadData|uploadBuffer|fPutObject|createWriteStream|uploadBytes)$/

/** Calls behind a door that keep a file. */
export function writesIn(linked: Linked, functions: readonly number[]): Written[] {
  const { whole, effects } = linked
  const found = new Map<number, Written>()
  for (const fn of functions)
    for (const call of effects.within(fn)) {
      if (whole.kind[call] !== Kind.Call && whole.kind[call] !== Kind.New) continue
      const name = calledName(linked, call)
      const from = packageOf(linked, whole.a[call] as number) ?? ''
      if (SENDS.test(name) && CLOUD.test(from)) found.set(call, { call, path: -1, where: 'cloud', library: from })
      else if (WRITES.test(name)) {
        const index = /^(?:rename|renameSync|copyFile|copyFileSync|move)$/.test(name) ? 1 : 0
        found.set(call, { call, path: whole.args(call)[index] ?? -1, where: 'disk', library: from })
      }
    }
  return [...found.values()]
}

export const isCloud = (linked: Linked, node: number): string | undefined => {
  const from = node < 0 ? undefined : packageOf(linked, node)
  return from !== undefined && CLOUD.test(from) ? from : undefined
}

/** Ways on which data of outsiders become the path of a write. */
export function flowsAt(linked: Linked, { call }: Written, flows: readonly Flow[]): Flow[] {
  const { file, line } = cite(linked, call)
  const [, end] = linked.whole.linesOf(call)
  const isMeant = ({ at, sink, source, origin, test }: Flow): boolean =>
    !test &&
    (sink === 'path' || sink === 'upload') &&
    // What was stored earlier names files all the time; what an archive holds is named by its sender. Bytes name nothing.
    (source === 'request' ? !/\b(?:buffer|mimetype|size)$/.test(origin) : /path|name|entr/i.test(origin)) &&
    at.file === file &&
    at.line >= line &&
    at.line <= end
  return flows.filter(isMeant)
}
