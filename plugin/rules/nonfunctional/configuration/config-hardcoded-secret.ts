import security from '../../crypto/hardcoded-secret'
import { defineNonfunctionalRule } from '../rule'

/** What the security rule finds, shown from here as well; one entry of the ledger. Nothing of the secret is in either. */
export default defineNonfunctionalRule({
  id: 'config-hardcoded-secret',
  class: 'hardcoded-secret',
  area: 'Configuration audit',
  title: 'A secret is written in the code',
  why: 'A secret in the code is the same everywhere the code is, is known to everybody who can read it, and changes only with a release.',
  check: (program) =>
    security.check(program).map((hit) => ({
      title: `A secret is written in \`${hit.at.file.slice(hit.at.file.lastIndexOf('/') + 1)}\``,
      impact: hit.confidence === 'low' ? 'Low' : hit.confidence === 'medium' ? 'Medium' : 'High',
      reason:
        hit.confidence === 'high' || hit.confidence === undefined
          ? 'It works for everybody who can read the repository, an old copy of it or the image, and cannot be changed without a release.'
          : 'If it is in use anywhere, it works for everybody who can read the repository.',
      found: hit.description ?? security.why,
      subject: hit.subject,
      at: hit.at,
      evidence: (hit.trace ?? []).filter(({ file, line }) => file !== hit.at.file || line !== hit.at.line),
      around: hit.around ?? '',
      recommendation: { text: security.fix, ...(security.code ? { code: security.code } : {}) },
      confidence: hit.confidence ?? 'high',
      sameAs: security.id,
    })),
})
