import type { Usage } from '../../types'
import { defineRule } from '../rule'
import { isOn } from '../usage-rule'

export default defineRule({
  id: 'incomplete-host-check',
  class: 'input-validation',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:R/S:U/C:L/I:L/A:N',
  cwe: [20],
  title: 'A host is looked for in a part of an address',
  why: 'A host name can stand in the path, in the query, in the user part or in front of another domain: that it is found says nothing of where the address leads.',
  impact: ['Redirects and requests go to a host of an attacker', 'Links to foreign sites count as trusted', 'Tokens are sent to a foreign host'],
  fix: 'Parse the address with the URL class and compare its whole host.',
  code: "const { host } = new URL(address)\nif (host === 'example.com' || host.endsWith('.example.com')) accept(address)",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Unvalidated_Redirects_and_Forwards_Cheat_Sheet.html',
    'https://developer.mozilla.org/en-US/docs/Web/API/URL/host',
  ],
  check: ({ usages }) =>
    usages.flatMap((use) => {
      const description = use.test ? undefined : use.kind === 'host-check' ? said(use) : use.kind === 'credential-prefix' ? sentTo(use) : undefined
      return description
        ? [
            {
              subject: `${use.around || use.at.file} ${use.api}`,
              at: use.at,
              around: (use.values.host ?? use.values.base)?.texts[0] ?? '',
              ...leftOf(use, description),
            },
          ]
        : []
    }),
})

/** What comes of it where it only tells one thing from another. */
function leftOf({ values }: Usage, description: string): { confidence: 'medium' | 'low'; description: string } {
  const left = isOn(values.drawn)
    ? 'It decides what a page shows.'
    : isOn(values.picks)
      ? 'One of several words comes of it, which tell what the address is of.'
      : undefined
  return left ? { confidence: 'low', description: `${description} ${left}` } : { confidence: 'medium', description }
}

/** Names of texts that speak of a product, and of no address: `headers.poweredBy.includes('Short.io')`. */
const NO_ADDRESS = /powered_?-?by|engine|user_?-?agent|generator|vendor|product|^server$|title$|description$|version$/i

function said({ values }: Usage): string | undefined {
  if (NO_ADDRESS.test(values.subject?.texts[0] ?? '')) return undefined
  const [host = ''] = values.host?.texts ?? []
  const [place = ''] = values.place?.texts ?? []
  const bare = host.replace(/^[a-z][\w+.-]*:/i, '').replace(/^\/\//, '')
  switch (place) {
    case 'anywhere':
      return `\`${host}\` may stand anywhere in the text, and any host may stand before or after it.`
    case 'start':
      return host.endsWith('/') ? undefined : `What follows \`${host}\` may make it another host: \`${host}.attacker.example\`.`
    case 'end':
      return bare.startsWith('.') || host !== bare ? undefined : `What stands in front of \`${host}\` may make it another host: \`evil${host}\`.`
    default:
      return undefined
  }
}

function sentTo({ values }: Usage): string {
  const [base = ''] = values.base?.texts ?? []
  const [credential = ''] = values.credential?.texts ?? []
  return `\`${credential}\` goes with every address that begins with \`${base}\`. Nothing shows that this ends in a slash: without one, an address of another host begins with it too, as \`https://example.com.attacker.example\` does with \`https://example.com\`.`
}
