/** Switches for developers that are on whatever the environment: debugging, schemas that follow the code, inspectors. */
import { Kind } from '../../../../graph'
import { rowsByName } from '../../../../rows-by-name'
import type { ConfigurationFault } from '../../../../types'
import { cite, isTestCode } from '../../../linked'
import { lookupOf } from '../../../lookup'
import type { KnownQuality } from '../../known'
import { assignments, stagesOf } from '../container/dockerfile'
import { below, isSample, placeOf, settingsFiles } from '../detector'

/** Options by name: what they do when they are on, and the packages whose option it is. */
const OPTIONS: Record<string, { of: RegExp; does: string; form: string }> = rowsByName({
  synchronize: {
    of: /typeorm|TypeOrmModule|DataSource|createConnection/,
    does: 'the tables are changed to match the code each time the program starts, and a renamed field loses its data',
    form: 'schema follows the code',
  },
  dropSchema: {
    of: /typeorm|TypeOrmModule|DataSource|createConnection/,
    does: 'all tables are dropped each time the program starts',
    form: 'schema follows the code',
  },
  autoLoadModels: { of: /SequelizeModule/, does: 'models make their tables by themselves', form: 'schema follows the code' },
  debug: { of: /./, does: 'its inner workings are written to the log or to the answer', form: 'debugging on' },
  includeStacktraceInErrorResponses: { of: /./, does: 'errors are answered with their stack', form: 'debugging on' },
})
const AWAY =
  /(?:^|[/._-])(?:dev|development|local|debug|test|stories|storybook|examples?|scripts?|webpack|vite|rollup|gulpfile|karma|nodemon|i18n|next-i18next)(?:[/._-]|$)/i

export function debugFlags(known: KnownQuality): ConfigurationFault[] {
  return [...inCode(known), ...inImages(known), ...inScripts(known)]
}

function inCode({ linked }: KnownQuality): ConfigurationFault[] {
  const { whole } = linked
  const lookup = lookupOf(whole)
  return [...lookup.named(Kind.Property, new Set(Object.keys(OPTIONS)))].flatMap((node): ConfigurationFault[] => {
    const value = whole.b[node] as number
    if (whole.kind[value] !== Kind.Boolean || whole.a[value] !== 1) return []
    const at = cite(linked, node)
    if (isTestCode(linked, at.file) || isSample(at.file) || AWAY.test(at.file)) return []
    const name = whole.text(whole.a[node] as number)
    const object = lookup.objectOf(node)
    const option = OPTIONS[name] as (typeof OPTIONS)[string]
    // Handed to a call of a library, by the text around; `debug: true` of an own function means what it likes.
    const call = object < 0 ? undefined : callsByObject(linked).get(object)
    if (call === undefined) return []
    const api = whole.sourceOf(whole.a[call] as number, 80)
    const isLibrary = (linked.solver.apiCalls.get(call)?.size ?? 0) > 0 && (linked.solver.callees.get(call)?.size ?? 0) === 0
    if (name === 'debug' ? !isLibrary : !option.of.test(api)) return []
    return [
      {
        kind: 'debug-flag',
        form: option.form,
        subject: name,
        at,
        evidence: [],
        detail: `\`${name}: true\` stands in the code for \`${api}\`: ${option.does}, in production too.`,
        values: { name },
        confidence: name === 'debug' ? 'medium' : 'high',
      },
    ]
  })
}

type Linked = KnownQuality['linked']
const calls = new WeakMap<Linked, Map<number, number>>()

/** Calls by the objects that they are given. */
function callsByObject(linked: Linked): Map<number, number> {
  let found = calls.get(linked)
  if (!found) {
    found = new Map()
    const { whole } = linked
    for (const call of lookupOf(whole).of(Kind.Call, Kind.New))
      for (const argument of whole.args(call)) if (whole.kind[argument] === Kind.Object) found.set(argument, call)
    calls.set(linked, found)
  }
  return found
}

