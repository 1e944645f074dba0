import type { Flow, Program, SourceKind, Usage } from '../../types'
import { defineRule } from '../rule'
import { lessSure, mostOfWay } from '../sureness'

/** Those who decide these texts are others than those who wait: a page that its own visitor stops, or a program its own user, harms nobody else. */
const FROM: SourceKind[] = ['request', 'message', 'library', 'parameter']

export default defineRule({
  id: 'redos',
  class: 'redos',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H',
  cwe: [1333, 400],
  title: 'Outside data meets a regular expression that can take very long',
  why: 'The expression can read the same characters in many ways. Where a text nearly matches, every way is tried before the match fails, and nothing else runs meanwhile.',
  impact: ['One request can keep the whole process busy', 'Everyone else waits until the match gives up'],
  fix: 'Write the expression so that each character can be read in one way only, anchor it, or limit the length of the text before it is matched.',
  code: 'const trimmed = text.slice(0, 200)\nif (/^[a-z]+(?:-[a-z]+)*$/.test(trimmed)) accept(trimmed)',
  references: [
    'https://owasp.org/www-community/attacks/Regular_expression_Denial_of_Service_-_ReDoS',
    'https://developer.mozilla.org/en-US/docs/Web/JavaScript/Guide/Regular_expressions',
    'https://cheatsheetseries.owasp.org/cheatsheets/Nodejs_Security_Cheat_Sheet.html',
  ],
  check: ({ flows, usages }) =>
    slowFlows({ flows, usages }).map(({ flow, use }) => {
      const exponential = use.values.time?.texts[0] === 'exponential'
      const [prefix = '', pump = '', suffix = ''] = use.values.attack?.texts ?? []
      const written = use.values.pattern?.at ?? use.at
      return {
        subject: `${flow.around || flow.at.file} ${use.api}`,
        at: flow.at,
        around: flow.origin,
        trace: flow.trace,
        cause: `${written.file}:${written.line}`,
        payload: prefix + pump.repeat(SHOWN_TIMES) + suffix,
        flow: { source: flow.source, origin: flow.origin, sink: flow.sink, api: flow.api, library: flow.library },
        confidence: [exponential ? mostOfWay(flow) : lessSure('medium', mostOfWay(flow, NO_STOP)), flow.doubt?.most ?? 'high'].reduce(
          lessSure,
          flow.confidence,
        ),
        description: [
          `\`${flow.origin}\` is matched against \`/${cut(use.values.pattern?.texts[0] ?? '')}/\`. The time grows ${exponential ? 'exponentially' : 'with a power of the length'} where the text repeats ${quoted(pump)} many times and what follows does not match.`,
          flow.doubt?.because,
        ]
          .filter(Boolean)
          .join(' '),
        // A power of the length needs a long text; request bodies are long enough to be felt, and seldom to stop a service.
        ...(exponential ? {} : { metrics: { A: 'L' } }),
        ...(flow.route ? { route: flow.route } : {}),
      }
    }),
})

/** What a power of the length does. */
const NO_STOP = 'AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:L'

/** Enough to be felt where the time doubles each time, and not enough to stop a service. */
const SHOWN_TIMES = 24

/** Flows into uses of slow expressions, one a line: the surest, then the first. */
export function slowFlows({ flows, usages }: Pick<Program, 'flows' | 'usages'>): { flow: Flow; use: Usage }[] {
  const uses = new Map<string, Usage[]>()
  for (const use of usages) {
    if (use.kind !== 'regex-use' || use.test || !isSlow(use)) continue
    for (let line = use.at.line; line <= (use.at.endLine ?? use.at.line); line++) {
      const place = `${use.at.file}:${line}`
      const known = uses.get(place)
      if (known) known.push(use)
      else uses.set(place, [use])
    }
  }
  const best = new Map<string, { flow: Flow; use: Usage }>()
  for (const flow of flows) {
    if (flow.test || flow.sink !== 'matched' || !FROM.includes(flow.source)) continue
    const place = `${flow.at.file}:${flow.at.line}`
    const use = uses.get(place)?.find((candidate) => candidate.api === flow.api.split('.').at(-1) && !(isOneLine(flow) && needsLines(candidate)))
    if (!use) continue
    const known = best.get(place)
    if (!known || rank(flow) < rank(known.flow)) best.set(place, { flow, use })
  }
  return [...best.values()]
}

function isSlow({ values }: Usage): boolean {
  return (
    ['exponential', 'polynomial'].includes(values.time?.texts[0] ?? '') &&
    values.repeats?.texts[0] !== 'collapsed' &&
    values.length?.texts[0] !== 'short'
  )
}

const needsLines = ({ values }: Usage) => values.lines?.texts[0] === 'several'

/** An address or a header never holds a line break. */
const isOneLine = ({ origin }: Flow) => /\.(?:url|originalUrl|path|baseUrl|headers?|hostname|host|ip)\b|\.get\(|\blocation\b/.test(origin)

const rank = ({ confidence }: Flow) => ['high', 'medium', 'low'].indexOf(confidence)
const cut = (text: string) => (text.length > 60 ? `${text.slice(0, 59)}…` : text)
const quoted = (text: string) => `\`${JSON.stringify(text.length > 30 ? `${text.slice(0, 29)}…` : text).replaceAll('`', "'")}\``
