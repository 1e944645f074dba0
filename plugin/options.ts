/**
 * Every option, with its default and its check, for the command line (`AnalyseOptions`) and for the plugin
 * (`PluginOptions`). In: what a person wrote. Out: whole options, or one error that names key, value and expectation.
 */
import type Joi from 'joi'
import type { AnalyseOptions, DiagramFormat, DiscrepancyAction, Framework, Severity } from './types'
import { UserError } from './user-error'

/** Whether this build may write the ledger; `auto` decides by command and by what the CI says. */
export type LedgerMode = 'auto' | 'write' | 'read'

/** Who draws the diagrams: our remark plugin at build time, or `@docusaurus/theme-mermaid` in the reader's browser. */
export type Renderer = 'static' | 'theme-mermaid'

export interface PluginOptions extends AnalyseOptions {
  /** Tells several sections of one site apart. */
  id: string
  /** Directory of the code, relative to the site's directory. */
  source: string
  routeBasePath: string
  /** Relative to the site's directory; `false` keeps no ledger. */
  ledger: string | false
  ledgerMode: LedgerMode
  renderer: Renderer
  /** Marks on the site's own documents what the code contradicts, and says of the others that they were checked. */
  markDocs: boolean
  /** Passed to `@docusaurus/plugin-content-docs`, which checks it. */
  docs: Record<string, unknown>
}

/** What this version can produce. A capability that arrives adds its name here, and nowhere else. */
export const available: { diagrams: DiagramFormat[] } = {
  diagrams: ['mermaid', 'ascii', 'plantuml', 'excalidraw'],
}

const frameworks = ['asvs', 'csf', 'cis', 'iso27001', 'nis2'] satisfies Framework[]
const audiences = ['internal', 'public'] satisfies AnalyseOptions['audience'][]
const discrepancyActions = ['ignore', 'log', 'warn', 'throw'] satisfies DiscrepancyAction[]
const severities = ['Critical', 'High', 'Medium', 'Low', 'Info'] satisfies Severity[]

/** Made when somebody gives options: Joi takes as long to load as a tree that did not change takes to look through. */
type Check = (joi: Joi.Root) => Joi.Schema

const text: Check = (joi) => joi.string().trim().min(1)
const texts: Check = (joi) => joi.array().items(text(joi)).unique()

const suppression: Check = (joi) =>
  joi.object({
    rule: text(joi).required(),
    file: text(joi),
    reason: text(joi).required(),
    until: joi.string().custom((value: string, helpers) => (isDay(value) ? value : helpers.error('plumbline.day'))),
  })

const onDiscrepancies: Check = (joi) => {
  const action = joi.string().valid(...discrepancyActions)
  return joi.alternatives(
    action,
    joi
      .object()
      .pattern(/^(?:default|High|Medium|Low|[a-z][a-z-]*)$/, action)
      .min(1),
  )
}

/** The id names a folder and a command, and has to suit a web address. */
const id: Check = (joi) =>
  joi
    .string()
    .regex(/^[\w-]+$/)
    .invalid('default')

interface Option {
  schema: Check
  /** A constant, or a function of the id where the default depends on it. */
  default: unknown
  /** Completes the sentence "expected …". */
  expected: string
}

