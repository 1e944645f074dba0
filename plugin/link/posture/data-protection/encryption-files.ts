/** Files with personal data at rest: where they are written, whether they are encrypted, who can fetch them. */
import type { Control, EncryptionState } from '../../../types'
import { answer, code, counted, listed, stateOf } from './control'
import type { FileWrite } from './file-writes'
import type { LogOutput } from './log-outputs'

export function fileEncryption(found: readonly FileWrite[], logs: readonly LogOutput[]): EncryptionState {
  const streams = new Set(logs.map(({ at }) => `${at.file}:${at.line}`))
  const writes = found.filter(({ evidence }) => !evidence.every(({ file, line }) => streams.has(`${file}:${line}`)))
  const asked = { id: 'encryption-at-rest-files', aspect: 'At rest, files', recommended: 'Encrypted, in a directory that nobody can fetch from' }
  const files = logs.filter(({ kind, name }) => kind === 'file' && name !== 'a file')
  const told = writes.filter(({ holds, ways, isUpload }) => holds.length > 0 || ways.length > 0 || isUpload)
  const parts = [
    ...told.map(written),
    ...files.filter(({ name }) => !told.some(({ directory }) => directory !== '' && name.startsWith(`${directory}/`))).map(logged),
  ]
  const others = writes.length - told.length
  if (parts.length === 0)
    return {
      ...answer(asked, writes.length === 0 ? 'not applicable' : 'unknown', {
        current:
          writes.length === 0 ? 'No write of a file seen' : `Writes files at ${counted(writes.flatMap(({ evidence }) => evidence).length, 'place')}`,
        reason:
          writes.length === 0
            ? 'Looked for calls that write files, stores of uploads and files of logs in the code that runs on the server: none.'
            : 'Nothing personal was recognised there by its name. A directory that could be told is not served over HTTP; where the path comes from settings, that could not be told.',
        evidence: writes.flatMap(({ evidence }) => evidence).slice(0, 2),
      }),
      parts: [],
    }
  const open = parts.filter(({ state }) => state === 'fail').length
  return {
    ...answer(asked, stateOf(parts), {
      current: `${open > 0 ? 'Not encrypted: ' : ''}${listed(parts.map(({ aspect }) => aspect))}`,
      reason:
        others > 0 ? `${counted(others, 'further directory is', 'further directories are')} written to; nothing personal was recognised there.` : '',
      evidence: parts.flatMap(({ evidence }) => evidence),
    }),
    parts,
  }
}

function written({ directory, way, holds, ways, isUpload, isEncrypted, evidence }: FileWrite): Control {
  const [first] = ways
  const personal = holds.length > 0 || isUpload
  const what = [
    holds.length > 0
      ? `holds ${listed(holds.map((name) => (name.includes(' ') ? name : code(name))))}`
      : isUpload
        ? 'files of users as they were sent'
        : '',
    reached(ways),
  ]
  return answer(
    {
      id: isUpload ? 'uploaded-files' : 'written-files',
      aspect: directory === '' ? 'Files in a directory from settings' : `${isUpload ? 'Uploads in' : 'Files in'} ${code(`${directory}/`)}`,
      recommended: 'Encrypted, not served',
    },
    isEncrypted && !first ? 'pass' : first || personal ? 'fail' : 'unknown',
    {
      current: `Plain files${isEncrypted ? ', written beside a cipher' : ''}: ${what.filter(Boolean).join('; ')}`,
      reason: first
        ? ''
        : `Written by ${code(way)} without a cipher in the same function; ${directory === '' ? 'whether the directory is served over HTTP could not be told.' : 'no directory that is served over HTTP holds it.'}`,
      evidence: [...evidence, ...ways.slice(0, 2).map(({ at }) => at)],
    },
  )
}

function logged({ name, at, ways, library }: LogOutput): Control {
  return answer({ id: 'log-files', aspect: `Log ${code(name)}`, recommended: 'Encrypted, not served' }, ways.length > 0 ? 'fail' : 'partial', {
    current: ['Plain file', reached(ways)].filter(Boolean).join('; '),
    reason: ways.length > 0 ? '' : `Written by ${code(library)} as it is; no directory that is served over HTTP holds it.`,
    evidence: [at, ...ways.slice(0, 2).map((way) => way.at)],
  })
}

/** `listed and readable at /ftp without authentication` */
function reached(ways: FileWrite['ways']): string {
  const [first] = ways
  if (!first) return ''
  const how = first.way === 'listed' ? 'listed and readable' : first.way === 'served' ? 'readable' : 'sent to callers by name'
  return `${how}${first.path ? ` at ${code(first.path)}` : ''}${first.auth === 'no' ? ' without authentication' : ''}`
}
