import { isReached } from '../routes'
import { textOf, usageRule } from '../usage-rule'

/** What the condition was to decide, and what comes of that. */
const DECIDES: Record<string, string> = {
  caller: 'Whether a caller gets in or is turned away depends on it, so everybody gets in.',
  secret: 'A secret that callers send is looked at by it, and any other does as well.',
  refusal: 'What it was to refuse is never refused.',
}

export default usageRule({
  id: 'promise-as-condition',
  size: 'small',
  class: 'missing-auth',
  phase: 'Authentication',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N',
  cwe: [670, 253],
  title: 'A promise stands as a condition, which always holds',
  why: 'What an async function gives is a promise, and a promise is true whatever it comes to: the check is never asked.',
  impact: ['What the check was to refuse is let through', 'Whoever tries gets in as easily as whoever may'],
  fix: 'Wait for the answer before it is asked.',
  code: 'if (!(await isRight(user, password))) return response.status(401).end()\nrequest.session.user = user.id',
  references: [
    'https://typescript-eslint.io/rules/no-misused-promises/',
    'https://cheatsheetseries.owasp.org/cheatsheets/Authentication_Cheat_Sheet.html',
  ],
  of: ['promise-condition'],
  fault: (usage, program) => {
    const decides = textOf(usage.values.decides) ?? ''
    const isAsked = isReached(program, usage.at)
    const isSure = textOf(usage.values.sure) === 'true'
    const weighs = decides === 'caller' || decides === 'secret'
    return {
      confidence: isSure && (weighs || isAsked) ? 'high' : 'medium',
      metrics: metricsOf(weighs, decides !== '' || isAsked),
      description: `\`${usage.api}()\` gives ${usage.library ? 'what has to be waited for, which is' : 'a promise, which is'} true whatever it comes to, and nothing waits for it. ${DECIDES[decides] ?? 'What stands behind the condition always runs, or never.'}`,
    }
  },
})

/** Signing in counts in full, what else a request asks for less; what no request leads to hardly. */
function metricsOf(weighs: boolean, refuses: boolean): Record<string, string> {
  if (weighs) return {}
  return refuses ? { C: 'L', I: 'L' } : { AC: 'H', C: 'N', I: 'L' }
}