const analyseTable = {
  projectName: { schema: text, default: undefined, expected: 'a name' },
  include: { schema: texts, default: [], expected: 'a list of globs' },
  exclude: { schema: texts, default: [], expected: 'a list of globs' },
  focus: { schema: texts, default: [], expected: 'a list of directories or globs' },
  models: { schema: texts, default: [], expected: 'a list of directories with model files' },
  advisories: { schema: text, default: undefined, expected: 'a folder, zip or file of advisories, an address, or osv' },
  outdated: { schema: text, default: undefined, expected: 'a file that npm outdated --json wrote' },
  analyst: { schema: text, default: undefined, expected: 'a name' },
  frameworks: {
    schema: (joi) =>
      joi
        .array()
        .items(joi.string().valid(...frameworks))
        .unique()
        // Further ones are named by their files, which are looked for where standards are read.
        // biome-ignore lint/suspicious/noThenProperty: the name is Joi's
        .when('standards', { is: joi.array().min(1).required(), then: joi.array().items(text(joi)).unique() }),
    default: ['asvs'],
    expected: `a list of frameworks out of ${frameworks.join(', ')}`,
  },
  diagrams: { schema: (joi) => joi.string().valid(...available.diagrams), default: 'mermaid', expected: `one of ${available.diagrams.join(', ')}` },
  maxFileBytes: { schema: (joi) => joi.number().integer().min(1), default: 2_000_000, expected: 'a whole number of bytes, at least 1' },
  history: { schema: (joi) => joi.boolean(), default: true, expected: 'true or false' },
  suppressions: {
    schema: (joi) => joi.array().items(suppression(joi)),
    default: [],
    expected: 'a list of { rule, reason, file?, until? } with a rule, a reason, and `until` as YYYY-MM-DD',
  },
  audience: {
    schema: (joi) => joi.string().valid(...audiences),
    default: undefined,
    expected: `one of ${audiences.join(', ')}`,
  },
  failOn: {
    schema: (joi) =>
      joi
        .string()
        .valid(...severities)
        .insensitive(),
    default: undefined,
    expected: `one of ${severities.join(', ')}`,
  },
  onDiscrepancies: {
    schema: onDiscrepancies,
    default: 'warn',
    expected: `one of ${discrepancyActions.join(', ')}, or an object of these by kind, severity and default`,
  },
  discrepancyBaseline: { schema: text, default: undefined, expected: 'a file' },
  authors: { schema: (joi) => joi.boolean(), default: false, expected: 'true or false' },
  standards: { schema: texts, default: [], expected: 'a list of directories with standards' },
  asvsLevel: { schema: (joi) => joi.number().valid(1, 2, 3), default: undefined, expected: '1, 2 or 3' },
  cisGroup: { schema: (joi) => joi.string().valid('IG1', 'IG2', 'IG3'), default: undefined, expected: 'IG1, IG2 or IG3' },
  entityType: { schema: (joi) => joi.string().valid('Essential', 'Important'), default: undefined, expected: 'Essential or Important' },
  notApplicable: {
    schema: (joi) => joi.array().items(joi.object({ framework: text(joi).required(), id: text(joi).required(), reason: text(joi).required() })),
    default: [],
    expected: 'a list of { framework, id, reason }: a name out of `frameworks`, a number of its report, and why it does not apply',
  },
  architectureStyle: { schema: text, default: undefined, expected: 'the name of a style' },
  sequences: { schema: texts, default: [], expected: 'a list of entry points, each as POST /orders' },
} satisfies Record<keyof AnalyseOptions, Option>

const pluginTable = {
  id: {
    schema: id,
    default: 'plumbline',
    expected: 'letters, digits, dashes and underscores, and not "default", which belongs to the docs of the site',
  },
  source: { schema: text, default: '..', expected: 'a directory, relative to the directory of the site' },
  routeBasePath: { schema: (joi) => joi.string().trim(), default: (it: string) => it, expected: 'a path in the site' },
  ledger: {
    schema: (joi) => joi.alternatives(text(joi), joi.valid(false)),
    default: (it: string) => `${it}-ledger.json`,
    expected: 'a file, relative to the directory of the site, or false',
  },
  ledgerMode: { schema: (joi) => joi.string().valid('auto', 'write', 'read'), default: 'auto', expected: 'one of auto, write, read' },
  renderer: { schema: (joi) => joi.string().valid('static', 'theme-mermaid'), default: 'static', expected: 'one of static, theme-mermaid' },
  markDocs: { schema: (joi) => joi.boolean(), default: false, expected: 'true or false' },
  docs: {
    schema: (joi) => joi.object({ id: joi.forbidden(), path: joi.forbidden(), routeBasePath: joi.forbidden() }).unknown(),
    default: {},
    expected: 'options of @docusaurus/plugin-content-docs other than id, path and routeBasePath, which are set beside `docs` or by Plumbline',
  },
} satisfies Record<Exclude<keyof PluginOptions, keyof AnalyseOptions>, Option>

