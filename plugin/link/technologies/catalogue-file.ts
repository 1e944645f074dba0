/**
 * The format of `models/technologies/*.yaml`: groups of technologies that are for one thing. In: a file's text. Out: its
 * groups, checked; a mistake names file, key, value and what was expected.
 */
import { load } from 'js-yaml'
import type { TechnologyCategory, TechnologyKind } from '../../types'
import { UserError } from '../../user-error'

const PACKAGES = ['npm', 'jsr', 'pypi', 'go', 'cargo', 'gem', 'maven', 'composer', 'nuget', 'hex', 'pub', 'swift', 'gradle-plugin', 'helm'] as const
const MARKS = [
  'image',
  'tag',
  'datasource',
  'service',
  'platform',
  'config',
  'command',
  'engine',
  'manager',
  'action',
  'language',
  'cloud',
  'terraform',
  'terraform-provider',
  'terraform-backend',
  'cloudformation',
  'kubernetes-api',
  'azure-task',
  'circleci-orb',
  'gitlab-template',
  'bitbucket-pipe',
  'travis-deploy',
  'registry',
] as const
export type Mark = (typeof MARKS)[number]
const CATEGORIES: TechnologyCategory[] = ['language', 'framework', 'library', 'infrastructure', 'devops']
/** The kinds there are, each by a word of its own; `satisfies` sees to it that none is missing. */
const KINDS = Object.keys({
  ...{ language: 0, framework: 0, library: 0, orm: 0, auth: 0, database: 0, cache: 0, queue: 0, search: 0, storage: 0, mail: 0, monitoring: 0 },
  ...{ cloud: 0, service: 0, runtime: 0, 'package-manager': 0, test: 0, lint: 0, build: 0, ci: 0, container: 0, deployment: 0 },
} satisfies Record<TechnologyKind, 0>) as TechnologyKind[]
/** Of groups that name none. */
export const USUAL: Record<TechnologyCategory, TechnologyKind> = {
  language: 'language',
  framework: 'framework',
  library: 'library',
  infrastructure: 'service',
  devops: 'build',
}

export interface Group {
  category: TechnologyCategory
  kind?: TechnologyKind
  purpose: string
  share?: boolean
  ignore?: boolean
  packaged?: Pick<Group, 'category' | 'purpose'> & { kind: TechnologyKind }
  technologies?: Record<string, Record<string, string>>
  packages?: Record<string, string>
}

export function readGroups(file: string, text: string): Group[] {
  let raw: unknown
  try {
    raw = load(text)
  } catch (cause) {
    throw new UserError(`${file}: not valid YAML: ${(cause as Error).message.split('\n')[0]}`)
  }
  if (!Array.isArray(raw)) throw new UserError(`${file}: expected a list of groups, each with "category" and "purpose"`)
  return raw.map((group: unknown, index) => checked(file, `[${index}]`, group))
}

/** One kind of mistake, one sentence: the file, the key, the value, what was expected. */
function checked(file: string, key: string, group: unknown): Group {
  const fail = (where: string, value: unknown, expected: string): never => {
    throw new UserError(`${file}: ${key}${where}: ${JSON.stringify(value)} is not valid; expected ${expected}`)
  }
  if (!isMap(group)) return fail('', group, 'a group with "category" and "purpose"')
  const allowed = ['category', 'purpose', 'kind', 'share', 'ignore', 'packaged', 'technologies', 'packages']
  for (const name of Object.keys(group)) if (!allowed.includes(name)) fail(`.${name}`, group[name], `one of the keys ${allowed.join(', ')}`)
  if (!CATEGORIES.includes(group.category as TechnologyCategory)) fail('.category', group.category, CATEGORIES.join(', '))
  if (group.kind !== undefined && !KINDS.includes(group.kind as TechnologyKind)) fail('.kind', group.kind, KINDS.join(', '))
  if (typeof group.purpose !== 'string' || group.purpose === '') fail('.purpose', group.purpose, 'a few words')
  if (group.packaged !== undefined) checked(file, `${key}.packaged`, group.packaged)
  for (const flag of ['share', 'ignore'])
    if (group[flag] !== undefined && typeof group[flag] !== 'boolean') fail(`.${flag}`, group[flag], 'true or false')
  const fields = (where: string, value: unknown, names: readonly string[]) => {
    if (!isMap(value)) return void fail(where, value, 'a map of names in a text')
    for (const [field, list] of Object.entries(value)) {
      if (!names.includes(field)) fail(`${where}.${field}`, list, `one of the keys ${names.join(', ')}`)
      if (typeof list !== 'string') fail(`${where}.${field}`, list, 'names in a text, parted by spaces')
    }
  }
  if (group.packages !== undefined) fields('.packages', group.packages, PACKAGES)
  if (group.technologies !== undefined && !isMap(group.technologies)) fail('.technologies', group.technologies, 'a map by name')
  for (const [name, value] of Object.entries((group.technologies as object | undefined) ?? {}))
    fields(`.technologies.${name}`, value, [...PACKAGES, ...MARKS, 'files', 'client'])
  return group as unknown as Group
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
