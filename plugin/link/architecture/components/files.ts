/**
 * Folders in which a server keeps files. In: calls that write files, stores of uploads, files of logs. Out: a sighting a call; all of them
 * are one store, named after what is kept.
 */
import { Kind } from '../../../graph'
import { calledName, cite, isTestCode } from '../../linked'
import { pathsAt } from '../../posture/data-protection/reach'
import { callsOfKind, sinksOfKind } from '../../usages/modelled'
import type { KnownArchitecture } from '../known'
import type { Sighting } from '../targets'

const WRITES =
  /^(?:writeFile|writeFileSync|appendFile|appendFileSync|createWriteStream|outputFile|outputFileSync|outputJson|outputJSON|writeJson|writeJSON|mv|toFile|copyFile|copyFileSync)$/
const TEMPORARY = /(?:^|[/{])(?:tmp|temp|tmpdir|os\.tmpdir)\b/i
const UPLOAD = /upload|attachment|avatar|multipart|multer/i

/** @param serves whether a file is part of a program that serves */
export function fileSightings({ linked, usages }: KnownArchitecture, serves: (path: string) => boolean): Sighting[] {
  const { whole, values } = linked
  const spots: { call: number; dirs: string[]; upload: boolean }[] = []
  const runs = (call: number) => {
    const { path } = whole.files[whole.fileOf(call)] as { path: string }
    return serves(path) && !isTestCode(linked, path)
  }
  for (const [call] of sinksOfKind(linked, 'path')) {
    if ((whole.kind[call] !== Kind.Call && whole.kind[call] !== Kind.New) || !WRITES.test(calledName(linked, call)) || !runs(call)) continue
    const [from, to] = whole.args(call)
    const target = /^copyFile/.test(calledName(linked, call)) ? to : from
    if (target === undefined || TEMPORARY.test(whole.sourceOf(target, 200)) || values.texts(target).some(({ value }) => TEMPORARY.test(value)))
      continue
    const fn = whole.functionOf(call)
    const around = fn < 0 ? '' : `${whole.functions[fn]?.fact.name} ${whole.functions[fn]?.fact.paramNames.join(' ')}`
    const dirs = pathsAt(linked, target).map(({ text, open }) => (open ? text : text.slice(0, Math.max(0, text.lastIndexOf('/')))))
    spots.push({ call, dirs, upload: calledName(linked, call) === 'mv' || UPLOAD.test(around) || dirs.some((dir) => UPLOAD.test(dir)) })
  }
  for (const [call] of callsOfKind(linked, 'upload-store')) {
    const [options] = whole.args(call)
    if (options === undefined || !runs(call)) continue
    const nodes = ['dest', 'destination', 'uploadDir', 'tempFileDir', 'upload_dir'].flatMap((name) => values.property(options, name))
    const dirs = nodes.flatMap((node) => pathsAt(linked, node).map(({ text }) => text)).filter((dir) => !TEMPORARY.test(dir))
    if (nodes.length > 0) spots.push({ call, dirs, upload: true })
  }
  const logs = usages.filter(({ kind, test, at }) => kind === 'log-file' && !test && serves(at.file))
  if (spots.length === 0 && logs.length === 0) return []
  const uploadsOnly = logs.length === 0 && spots.every(({ upload }) => upload)
  const folders = new Map<string, number>()
  const put = (dir: string, weight: number) => {
    if (dir && !/[{}<>]/.test(dir)) folders.set(dir, (folders.get(dir) ?? 0) + weight)
  }
  for (const { dirs, upload } of spots) for (const dir of dirs) put(dir, upload ? 3 : 1)
  for (const { values: of } of logs) {
    const text = of.folder?.texts[0] ?? of.otherFolder?.texts[0] ?? dirOfText(of.file?.texts[0] ?? of.named?.texts[0])
    if (text) put(text.replace(/^\.?\//, '').replace(/\/$/, ''), 3)
  }
  // What is uploaded and logged says more of what is kept than what is put in place at the start.
  const list = [...folders]
    .sort(([one, a], [other, b]) => b - a || one.split('/').length - other.split('/').length || (one < other ? -1 : 1))
    .map(([dir]) => dir)
  const shown = [...new Set(list.map(short))].slice(0, 3).join(', ')
  const name = `${uploadsOnly ? 'Local upload directory' : 'Local file system'}${shown ? ` (${shown}${list.length > 3 ? '…' : ''})` : ''}`
  const target = {
    name,
    kind: 'file store' as const,
    technology: 'local files',
    purpose: uploadsOnly ? 'keeps uploaded files' : 'keeps files that the server writes',
  }
  return [
    ...spots.map(({ call, upload }): Sighting => {
      const at = cite(linked, call)
      return { target, file: at.file, kind: 'writes', through: upload ? 'uploads' : 'files', at, calls: 1 }
    }),
    ...logs.map(({ at }): Sighting => ({ target, file: at.file, kind: 'writes', through: 'log files', at, calls: 1 })),
  ]
}

/** `frontend/…/uploads/` of a deep path: its ends tell what it is. */
function short(dir: string): string {
  const steps = dir.split('/')
  return steps.length <= 2 ? `${dir}/` : `${steps[0]}/…/${steps[steps.length - 1]}/`
}

function dirOfText(text: string | undefined): string | undefined {
  return text?.includes('/') ? text.slice(0, text.lastIndexOf('/')) : undefined
}
