import type { Setting, Usage } from '../../types'
import type { Hit } from '../rule'
import { isMissing, mayBe, usageRule } from '../usage-rule'

/** Whoever may do one of these to any user, role or function can give themselves what else there is. */
const LEADS_FURTHER =
  /^(?:iam:(?:CreatePolicyVersion|SetDefaultPolicyVersion|CreateAccessKey|(?:Create|Update)LoginProfile|Attach(?:User|Group|Role)Policy|Put(?:User|Group|Role)Policy|AddUserToGroup|UpdateAssumeRolePolicy|PassRole)|sts:AssumeRole|lambda:UpdateFunctionCode)$/i

/** All that can be done to a service that keeps rights, secrets or data. */
const WHOLE_SERVICE = /^(?:iam|sts|kms|secretsmanager|s3|dynamodb|lambda|organizations):\*$/i

/** Policies of the provider that leave nothing out, or nothing but what leads to it. */
const MANAGED = ['administratoraccess', 'poweruseraccess', 'iamfullaccess']

export default usageRule({
  id: 'unbounded-cloud-rights',
  size: 'medium',
  class: 'authorization',
  phase: 'Authorization',
  cvss: 'AV:N/AC:H/PR:L/UI:N/S:U/C:H/I:H/A:N',
  cwe: [269, 732],
  title: 'A policy of the stack allows more than any task needs',
  why: 'Whoever gets hold of one part of the stack may do all that its policy allows. This one allows everything, or what leads to everything.',
  impact: ['One weakness in one function is enough to take over the account', 'Data of other parts of the system can be read and deleted'],
  fix: 'Name the actions that the task needs and the resources that it works on.',
  code: "new PolicyStatement({ actions: ['s3:GetObject'], resources: [bucket.arnForObjects('invoices/*')] })",
  references: [
    'https://docs.aws.amazon.com/IAM/latest/UserGuide/best-practices.html#grant-least-privilege',
    'https://cheatsheetseries.owasp.org/cheatsheets/Secure_Cloud_Architecture_Cheat_Sheet.html',
  ],
  of: ['cloud-allowed', 'cloud-managed-rights'],
  fault: ({ kind, values, at }) => {
    const told = (setting: Setting | undefined): Partial<Hit> => ({ at: setting?.at ?? at, trace: [setting?.at ?? at] })
    if (kind === 'cloud-managed-rights') return mayBe(values.name, ...MANAGED) ? { confidence: 'medium' } : undefined
    const actions = values.actions?.texts ?? []
    if (actions.includes('*')) return told(values.actions)
    if (!reachesAll(values) || !isMissing(values.conditions)) return undefined
    return actions.some((action) => LEADS_FURTHER.test(action) || WHOLE_SERVICE.test(action))
      ? { ...told(values.resources), confidence: 'medium' }
      : undefined
  },
})

/** All resources, or all of a kind. Where the policy says who, it belongs to one resource, and `*` is that one. */
const reachesAll = ({ resources, principals }: Usage['values']) =>
  isMissing(principals) &&
  (resources?.texts ?? []).some(
    (text) => text === '*' || /^arn:aws[\w-]*:iam::[^:]*:(?:user|role|group|policy)\/\*$/.test(text) || /:function:\*$/.test(text),
  )
