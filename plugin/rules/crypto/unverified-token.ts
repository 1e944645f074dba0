import type { Program, Usage } from '../../types'
import { routeOf } from '../doors'
import type { Hit } from '../rule'
import { usageRule } from '../usage-rule'

export default usageRule({
  id: 'unverified-token',
  class: 'jwt-verification',
  phase: 'Authentication',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N',
  cwe: [347, 345],
  title: 'A signed token is read without checking its signature',
  why: 'Decoding tells what a token says, not who says it: anyone can write a token with any content.',
  impact: ['Whoever writes a token of their own is taken for any user', 'Roles and permissions in the token are chosen by the caller'],
  fix: 'Check the signature with the expected key and algorithm, and use only what the check hands back.',
  code: "const claims = jwt.verify(token, publicKey, { algorithms: ['RS256'] })",
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/JSON_Web_Token_Cheat_Sheet.html', 'https://www.rfc-editor.org/rfc/rfc8725'],
  of: ['unchecked-token', 'looked-token', 'token-verify'],
  fault: (usage, program) => {
    if (usage.kind === 'unchecked-token') return { confidence: 'medium' }
    if (usage.kind === 'looked-token') return looked(usage, program)
    const { key, algorithms, skipped } = usage.values
    const skips =
      skipped?.state === 'constant' &&
      skipped.texts.length > 0 &&
      skipped.texts.every((text) => !['false', '', 'null', 'undefined', '0'].includes(text))
    if (skips) return { confidence: 'high', description: `The third argument of \`${usage.api}\` tells it not to check the signature.` }
    const none = algorithms?.texts.some((text) => /^none$/i.test(text)) ?? false
    const noKey = key?.state === 'constant' && key.texts.every((text) => ['', 'false', 'null', 'undefined'].includes(text))
    if (none && noKey) return { confidence: 'high', description: `\`${usage.api}\` accepts tokens without a signature.` }
    if (noKey && key.texts.length > 0 && (algorithms?.state ?? 'missing') === 'missing')
      return {
        confidence: 'medium',
        description: `\`${usage.api}\` is given no key; libraries that take that for a wish accept tokens without a signature.`,
      }
    // With a key the usual libraries still ask for a signature; others do not.
    if (none) return { confidence: 'low', description: `\`${usage.api}\` lists \`none\` among the algorithms it accepts.` }
    return undefined
  },
})

/** A browser looks into a token of its own, and nobody is harmed; of what a request brings along the server believes what it says. */
function looked({ at }: Usage, { flows, entryPoints }: Program): Partial<Hit> | undefined {
  const flow = flows.find(
    ({ sink, source, at: end, test }) =>
      sink === 'claims' && (source === 'request' || source === 'message') && !test && end.file === at.file && end.line === at.line,
  )
  if (!flow) return undefined
  // Whoever stands in front may have checked the very same token.
  const isGuarded = entryPoints.some((entry) => routeOf(entry) === flow.route && entry.guards.some(({ role }) => role === 'authentication'))
  return {
    confidence: isGuarded ? 'low' : 'medium',
    description: `\`${flow.origin}\` is read as a token without asking who signed it: anyone can write a token with any content.`,
    ...(flow.route ? { route: flow.route } : {}),
  }
}