/** All options of the plugin, in the order of the table in the site's docs. */
export const optionTable: Record<keyof PluginOptions, Option> = { ...pluginTable, ...analyseTable }

export const defaultOptions = defaultsOf<AnalyseOptions>(analyseTable, '')

/** Options of the core, from the command line or from anybody's program. */
export function parseAnalyseOptions(raw: unknown): AnalyseOptions {
  return parse<AnalyseOptions>(raw, analyseTable)
}

/** Options of the plugin, but for `docs`, which the docs plugin checks. */
export function parsePluginOptions(raw: unknown): PluginOptions {
  return parse<PluginOptions>(raw, optionTable)
}

function parse<Options>(raw: unknown, table: Record<string, Option>): Options {
  const given = isNothing(raw) ? {} : checked(raw, table)
  return { ...defaultsOf<object>(table, given.id ?? table.id?.default), ...given } as Options
}

function isNothing(raw: unknown): boolean {
  if (raw === undefined || raw === null) return true
  return Object.getPrototypeOf(raw) === Object.prototype && Object.keys(raw).length === 0
}

function checked(raw: unknown, table: Record<string, Option>): Record<string, unknown> {
  const joi = require('joi') as Joi.Root
  const schema = joi.object(Object.fromEntries(Object.entries(table).map(([key, option]) => [key, option.schema(joi)])))
  const { error, value } = schema.validate(raw, { errors: { escapeHtml: false } })
  if (error) throw new UserError(messageOf(error.details[0]!, table))
  return Object.fromEntries(Object.entries(value as object).filter(([, it]) => it !== undefined))
}

function defaultsOf<Options>(table: Record<string, Option>, itsId: unknown): Options {
  const value = ({ default: it }: Option) => (typeof it === 'function' ? it(itsId) : structuredClone(it))
  return Object.fromEntries(Object.entries(table).map(([key, option]) => [key, value(option)])) as Options
}

function messageOf({ path, context }: Joi.ValidationErrorItem, table: Record<string, Option>): string {
  const [key] = path
  if (key === undefined) return `The options are ${shown(context?.value)}; expected an object.`
  const where = path.map((part, index) => (typeof part === 'number' ? `[${part}]` : index ? `.${part}` : part)).join('')
  const option = table[key]
  if (!option) {
    const near = nearest(String(key), Object.keys(table))
    const list = `There is no option "${where}" (its value is ${shown(context?.value)}); expected one of ${Object.keys(table).join(', ')}.`
    return near === undefined ? list : `${list} Did you mean "${near}"?`
  }
  const value = `Option "${where}" is ${shown(context?.value)}`
  return `${value}; expected ${option.expected}.`
}

/** The name that is at most two slips of a key away. */
function nearest(name: string, names: string[]): string | undefined {
  const ranked = names.map((it) => ({ it, slips: slipsBetween(name.toLowerCase(), it.toLowerCase()) })).sort((a, b) => a.slips - b.slips)
  return ranked[0] && ranked[0].slips <= 2 ? ranked[0].it : undefined
}

/** Letters to add, drop or change (Levenshtein). */
function slipsBetween(a: string, b: string): number {
  let row = [...b, ''].map((_, index) => index)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries()) next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (letter === other ? 0 : 1)))
    row = next
  }
  return row.at(-1)!
}

function shown(value: unknown): string {
  if (typeof value === 'function') return 'a function'
  if (value === undefined) return 'not given'
  const json = JSON.stringify(value) ?? String(value)
  return json.length > 80 ? `${json.slice(0, 79)}…` : json
}

/** 2026-02-30 parses, but is another day when it is written out again. */
function isDay(value: string): boolean {
  const date = new Date(`${value}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}
