import { isOn, mayBe, usageRule } from '../usage-rule'

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
  of: ['cloud-bucket', 'cloud-bucket-opened', 'cloud-build'],
  fault: ({ kind, values, at }) => {
    if (kind === 'cloud-bucket-opened') return { at: values.bucket?.at ?? at, trace: [values.bucket?.at ?? at, at] }
    if (kind === 'cloud-build') return isOn(values.badge) ? { confidence: 'medium' } : undefined
    return isOn(values.publicReadAccess) || mayBe(values.accessControl, 'public_read', 'public_read_write') ? {} : undefined
  },
})
