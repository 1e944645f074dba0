/** The form of a standard's file. In: what YAML gave. Out: a whole standard, or one error that names file, requirement, key and expectation. */
import Joi from 'joi'
import type { CodePower, Standard } from '../types'
import { UserError } from '../user-error'
import { checks } from './evidence/index'
import { features } from './features/index'

const text = Joi.string().trim().min(1)
const texts = Joi.array().items(text).default([])
const attributes = Joi.object().unknown().default({})
const powers = ['decides', 'inspects', 'supports', 'silent'] satisfies CodePower[]

const evidence = Joi.object()
  .length(1)
  .pattern(Joi.valid(...Object.keys(checks)), Joi.any())

const requirement = Joi.object({
  id: text.required(),
  group: text.required(),
  topic: text.required(),
  level: text,
  levels: texts,
  code: Joi.valid(...powers).required(),
  assessedBy: text,
  gate: Joi.array()
    .items(Joi.valid(...Object.keys(features)))
    .default([]),
  gateFirst: Joi.boolean().default(false),
  evidence: Joi.array().items(evidence).default([]),
  fails: Joi.object({ rules: texts, cwe: Joi.array().items(Joi.number().integer().positive()).default([]), origin: text, route: text }).default({
    rules: [],
    cwe: [],
  }),
  related: texts,
  remediation: text,
  attributes,
})

const schema = Joi.object({
  title: text.required(),
  version: text.required(),
  publisher: Joi.string()
    .uri({ scheme: ['http', 'https'] })
    .required(),
  page: Joi.string()
    .regex(/^[\w-]+$/)
    .required(),
  notes: texts,
  selection: Joi.object({
    name: text.required(),
    option: Joi.valid('asvsLevel', 'cisGroup', 'entityType'),
    values: Joi.array().items(text).min(1).required(),
    default: text.required(),
  }).default({ name: 'Scope', values: ['all'], default: 'all' }),
  groups: Joi.array()
    .items(Joi.object({ id: text.required(), title: text.required(), attributes }))
    .min(1)
    .required(),
  deleted: texts,
  requirements: Joi.array().items(requirement).min(1).required(),
  attributes,
})

export function checked(raw: unknown, file: string, id: string): Standard {
  const { error, value } = schema.validate(raw, { errors: { escapeHtml: false, label: 'key' } })
  if (error) throw new UserError(`${file}: ${whereOf(error.details[0]!.path, raw)}${error.details[0]!.message}`)
  const standard = value as Omit<Standard, 'id'>
  const fault = faultOf(standard)
  if (fault) throw new UserError(`${file}: ${fault}`)
  const { values } = standard.selection
  return {
    id,
    ...standard,
    requirements: standard.requirements.map((it) => {
      const levels = it.levels.length > 0 ? it.levels : values
      return { ...it, levels, level: it.level ?? levels[0]! }
    }),
  }
}

/** A reader of the file looks for a number of the standard, not for the place in a list. */
function whereOf(path: readonly (string | number)[], raw: unknown): string {
  if (path[0] !== 'requirements' || typeof path[1] !== 'number') return ''
  const it = (raw as { requirements: { id?: unknown }[] }).requirements[path[1]]
  const within = path
    .slice(2, -1)
    .map((part) => `${part}: `)
    .join('')
  return `requirement ${typeof it?.id === 'string' ? it.id : `number ${path[1] + 1}`}: ${within}`
}

/** What holds between several parts of the file. */
function faultOf({ selection, groups, requirements }: Omit<Standard, 'id'>): string | undefined {
  if (!selection.values.includes(selection.default))
    return `selection.default is "${selection.default}"; expected one of ${selection.values.join(', ')}`
  const ids = new Set<string>()
  for (const { id, group, levels, code, assessedBy, evidence: given, fails } of requirements) {
    if (ids.has(id)) return `requirement ${id} stands there twice`
    ids.add(id)
    if (!groups.some((it) => it.id === group))
      return `requirement ${id}: "group" is "${group}"; expected one of ${groups.map((it) => it.id).join(', ')}`
    const unknown = levels.find((level) => !selection.values.includes(level))
    if (unknown !== undefined) return `requirement ${id}: "levels" has "${unknown}"; expected some of ${selection.values.join(', ')}`
    if (code === 'silent' && given.length > 0) return `requirement ${id}: "evidence" is given where "code" is silent; expected none`
    if (code === 'silent' && assessedBy === undefined)
      return `requirement ${id}: "assessedBy" is missing; expected how it is assessed where code is silent`
    for (const ref of given) {
      const [name, asked] = Object.entries(ref)[0]!
      // Places are only safe where something looks at each of them.
      if (name === 'sites' && fails.rules.length === 0)
        return `requirement ${id}: evidence "sites" counts places, and "fails" names no rule that looks at them`
      const wrong = checks[name]!.wrong(asked)
      if (wrong !== undefined) return `requirement ${id}: evidence "${name}" ${wrong}`
    }
  }
  return undefined
}
