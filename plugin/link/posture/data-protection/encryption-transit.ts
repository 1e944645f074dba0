/** Data on the way: to the program's own servers and from it to others. */
import type { Control, EncryptionState } from '../../../types'
import { answer } from './control'
import type { Ground } from './ground'
import { lineControls } from './lines-out'
import { serverControls } from './servers'
import type { Store } from './stores'

export function transitEncryption(ground: Ground, stores: readonly Store[]): EncryptionState {
  const asked = { id: 'encryption-in-transit', aspect: 'In transit', recommended: 'TLS on every connection' }
  const parts = [...serverControls(ground), ...lineControls(ground, stores)]
  const known = parts.filter(({ state }) => state !== 'not applicable')
  const bad = known.filter(({ state }) => state === 'fail' || state === 'partial')
  const good = known.filter(({ state }) => state === 'pass')
  const [first] = parts as [Control]
  const state: Control['state'] =
    known.length === 0
      ? 'not applicable'
      : bad.length === 0
        ? good.length === known.length
          ? 'pass'
          : 'unknown'
        : first.state === 'fail'
          ? 'fail'
          : good.length > 0
            ? 'partial'
            : 'fail'
  const said = bad.length > 0 ? bad : known
  return {
    ...answer(asked, state, {
      current: said
        .slice(0, 3)
        .map(({ aspect, current }) => `${aspect}: ${current === '' ? 'not found' : lower(current)}`)
        .join('; '),
      reason: '',
      evidence: [...first.evidence, ...said.flatMap(({ evidence }) => evidence)],
    }),
    parts,
  }
}

const lower = (text: string): string => (/^(?:Plain|Not|No|Checked|The) /.test(text) ? text[0]?.toLowerCase() + text.slice(1) : text)
