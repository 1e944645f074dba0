/** Options in a file, for the command line. In: the file's path. Out: what it says, unchecked. Data only; no file of settings is run. */
import { lstatSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type ParseError, parse as parseJson, printParseErrorCode } from 'jsonc-parser'
import { parse as parseYaml } from 'yaml'
import { parseAnalyseOptions } from './options'
import { UserError } from './user-error'

export interface Settings {
  /** As the option table of the core has them. */
  options: Record<string, unknown>
  ledger: string | false | undefined
  /** Directory of the pages. */
  out: string | undefined
}

/** Looked for in the directory that is analysed; the first is the one that `init` writes. */
export const settingsNames = ['plumbline.config.yaml', 'plumbline.config.yml', 'plumbline.config.json', 'plumbline.config.jsonc']

/** @returns undefined when there is none */
export function findSettings(directory: string): string | undefined {
  const places = settingsNames.map((name) => path.join(directory, name))
  const found = places.map((file) => ({ file, stats: lstatSync(file, { throwIfNoEntry: false }) })).filter(({ stats }) => stats)
  const [first, second] = found
  if (second) throw new UserError(`${first!.file} and ${second.file} are both there; expected one of them, or --config.`)
  // Links are not followed out of what is analysed.
  if (first && !first.stats!.isFile()) throw new UserError(`${first.file} is not a plain file. Name the settings with --config, or say --no-config.`)
  return first?.file
}

/** @param named with --config; undefined looks into the directory, false does not */
export async function settingsFor(directory: string, named: string | false | undefined): Promise<Settings & { found: string | undefined }> {
  if (named) return { ...(await readSettings(named)), found: undefined }
  const found = named === false || !statSync(directory, { throwIfNoEntry: false })?.isDirectory() ? undefined : findSettings(directory)
  if (!found) return { options: {}, ledger: undefined, out: undefined, found }
  const settings = await readSettings(found, found)
  // Code that somebody else wrote comes with somebody else's settings: it must not make us ask a network.
  if (typeof settings.options.advisories === 'string' && !isPlace(settings.options.advisories))
    throw new UserError(
      `${found}: advisories names a service on the network, and these settings were found, not asked for. Say --config ${found}, or --no-config.`,
    )
  return { ...settings, found }
}

/**
 * Relative directories in it are meant from where it lies.
 * @param shown how messages name it
 */
export async function readSettings(file: string, shown = `--config ${file}`): Promise<Settings> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new UserError(
      cause.code === 'ENOENT'
        ? `${shown} does not exist; expected a file of settings.`
        : `${shown}: expected a file that can be read (${cause.code}).`,
      { cause },
    )
  })
  const value = /\.ya?ml$/i.test(file) ? yaml(text, shown) : json(text, shown)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new UserError(`${shown}: expected an object of options.`)
  const { ledger, out, ...options } = value as Record<string, unknown>
  if (ledger !== undefined && ledger !== false && typeof ledger !== 'string')
    throw new UserError(`${shown}: ledger is ${JSON.stringify(ledger)}; expected a file, or false.`)
  if (out !== undefined && (typeof out !== 'string' || out === ''))
    throw new UserError(`${shown}: out is ${JSON.stringify(out)}; expected the directory for the pages.`)
  try {
    parseAnalyseOptions(options)
  } catch (cause) {
    // The mistake may be one of several files away from who typed the command.
    throw cause instanceof UserError ? new UserError(`${shown}: ${cause.message}`, { cause }) : cause
  }
  const from = (place: unknown) => (typeof place === 'string' ? path.resolve(path.dirname(file), place) : place)
  return {
    options: {
      ...options,
      ...(Array.isArray(options.models) ? { models: options.models.map(from) } : {}),
      ...(Array.isArray(options.standards) ? { standards: options.standards.map(from) } : {}),
      ...(typeof options.discrepancyBaseline === 'string' ? { discrepancyBaseline: from(options.discrepancyBaseline) } : {}),
      ...(isPlace(options.advisories) ? { advisories: from(options.advisories) } : {}),
    },
    ledger: typeof ledger === 'string' ? path.resolve(path.dirname(file), ledger) : ledger,
    out: out === undefined ? undefined : path.resolve(path.dirname(file), out),
  }
}

/** A service has a name or an address; everything else lies on the disk. */
const isPlace = (advisories: unknown): boolean => typeof advisories === 'string' && advisories !== 'osv' && !/^https?:\/\//.test(advisories)

function json(text: string, shown: string): unknown {
  const errors: ParseError[] = []
  const value: unknown = parseJson(text, errors, { allowTrailingComma: true })
  const [error] = errors
  if (!error) return value
  const line = text.slice(0, error.offset).split('\n').length
  throw new UserError(`${shown}, line ${line}: expected JSON (${printParseErrorCode(error.error)}).`)
}

function yaml(text: string, shown: string): unknown {
  try {
    return parseYaml(text)
  } catch (cause) {
    throw new UserError(
      `${shown}: expected YAML (${String((cause as Error).message)
        .split('\n')[0]!
        .replace(/:$/, '')}).`,
      { cause },
    )
  }
}
