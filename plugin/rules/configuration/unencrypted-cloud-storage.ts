import type { Usage } from '../../types'
import type { Hit } from '../rule'
import { isMissing, isOff, isOnly, mayBe, usageRule } from '../usage-rule'

export default usageRule({
  id: 'unencrypted-cloud-storage',
  size: 'large',
  class: 'unencrypted-storage',
  phase: 'Data Protection',
  cvss: 'AV:N/AC:H/PR:H/UI:N/S:U/C:L/I:N/A:N',
  cwe: [311],
  title: 'A store of the stack asks for no encryption',
  why: 'What lies in this resource is encrypted only as far as the provider does so by itself, with keys that nobody here controls.',
  impact: ['Access to the service is access to the data; no key stands between'],
  fix: 'Name the encryption that you need, best with a key of your own.',
  code: "new Queue(this, 'jobs', { encryption: QueueEncryption.KMS_MANAGED })",
  references: [
    'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-server-side-encryption.html',
    'https://cheatsheetseries.owasp.org/cheatsheets/Secure_Cloud_Architecture_Cheat_Sheet.html',
  ],
  of: ['cloud-queue', 'cloud-bucket', 'cloud-store', 'cloud-store-encrypted'],
  fault: (usage) => (usage.kind.startsWith('cloud-store') ? ofStore(usage) : ofQueue(usage)),
})

/** Stores are written in the clear unless they are asked for more, or encrypted unless they are told not to be. */
function ofStore({ kind, values }: Usage): Partial<Hit> | undefined {
  const { options, encrypted, key, snapshot, source } = values
  if (options?.state === 'unknown' || !isMissing(key)) return undefined
  if (isOnly(encrypted, 'false', 'unencrypted')) return { confidence: 'high' }
  // A copy is as the original is.
  if (kind === 'cloud-store-encrypted' || !isMissing(snapshot) || !isMissing(source)) return undefined
  return isMissing(encrypted) ? { confidence: 'medium' } : undefined
}

function ofQueue({ kind, values }: Usage): Partial<Hit> | undefined {
  const { options, encryption, encryptionMasterKey, encryptionKey } = values
  if (options?.state === 'unknown' || !isMissing(encryptionMasterKey) || !isMissing(encryptionKey)) return undefined
  if (mayBe(encryption, 'unencrypted') || isOff(encryption)) return { confidence: 'medium' }
  // Buckets are encrypted by the provider since 2023, queues only where the account asks for it.
  return isMissing(encryption) ? { confidence: kind === 'cloud-queue' ? 'medium' : 'low' } : undefined
}