function inImages(known: KnownQuality): ConfigurationFault[] {
  const found: ConfigurationFault[] = []
  for (const file of settingsFiles(known, 'dockerfile')) {
    if (AWAY.test(file.path)) continue
    const last = stagesOf(file).at(-1)
    for (const { keyword, value, setting } of last?.instructions ?? []) {
      const put = (form: string, subject: string, detail: string) =>
        found.push({
          kind: 'debug-flag',
          form,
          subject,
          at: placeOf(file, setting),
          evidence: [],
          detail,
          values: { name: subject },
          confidence: 'high',
        })
      if (keyword === 'ENV')
        for (const [name, given] of assignments(value)) {
          if (name === 'NODE_ENV' && /^dev/.test(given))
            put(
              'development mode shipped',
              name,
              'The image runs in development mode wherever it is started: errors with their stack, no caching, slower code.',
            )
          if (name === 'NODE_TLS_REJECT_UNAUTHORIZED' && given === '0')
            put('certificates unchecked', name, 'No certificate is checked, whichever host the program talks to.')
          if (name === 'DEBUG' && given !== '' && given !== '0' && given !== 'false')
            put('debugging on', name, `\`DEBUG=${given}\` is set in the image: the inner workings of libraries go to the log, in production too.`)
        }
      if ((keyword === 'CMD' || keyword === 'ENTRYPOINT') && /--inspect(?:-brk)?(?:=0\.0\.0\.0)?\b/.test(value))
        put('inspector open', '--inspect', 'The program starts with its inspector: whoever reaches the port runs code in it.')
      if (
        (keyword === 'CMD' || keyword === 'ENTRYPOINT') &&
        /\b(?:nodemon|ts-node-dev|tsx watch|--watch|npm["',\s]+run["',\s]+dev|yarn["',\s]+dev|next["',\s]+dev|vite["'\s]*\])/.test(value)
      )
        put(
          'development server shipped',
          'CMD',
          'The image starts the development server, which watches files and was not made for load or for strangers.',
        )
    }
  }
  for (const file of settingsFiles(known, 'compose'))
    for (const setting of below(file, 'services', '*', 'environment')) {
      const text = /^\d+$/.test(setting.way.at(-1) as string) ? setting.value : `${setting.way.at(-1)}=${setting.value}`
      if (/^NODE_TLS_REJECT_UNAUTHORIZED=['"]?0/.test(text))
        found.push({
          kind: 'debug-flag',
          form: 'certificates unchecked',
          subject: 'NODE_TLS_REJECT_UNAUTHORIZED',
          at: placeOf(file, setting),
          evidence: [],
          detail: 'No certificate is checked, whichever host the program talks to.',
          values: { name: 'NODE_TLS_REJECT_UNAUTHORIZED' },
          confidence: 'high',
        })
    }
  return found
}

function inScripts({ extracted }: KnownQuality): ConfigurationFault[] {
  return extracted.manifests.flatMap(({ path, facts }) =>
    isSample(path)
      ? []
      : facts.flatMap(({ kind, name, value = '', line, text }): ConfigurationFault[] => {
          if (kind !== 'script' || !/^(?:start|start:prod(?:uction)?|prod|serve:prod|production)$/.test(name)) return []
          const made = (form: string, subject: string, detail: string): ConfigurationFault => ({
            kind: 'debug-flag',
            form,
            subject: `${name} ${subject}`,
            at: { file: path, line, text },
            evidence: [],
            detail,
            values: { name: subject },
            confidence: name === 'start' ? 'medium' : 'high',
          })
          if (/--inspect(?:-brk)?\b/.test(value))
            return [
              made(
                'inspector open',
                '--inspect',
                `\`npm run ${name}\` starts the program with its inspector: whoever reaches the port runs code in it.`,
              ),
            ]
          if (/NODE_TLS_REJECT_UNAUTHORIZED=0/.test(value))
            return [
              made(
                'certificates unchecked',
                'NODE_TLS_REJECT_UNAUTHORIZED',
                `\`npm run ${name}\` starts the program so that it checks no certificate.`,
              ),
            ]
          return []
        }),
  )
}
