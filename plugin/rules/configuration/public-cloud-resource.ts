import type { Setting } from '../../types'
import type { Hit } from '../rule'
import { isMissing, isOn, isOnly, mayBe, textOf, usageRule } from '../usage-rule'

export default usageRule({
  id: 'public-cloud-resource',
  class: 'authentication',
  phase: 'Authorization',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
  cwe: [306, 732],
  title: 'A stack opens one of its resources to everyone',
  why: 'This resource of the stack can be read by anyone who knows its address, without signing in.',
  impact: ['Everything that is stored there can be downloaded', 'What is stored there later is public too'],
  fix: 'Keep it private, and hand out signed addresses or put a distribution in front of it.',
  code: "new Bucket(this, 'files', { blockPublicAccess: BlockPublicAccess.BLOCK_ALL })",
  references: [
    'https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-control-block-public-access.html',
    'https://cheatsheetseries.owasp.org/cheatsheets/Secure_Cloud_Architecture_Cheat_Sheet.html',
  ],
  of: [
    'cloud-bucket',
    'cloud-bucket-opened',
    'cloud-bucket-filled',
    'cloud-bucket-block',
    'cloud-build',
    'cloud-database-network',
    'cloud-copy-network',
    'cloud-allowed',
    'cloud-open-port',
    'cloud-role-for-all',
    'cloud-api',
    'cloud-function-address',
  ],
  fault: ({ kind, values, at }) => {
    const told = (setting: Setting | undefined): Partial<Hit> => ({ at: setting?.at ?? at, trace: [setting?.at ?? at] })
    switch (kind) {
      case 'cloud-bucket-opened':
        return { at: values.bucket?.at ?? at, trace: [values.bucket?.at ?? at, at] }
      case 'cloud-open-port':
        return {
          description: `The whole world reaches port ${textOf(values.port)} of this machine. What listens there is meant for those who look after it.`,
        }
      case 'cloud-role-for-all':
        return { description: 'Whoever has an account of the provider may take this role on, and do what it may.' }
      case 'cloud-function-address':
        return isOnly(values.sign, 'none')
          ? { ...told(values.sign), confidence: 'medium', description: 'Whoever knows the address of this function calls it, without signing in.' }
          : undefined
      case 'cloud-api':
        // Browsers ask before they send, and sign in to nothing for that.
        return isOnly(values.sign, 'none') && !(values.method?.texts ?? []).some((text) => /^(?:OPTIONS|HEAD)\b/i.test(text))
          ? { ...told(values.sign), confidence: 'medium', description: 'Whoever knows the address of this method calls it, without signing in.' }
          : undefined
      case 'cloud-allowed':
        // A condition may leave few of them.
        return values.everyone && isMissing(values.conditions) ? told(values.everyone) : undefined
      case 'cloud-build':
        return isOn(values.badge) ? { confidence: 'medium' } : undefined
      case 'cloud-bucket-block': {
        // It is open to whoever opens it: a policy or a list of rights has to follow.
        const off = Object.values(values).find(isWrittenOff)
        return off && { ...told(off), confidence: 'medium' }
      }
      case 'cloud-database-network':
        // An address alone leads nowhere where the network has no way in.
        if (isMissing(values.public) && isOnly(values.subnets, 'public')) return { ...told(values.subnets), confidence: 'medium' }
        return isOn(values.public) && !(values.subnets?.texts ?? []).some((text) => text.startsWith('PRIVATE_')) ? told(values.public) : undefined
      case 'cloud-copy-network':
        if (isOn(values.public)) return told(values.public)
        return isMissing(values.public) && values.options?.state !== 'unknown' ? { confidence: 'medium' } : undefined
    }
    if (isOn(values.publicReadAccess) || mayBe(values.accessControl, ...OPEN)) return {}
    return mayBe(values.block, 'block_acls_only') ? { ...told(values.block), confidence: 'medium' } : undefined
  },
})

/** Lists of rights that let everybody in, or everybody who has an account of the provider. */
const OPEN = ['public_read', 'public_read_write', 'authenticated_read', 'publicread', 'publicreadwrite', 'authenticatedread']

const isWrittenOff = (setting: Setting) => isOnly(setting, 'false')
