import { rowsByName } from '../../rows-by-name'

/** The name under which the field knows a class of weakness; readers search a page for it. In: `sql-injection`. Out: SQL injection. */
export function className(slug: string): string {
  const known = names[slug]
  if (known) return known
  const words = slug.split('-').map((word) => acronyms[word] ?? word)
  return words.join(' ').replace(/^./, (first) => first.toUpperCase())
}

const acronyms: Record<string, string> = rowsByName({
  sql: 'SQL',
  nosql: 'NoSQL',
  ldap: 'LDAP',
  graphql: 'GraphQL',
  xpath: 'XPath',
  jwt: 'JWT',
  tls: 'TLS',
  iv: 'initialization vector',
})

/** Where letters alone, or our short name, would not be understood. */
const names: Record<string, string> = rowsByName({
  xss: 'Cross-site scripting (XSS)',
  csrf: 'Cross-site request forgery (CSRF)',
  ssrf: 'Server-side request forgery (SSRF)',
  xxe: 'XML external entities (XXE)',
  idor: 'Insecure direct object reference (IDOR)',
  redos: 'Regular expression denial of service (ReDoS)',
  'cors-origin': 'Cross-origin policy (CORS)',
  'missing-auth': 'Missing authentication',
  'broken-auth': 'Broken authentication',
  'info-exposure': 'Information exposure',
  'weak-crypto': 'Weak cryptography',
  'regex-injection': 'Regular expression injection',
  'case-bypass': 'Bypass by upper and lower case',
})
