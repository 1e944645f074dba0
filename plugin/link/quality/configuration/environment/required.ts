/**
 * Required configuration that nothing asks for when the program starts: a secret or an address of another system that is handed on
 * as it comes, or for which something of the code stands in, so that a forgotten variable is noticed late or not at all.
 */
import { Kind } from '../../../../graph'
import { grouped } from '../../../../grouped'
import type { ConfigurationFault } from '../../../../types'
import { type EnvironmentRead, readsOfEnvironment } from '../../../inventory/environment'
import type { Linked } from '../../../linked'
import { serverFiles } from '../../../server-files'
import type { KnownQuality } from '../../known'
import { isSample } from '../detector'
import { promisedBy } from './names'

/** Code that builds, tests or prepares: it runs where somebody watches. */
const ASIDE =
  /(?:^|\/)(?:scripts?|tools?|bin|build|migrations?|seeds?|seeders?|\.github|ci|e2e|docs?|benchmarks?)\/|(?:^|\/)[^/]*\.config\.\w+$|(?:^|\/)(?:gulpfile|Gruntfile|knexfile|ormconfig|webpack[^/]*)\.\w+$/i
const LOCAL = /(?:^|\/\/|@)(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])/

export function uncheckedVariables({ linked, inventory, imports, entryPoints }: KnownQuality): ConfigurationFault[] {
  const checked = new Set(
    inventory.environment.filter(({ required, through }) => required === 'yes' || through.some((by) => SCHEMAS.has(by))).map(({ name }) => name),
  )
  const servers = serverFiles(linked, entryPoints).all
  // What nothing loads is a snippet, or is run by hand; settings are often loaded by a name that is put together.
  const isPart = (path: string) => {
    const file = linked.fileIndex.get(path)
    return (
      file === undefined ||
      servers.has(file) ||
      (imports.importersOf[file]?.length ?? 0) > 0 ||
      /(?:^|[/.-])(?:config|configuration|settings?|env|environments?|server|app|main|index)(?:[/.-]|$)/i.test(path)
    )
  }
  const promising = readsOfEnvironment(linked).filter(
    ({ name, test, at }) => !test && !isSample(at.file) && !ASIDE.test(at.file) && !checked.has(name) && promisedBy(name) && isPart(at.file),
  )
  const groups = grouped(promising, ({ name, at }) => `${name}\0${at.file}`)
  const conditions = groups.length > 0 ? conditionsOf(linked) : new Set<number>()
  const asked = new Set(
    readsOfEnvironment(linked)
      .filter(({ isOnlyAsked, test, node, fallback }) => !test && !fallback && (isOnlyAsked || conditions.has(node)))
      .flatMap(({ name, at }) => [name, `${name} ${at.file}`]),
  )
  return groups.flatMap((reads) => faultOf(reads, asked))
}

const SCHEMAS = new Set(['joi', 'zod', 'yup', 'envalid', 'valibot', 'convict', 'env-var', '@sinclair/typebox', 'celebrate'])

function faultOf(reads: EnvironmentRead[], asked: Set<string>): ConfigurationFault[] {
  const { name } = reads[0] as EnvironmentRead
  const promised = promisedBy(name)
  const evidence = (read: EnvironmentRead) => reads.filter((other) => other !== read).map(({ at }) => at)
  const made = (read: EnvironmentRead, form: string, detail: string, confidence: ConfigurationFault['confidence']): ConfigurationFault[] => [
    { kind: 'config-not-validated', form, subject: name, at: read.at, evidence: evidence(read), detail, values: { name }, confidence },
  ]
  const inPlace = reads.filter(({ fallback }) => fallback && !fallback.chosen)
  const empty = inPlace.find(({ fallback }) => /^(?:['"]{2})?$/.test(fallback?.text.trim() ?? 'x'))
  if (empty && !asked.has(`${name} ${empty.at.file}`))
    return made(
      empty,
      'empty fallback',
      `\`${name}\` becomes an empty text where it is not set. The program starts, and fails at the first use, far from the cause.`,
      'high',
    )
  const local = inPlace.find(({ fallback }) => LOCAL.test(fallback?.text ?? ''))
  if (local)
    return made(
      local,
      'local fallback',
      `Where \`${name}\` is not set, the program goes on with \`${local.fallback?.text}\`, in production too. Nothing says so when it starts.`,
      'high',
    )
  const literal =
    promised === 'secret'
      ? inPlace.find(({ fallback }) => fallback && fallback.text.length > 1 && !/^(?:null|undefined|false|\{|\[)/.test(fallback.text))
      : undefined
  if (literal)
    return made(
      literal,
      'fallback secret',
      `Where \`${name}\` is not set, a text from the code is used in its place, in production too. A forgotten variable goes unnoticed, and the secret is one that everybody can read.`,
      'high',
    )
  if (inPlace.length > 0 || asked.has(name) || reads.some(({ demand, fallback, isReplaced }) => demand || fallback || isReplaced)) return []
  const plain = reads.find(({ through }) => through === 'process.env')
  return plain
    ? made(
        plain,
        'not checked',
        `\`${name}\` is handed on as it comes: nothing in the code asks for it when the program starts, so a missing value shows only at its first use.`,
        promised === 'secret' ? 'medium' : 'low',
      )
    : []
}

/** What conditions ask: `if (process.env.X)`, `process.env.X && …`, `!process.env.X`. Asked for like this, a variable is optional by design. */
function conditionsOf({ whole }: Linked): Set<number> {
  const found = new Set<number>()
  const put = (node: number, depth: number): void => {
    if (node < 0 || depth > 4 || found.has(node)) return
    found.add(node)
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Unary || kind === Kind.Refine) put(whole.a[node] as number, depth + 1)
    else if (kind === Kind.Choice || kind === Kind.Cell) for (const item of whole.items(whole.a[node] as number)) put(item, depth + 1)
  }
  for (let region = 2; region < whole.regions.length; region += 4) put(whole.regions[region] as number, 0)
  return found
}
