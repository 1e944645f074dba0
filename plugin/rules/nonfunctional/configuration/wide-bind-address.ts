import security from '../../configuration/listens-on-every-address'
import { defineNonfunctionalRule } from '../rule'

/** What the security rule finds, shown from here as well; one entry of the ledger. */
export default defineNonfunctionalRule({
  id: 'wide-bind-address',
  class: 'wide-bind-address',
  area: 'Configuration audit',
  title: security.title,
  why: security.why,
  check: (program) =>
    security.check(program).map((hit) => ({
      title: 'A server listens on every address',
      impact: 'Low',
      reason: 'In a container that is as it should be; on a machine of its own the service can be reached from every network that the machine is in.',
      found: hit.description ?? security.why,
      subject: hit.subject,
      at: hit.at,
      evidence: [],
      around: hit.around ?? '',
      recommendation: { text: security.fix, ...(security.code ? { code: security.code } : {}) },
      confidence: hit.confidence ?? 'low',
      sameAs: security.id,
    })),
})
