/** Options in a file, for the command line. In: the file's path. Out: what it says, unchecked. Data only; no file of settings is run. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type ParseError, parse as parseJson, printParseErrorCode } from 'jsonc-parser'
import { parse as parseYaml } from 'yaml'
import { UserError } from './user-error'

export interface Settings {
  /** As the option table of the core has them. */
  options: Record<string, unknown>
  ledger: string | false | undefined
}

/** Relative directories in it are meant from where it lies. */
export async function readSettings(file: string): Promise<Settings> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new UserError(`--config ${file}: expected a file that can be read (${cause.code}).`, { cause })
  })
  const value = /\.ya?ml$/i.test(file) ? yaml(text, file) : json(text, file)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new UserError(`--config ${file}: expected an object of options.`)
  const { ledger, ...options } = value as Record<string, unknown>
  if (ledger !== undefined && ledger !== false && typeof ledger !== 'string')
    throw new UserError(`--config ${file}: ledger is ${JSON.stringify(ledger)}; expected a file, or false.`)
  const from = (place: unknown) => (typeof place === 'string' ? path.resolve(path.dirname(file), place) : place)
  return {
    options: {
      ...options,
      ...(Array.isArray(options.models) ? { models: options.models.map(from) } : {}),
      ...(isPlace(options.advisories) ? { advisories: from(options.advisories) } : {}),
    },
    ledger: typeof ledger === 'string' ? path.resolve(path.dirname(file), ledger) : ledger,
  }
}

/** A service has a name or an address; everything else lies on the disk. */
const isPlace = (advisories: unknown): boolean => typeof advisories === 'string' && advisories !== 'osv' && !/^https?:\/\//.test(advisories)

function json(text: string, file: string): unknown {
  const errors: ParseError[] = []
  const value: unknown = parseJson(text, errors, { allowTrailingComma: true })
  const [error] = errors
  if (!error) return value
  const line = text.slice(0, error.offset).split('\n').length
  throw new UserError(`--config ${file}, line ${line}: expected JSON (${printParseErrorCode(error.error)}).`)
}

function yaml(text: string, file: string): unknown {
  try {
    return parseYaml(text)
  } catch (cause) {
    throw new UserError(`--config ${file}: expected YAML (${String((cause as Error).message).split('\n')[0]}).`, { cause })
  }
}
