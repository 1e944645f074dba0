/** Names of environments that are not the same everywhere, and protection that holds in one of them alone. */
import { Kind } from '../../../../graph'
import type { ConfigurationFault, Guard } from '../../../../types'
import { readsOfEnvironment } from '../../../inventory/environment'
import { cite } from '../../../linked'
import { lookupOf } from '../../../lookup'
import { isEqual, isUnequal } from '../../../operators'
import type { KnownQuality } from '../../known'
import { isSample } from '../detector'

/** Spellings of one environment; what one part of a program calls `prod` no other part will find under `production`. */
const SPELLINGS = new Map(
  Object.entries({
    prod: 'production',
    production: 'production',
    dev: 'development',
    development: 'development',
    test: 'test',
    testing: 'test',
    stage: 'staging',
    staging: 'staging',
  }),
)

export function spelledModes({ linked }: KnownQuality): ConfigurationFault[] {
  const { whole, values } = linked
  const reads = new Set(
    readsOfEnvironment(linked)
      .filter(({ name, test, at }) => name === 'NODE_ENV' && !test && !isSample(at.file))
      .map(({ node }) => node),
  )
  if (reads.size === 0) return []
  const spelled = new Map<string, Map<string, number>>()
  for (const node of lookupOf(whole).of(Kind.Binary)) {
    const operator = whole.c[node] as number
    if (!isEqual(operator) && !isUnequal(operator)) continue
    const [left, right] = [whole.a[node] as number, whole.b[node] as number]
    const read = [left, right].find((side) => reads.has(side) || values.definitions(side).some((definition) => reads.has(definition)))
    const text = [left, right].find((side) => whole.kind[side] === Kind.String)
    if (read === undefined || text === undefined) continue
    const word = whole.text(whole.a[text] as number)
    const mode = SPELLINGS.get(word)
    if (!mode) continue
    const known = spelled.get(mode) ?? new Map<string, number>()
    if (!known.has(word)) known.set(word, node)
    spelled.set(mode, known)
  }
  return [...spelled].flatMap(([mode, words]): ConfigurationFault[] => {
    const odd = [...words].find(([word]) => word !== mode)
    const usual = words.get(mode)
    if (!odd || usual === undefined) return []
    return [
      {
        kind: 'env-inconsistent',
        form: 'spelling of an environment',
        subject: 'NODE_ENV',
        at: cite(linked, odd[1]),
        evidence: [cite(linked, usual)],
        detail: `Here \`NODE_ENV\` is held against \`${odd[0]}\`, elsewhere against \`${mode}\`: whichever is set, one of the two does not run.`,
        values: { word: odd[0], mode },
        confidence: 'high',
      },
    ]
  })
}

const PROTECTS: Partial<Record<Guard['role'], string>> = {
  authentication: 'Authentication',
  authorization: 'Authorization',
  csrf: 'Protection against forged requests',
  'rate-limit': 'The rate limit',
  headers: 'The protective headers',
}

export function protectedInOneMode({ entryPoints, middleware }: KnownQuality): ConfigurationFault[] {
  const found = new Map<string, ConfigurationFault>()
  for (const guard of [...middleware, ...entryPoints.flatMap(({ guards }) => guards)]) {
    const what = PROTECTS[guard.role]
    const condition = guard.when?.find((text) => /\b(?:NODE_ENV|env|environment)\b/i.test(text) && /===?\s*['"`]prod/.test(text))
    if (!what || !condition) continue
    const at = guard.mounted ?? guard.at
    found.set(`${at.file}:${at.line}`, {
      kind: 'env-inconsistent',
      form: 'protected in production only',
      subject: guard.name,
      at,
      evidence: [],
      detail: `${what} (\`${guard.name}\`) is in force only where \`${condition}\`: staging runs without it, and so does production once the variable is forgotten.`,
      values: { condition },
      confidence: 'medium',
    })
  }
  return [...found.values()]
}
