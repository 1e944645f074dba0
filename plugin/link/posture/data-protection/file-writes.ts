/**
 * Files that the program writes while it serves. In: calls that write, and stores of uploads. Out: one entry a directory, with what is
 * written as far as names tell, and the ways in which it can be read over HTTP.
 */
import { Kind } from '../../../graph'
import type { Evidence } from '../../../types'
import { apiPathsOf, calledName, cite, type Linked, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import { variablesOf } from '../../names'
import { sensitivityOf } from '../../taint/sensitive'
import { sinksOfKind } from '../../usages/modelled'
import type { Ground } from './ground'
import { pathsAt, type Reachable, waysTo } from './reach'

export interface FileWrite {
  /** From the analysed root; '' where it could not be told. */
  directory: string
  /** `createWriteStream`, `upload`. */
  way: string
  /** Names of sensitive values that go into the file. */
  holds: string[]
  ways: Reachable[]
  isUpload: boolean
  isEncrypted: boolean
  evidence: Evidence[]
}

const WRITES = new Set([
  'writeFile',
  'writeFileSync',
  'appendFile',
  'appendFileSync',
  'createWriteStream',
  'outputFile',
  'outputFileSync',
  'outputJson',
  'writeJson',
  'outputJSON',
  'writeJSON',
  'mv',
  'toFile',
])
const CIPHERS = new Set(['createCipheriv', 'createCipher', 'encrypt'])

export function fileWrites(ground: Ground, reachable: readonly Reachable[]): FileWrite[] {
  const { linked } = ground
  const { whole } = linked
  const found = new Map<string, FileWrite>()
  const put = (write: FileWrite) => {
    const known = found.get(write.directory)
    found.set(
      write.directory,
      known
        ? {
            ...known,
            holds: [...new Set([...known.holds, ...write.holds])],
            isUpload: known.isUpload || write.isUpload,
            evidence: [...known.evidence, ...write.evidence],
          }
        : write,
    )
  }
  const encrypting = lookupOf(whole).functionsWith(lookupOf(whole).named(Kind.Call, CIPHERS))
  for (const [call] of sinksOfKind(linked, 'path')) {
    if ((whole.kind[call] !== Kind.Call && whole.kind[call] !== Kind.New) || !ground.runsAt(call) || !WRITES.has(calledName(linked, call))) continue
    const [path, content] = whole.args(call)
    if (path === undefined) continue
    const holds = namesIn(linked, [...(content === undefined ? [] : [content]), ...writtenInto(linked, call)])
    const paths = pathsAt(linked, path).slice(0, 2)
    if (paths.length === 0)
      put({
        directory: '',
        way: calledName(linked, call),
        holds,
        ways: [],
        isUpload: false,
        isEncrypted: encrypting.has(whole.functionOf(call)),
        evidence: [cite(linked, call)],
      })
    for (const { text, open } of paths) {
      const directory = open ? text : text.slice(0, Math.max(0, text.lastIndexOf('/')))
      put({
        directory: directory || '.',
        way: calledName(linked, call),
        holds,
        ways: waysTo(reachable, open ? text : directory || text),
        isUpload: calledName(linked, call) === 'mv',
        isEncrypted: encrypting.has(whole.functionOf(call)),
        evidence: [cite(linked, call)],
      })
    }
  }
  for (const upload of uploads(ground, reachable)) put(upload)
  return [...found.values()]
}

/** Directories that libraries for uploads write to. */
function uploads(ground: Ground, reachable: readonly Reachable[]): FileWrite[] {
  const { linked } = ground
  const { whole, values } = linked
  const found: FileWrite[] = []
  for (const call of ground.calls('upload-store')) {
    const [options] = whole.args(call)
    if (options === undefined) continue
    const nodes = ['dest', 'destination', 'uploadDir', 'tempFileDir', 'upload_dir'].flatMap((name) => values.property(options, name))
    // The destination may be a function that hands the directory to its callback.
    const directories = nodes.flatMap((node) => {
      const fns = [node, ...values.definitions(node)].flatMap((made) => (whole.kind[made] === Kind.Function ? [whole.a[made] as number] : []))
      return fns.length === 0
        ? pathsAt(linked, node)
        : fns.flatMap((fn) =>
            linked.effects
              .within(fn)
              .flatMap((inner) =>
                whole.args(inner)[1] === undefined || whole.kind[inner] !== Kind.Call || receiverOf(linked, inner) >= 0
                  ? []
                  : pathsAt(linked, whole.args(inner)[1] as number),
              ),
          )
    })
    for (const { text } of directories)
      found.push({
        directory: text,
        way: 'upload',
        holds: [],
        ways: waysTo(reachable, text),
        isUpload: true,
        isEncrypted: false,
        evidence: [cite(linked, call)],
      })
  }
  return found
}

/** What goes into a stream after it was opened: what it is written, and what the document that is piped into it is given. */
function writtenInto(linked: Linked, stream: number): number[] {
  const { whole, values } = linked
  const fn = whole.functionOf(stream)
  const found: number[] = []
  const isStream = (node: number) => node === stream || values.definitions(node).includes(stream)
  const documents = new Set<number>()
  const calls = linked.effects.within(fn < 0 ? -1 : fn).filter((node) => whole.kind[node] === Kind.Call)
  for (const call of calls) {
    const receiver = receiverOf(linked, call)
    if (receiver < 0) continue
    const name = calledName(linked, call)
    if (name === 'pipe' && whole.args(call).some(isStream)) for (const made of roots(linked, receiver)) documents.add(made)
    else if ((name === 'write' || name === 'end') && isStream(receiver)) found.push(...whole.args(call))
  }
  if (documents.size > 0)
    for (const call of calls)
      if (receiverOf(linked, call) >= 0 && roots(linked, call).some((made) => documents.has(made))) found.push(...whole.args(call))
  return found
}

/** What a chain of calls was begun on. */
function roots(linked: Linked, node: number): number[] {
  let at = node
  for (let hops = 0; hops < 12 && linked.whole.kind[at] === Kind.Call && receiverOf(linked, at) >= 0; hops++) at = receiverOf(linked, at)
  return [at, ...linked.values.definitions(at)]
}

/** Names of sensitive values among what texts are put together from. */
function namesIn(linked: Linked, from: readonly number[]): string[] {
  const { whole, values } = linked
  const found = new Set<string>()
  const seen = new Set<number>()
  const stack = [...from]
  while (stack.length > 0 && seen.size < 400) {
    const node = stack.pop() as number
    if (node < 0 || node >= whole.size || seen.has(node)) continue
    seen.add(node)
    for (const name of [values.nameOf(node), ...variablesOf(whole, node).map((each) => each.name)]) {
      const owner = whole.kind[node] === Kind.Load ? values.nameOf(whole.a[node] as number) : undefined
      if (name && whole.kind[node] !== Kind.Call && sensitivityOf(name, owner)) found.add(name)
    }
    if (apiPathsOf(linked, node).some((path) => /^(?:body|json)$/.test(linked.models.requests.get(path) ?? ''))) found.add('the body of a request')
    if (whole.kind[node] === Kind.Call) stack.push(...whole.args(node))
    else if (whole.kind[node] !== Kind.Load) stack.push(...whole.madeOf(node))
  }
  return [...found]
}
