import { rowsByName } from '../../../rows-by-name'

/** What people call styles, and which are kinds of others. */
const SAME: Record<string, string[]> = rowsByName({
  layered: ['n-tier', 'n tier', 'three-tier', '3-tier', 'multi-tier', 'mvc', 'clean', 'hexagonal', 'onion', 'ports and adapters', 'layers'],
  'modular monolith': ['modulith', 'modular'],
  monolith: ['monolithic', 'single application', 'majestic monolith'],
  microservices: ['microservice', 'service-oriented', 'soa', 'distributed'],
  serverless: ['functions', 'faas', 'lambda'],
  'event-driven': ['event driven', 'message-driven', 'pub/sub', 'queue-based', 'eda'],
  'single-page application with an API': [
    'spa',
    'spa + api',
    'spa+api',
    'single-page application',
    'single page application',
    'client-server',
    'client/server',
  ],
  'full-stack application': ['full-stack', 'fullstack', 'jamstack', 'server-side rendered', 'ssr'],
  'command-line tool': ['cli', 'command line'],
  library: ['package', 'packages', 'framework', 'sdk'],
  plugin: ['extension', 'add-on', 'addon'],
})
/** A name that also stands for these. */
const KINDS: Record<string, string[]> = rowsByName({ monolith: ['modular monolith', 'layered', 'full-stack application'] })

/** Whether what the user states is a found style, or a name for one kind of it. */
export function appliesTo(stated: string, found: string): boolean {
  const plain = stated
    .trim()
    .toLowerCase()
    .replace(/\s+architecture$|\s+style$/, '')
  const bare = found.toLowerCase()
  if (
    plain === bare ||
    (SAME[found] ?? []).some((name) => plain === name || plain.includes(name)) ||
    (!Object.hasOwn(SAME, plain) && plain.includes(bare))
  )
    return true
  return (KINDS[plain] ?? []).includes(bare)
}
