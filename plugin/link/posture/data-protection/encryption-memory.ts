/** Secrets in memory. */
import { Kind } from '../../../graph'
import type { Control, EncryptionState, SensitiveField } from '../../../types'
import { calledName, cite, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import { snake, variablesOf } from '../../names'
import { answer, code, counted, listed } from './control'
import type { Ground } from './ground'

const CLEARS = new Set(['fill', 'zeroize', 'wipe', 'burn', 'destroy', 'memzero', 'zeroFill', 'secureErase'])
const SECRETS = /(?:^|_)(?:key|secret|password|passphrase|pin|seed|private|mnemonic|token)(?:_|$)/

export function memoryProtection({ linked, extracted, ...ground }: Ground, fields: readonly SensitiveField[]): EncryptionState {
  const asked = { id: 'encryption-memory', aspect: 'In memory', recommended: 'Keys and passwords in buffers that are overwritten after use' }
  const { whole, values } = linked
  const found = ground.uses('memory-protection').map(({ api, at }) => ({ text: code(api), at }))
  for (const call of lookupOf(whole).named(Kind.Call, CLEARS)) {
    const receiver = receiverOf(linked, call)
    const [value] = whole.args(call)
    const of = receiver >= 0 ? receiver : (value ?? -1)
    const subject = of < 0 ? '' : [values.nameOf(of), ...variablesOf(whole, of).map(({ name }) => name)].join(' ')
    if (!ground.runsAt(call) || !SECRETS.test(snake(subject))) continue
    if (calledName(linked, call) === 'fill' && !(value !== undefined && values.texts(value).some((text) => text.value === '0'))) continue
    if (calledName(linked, call) === 'destroy') continue
    found.push({ text: code(whole.sourceOf(call, 60)), at: cite(linked, call) })
  }
  for (const call of lookupOf(whole).named(Kind.Call, 'secureHeapUsed'))
    if (ground.runsAt(call)) found.push({ text: code('secureHeapUsed'), at: cite(linked, call) })
  for (const { path, facts } of extracted.manifests)
    for (const { value, line, text } of facts)
      if (/--secure-heap\b/.test(value ?? '')) found.push({ text: code('--secure-heap'), at: { file: path, line, text } })
  if (found.length > 0)
    return {
      ...answer(asked, 'partial', {
        current: listed(found.map(({ text }) => text)),
        reason:
          'Some secrets are overwritten or kept in memory of their own; texts of JavaScript cannot be, and stay until the collector reuses them.',
        evidence: found.map(({ at }) => at),
      }),
      parts: [],
    }
  const secrets = fields.filter(({ classification }) => classification === 'Secret').length
  const held = ground.uses('credential', 'slow-hash', 'hash', 'mac', 'token-sign', 'token-verify')
  if (secrets + held.length === 0)
    return { ...answer(asked, 'not applicable', { reason: 'No password, key or token was seen to be handled by the code.' }), parts: [] }
  const state: Control['state'] = 'fail'
  return {
    ...answer(asked, state, {
      current: '',
      reason: `Looked for buffers of keys and passwords that are overwritten, for locked memory (\`sodium_memzero\`, \`sodium_mlock\`) and for the option \`--secure-heap\`: none, while secrets are handled at ${counted(held.length, 'place')}. In JavaScript they are mostly texts, which cannot be overwritten; this weighs little unless memory can be dumped.`,
    }),
    parts: [],
  }
}
