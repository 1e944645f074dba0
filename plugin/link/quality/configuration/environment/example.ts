/** Examples of settings (`.env.example`) that no longer say what the code reads. */
import escapeStringRegexp from 'escape-string-regexp'
import type { ConfigurationFault } from '../../../../types'
import type { KnownQuality } from '../../known'
import { folderOf, isSample } from '../detector'

const ASIDE = /(?:^|\/)(?:migrations?|seeds?|seeders?|scripts?|tools?|\.github)\/|(?:^|\/)[^/]*\.config\.\w+$/i
const EXAMPLE =
  /(?:^|\/)(?:\.env[\w.-]*\.(?:example|sample|template|dist)|\.env-(?:example|sample)|[\w-]*env\.(?:example|sample|template|dist)|example\.env|sample\.env)$/
/** Set by the system, the platform or the tool that starts the program; nobody writes them into a file. */
const GIVEN =
  /^(?:NODE_ENV|NODE_OPTIONS|NODE_PATH|CI|HOME|PATH|PWD|USER|USERNAME|SHELL|TERM|LANG|TZ|TMPDIR|TEMP|HOSTNAME|DEBUG|PORT|HOST|MODE|DEV|PROD|SSR|BASE_URL|npm_\w+|GITHUB_\w+|GITLAB_\w+|CIRCLE\w*|TRAVIS\w*|VERCEL\w*|NETLIFY\w*|HEROKU_\w+|DYNO|AWS_LAMBDA_\w+|AWS_REGION|AWS_EXECUTION_ENV|K_SERVICE|KUBERNETES_\w+|JEST_\w+|VITEST\w*|CYPRESS\w*|PLAYWRIGHT\w*|NEXT_RUNTIME|NEXT_PHASE|ANALYZE|FORCE_COLOR|NO_COLOR|XDG_\w+|APPDATA|LOCALAPPDATA|EDITOR|COLORTERM|WSL_\w+|SOURCE_DATE_EPOCH|SSL_CERT_\w+|NODE_EXTRA_CA_CERTS|(?:HTTPS?|NO|ALL)_PROXY)$/

const isMeant = (file: string, home: string) => file.startsWith(home) && !isSample(file) && !ASIDE.test(file)

/** Read by libraries under these names, without a line in the code. */
const OF_LIBRARIES =
  /^(?:TYPEORM|PG|AWS|SENTRY|OTEL|NEW_RELIC|DD|DATADOG|NEXTAUTH|AUTH|PRISMA|GOOGLE|AZURE|FIREBASE|STRIPE_CLI|COMPOSE|DOCKER|POSTGRES|MYSQL|MONGO_INITDB|REDIS|NEXT|NUXT|VITE|REACT_APP|EXPO|SUPABASE|CLERK|LOG_LEVEL|TURBO|SEQUELIZE|KNEX|ELASTIC_APM|APOLLO|LANGCHAIN|LANGSMITH|OPENAI|ANTHROPIC)(?:_|$)|^PG[A-Z]+$/

export function exampleDrift({ extracted, inventory, linked }: KnownQuality): ConfigurationFault[] {
  const examples = (extracted.texts ?? []).filter(({ path, variables }) => EXAMPLE.test(path) && variables.length > 0 && !isSample(path))
  const setByScripts = new Set(
    extracted.manifests.flatMap(({ facts }) =>
      facts.flatMap(({ kind, value }) =>
        kind === 'script' && value ? [...value.matchAll(/\b([A-Z][A-Z0-9_]+)=/g)].map((match) => match[1] as string) : [],
      ),
    ),
  )
  const written = new Set(
    (extracted.texts ?? []).flatMap(({ statements }) =>
      statements.flatMap(({ kind, name }) => (kind === 'reads' || kind === 'composes' ? [name] : [])),
    ),
  )
  const elsewhere = (extracted.settings ?? []).flatMap(({ settings }) => settings.map(({ value, way }) => `${way.at(-1)} ${value}`)).join('\n')
  return examples.flatMap(({ path, variables }): ConfigurationFault[] => {
    const home = folderOf(path)
    const named = new Set(variables.map(({ name }) => name))
    const own = inventory.environment.filter(
      ({ test, through, reads }) => !test && !through.every((by) => by === 'compose') && reads.some(({ file }) => isMeant(file, home)),
    )
    const missing = own.filter(
      ({ name, required, default: fallback }) =>
        !named.has(name) && !GIVEN.test(name) && /^[A-Z]/.test(name) && !setByScripts.has(name) && required !== 'no' && fallback === undefined,
    )
    const unread = variables.filter(
      ({ name }) =>
        !GIVEN.test(name) &&
        !OF_LIBRARIES.test(name) &&
        !inventory.environment.some((variable) => variable.name === name) &&
        !inventory.words.has(name) &&
        !inventory.mentioned.includes(name) &&
        !written.has(name) &&
        !setByScripts.has(name) &&
        !new RegExp(`\\b${escapeStringRegexp(name)}\\b`).test(elsewhere),
    )
    const drifted: ConfigurationFault[] = missing.map(({ name, reads }) => ({
      kind: 'env-inconsistent',
      form: 'missing in the example',
      subject: name,
      at: reads.find(({ file }) => isMeant(file, home)) ?? (reads[0] as ConfigurationFault['at']),
      evidence: [{ file: path, line: 1, text: '' }],
      detail: `\`${name}\` is read here and has no default; \`${path}\`, from which people make their settings, does not name it.`,
      values: { name, example: path },
      confidence: 'medium',
    }))
    // Where the code asks for names that it puts together, an unread one may be asked for all the same.
    const isOpen = linked.whole.files.some(({ text }) => /process\.env\[(?!['"`])/.test(text))
    const left: ConfigurationFault[] = unread.map(({ name, line }) => ({
      kind: 'env-inconsistent',
      form: 'unread in the example',
      subject: name,
      at: { file: path, line, text: `${name}=…` },
      evidence: [],
      detail: `\`${path}\` asks people to set \`${name}\`, which nothing in the repository reads any more.`,
      values: { name, example: path },
      confidence: isOpen ? 'low' : 'medium',
    }))
    return [...drifted, ...left]
  })
}
