/** Libraries whose calls build schemas, and what the names of these calls mean. */
import { rowsByName } from '../../rows-by-name'

/** Packages, with whether a field must be there when nothing else is said. */
const LIBRARIES: [package_: RegExp, required: boolean][] = [
  [/^(?:joi|@hapi\/joi|celebrate|koa-joi-router|joi-[\w-]+)$/, false],
  [/^(?:yup|fluent-json-schema|fluent-schema|fluent-openapi|express-yup-middleware)$/, false],
  [/^(?:zod|@hono\/zod-openapi|nestjs-zod|zod-openapi|zod-to-openapi|@asteasolutions\/zod-to-openapi|astro|astro:schema|astro:content)$/, true],
  [/^(?:@sinclair\/typebox|typebox|elysia|@fastify\/type-provider-typebox|@feathersjs\/typebox)$/, true],
  [/^(?:valibot|superstruct|runtypes|io-ts|arktype|@vinejs\/vine|myzod|effect|@effect\/schema|ow|computed-types|funval)$/, true],
]

/** Whether a package builds schemas, and whether fields of its objects are required by default. */
export function libraryNamed(name: string): { required: boolean } | undefined {
  const found = LIBRARIES.find(([pattern]) => pattern.test(name))
  return found && { required: found[1] }
}

/** Names under which a script finds such a library without importing it. */
export const GLOBAL_LIBRARIES: Record<string, string> = rowsByName({ z: 'zod', zod: 'zod', Joi: 'joi', joi: 'joi', yup: 'yup', Yup: 'yup' })

/** What a call makes, by its name in lower case. */
export const MAKES: Record<string, 'string' | 'number' | 'integer' | 'boolean' | 'unknown' | 'null' | 'file' | 'date'> = rowsByName({
  string: 'string',
  str: 'string',
  text: 'string',
  regex: 'string',
  regexp: 'string',
  templateliteral: 'string',
  symbol: 'string',
  nonempty: 'string',
  number: 'number',
  float: 'number',
  numeric: 'number',
  decimal: 'number',
  integer: 'integer',
  int: 'integer',
  int32: 'integer',
  int64: 'integer',
  uint32: 'integer',
  bigint: 'integer',
  boolean: 'boolean',
  bool: 'boolean',
  booleanstring: 'boolean',
  stringbool: 'boolean',
  accepted: 'boolean',
  date: 'date',
  any: 'unknown',
  unknown: 'unknown',
  mixed: 'unknown',
  raw: 'unknown',
  custom: 'unknown',
  null: 'null',
  file: 'file',
  files: 'file',
  blob: 'file',
})

export const MAKES_OBJECT = new Set(['object', 'strictobject', 'looseobject', 'struct', 'strict', 'interface', 'form', 'objectasync'])
/** Fields that come on top of those that are there. */
export const ADDS_FIELDS = new Set(['keys', 'shape', 'extend', 'safeextend', 'append', 'fields', 'merge', 'and', 'concat', 'assign'])
export const MAKES_LIST = new Set(['array', 'list', 'tuple', 'set', 'readonlyarray'])
export const MAKES_RECORD = new Set(['record', 'map', 'dictionary', 'dict', 'indexer'])
export const MAKES_CHOICE = new Set([
  'enum',
  'nativeenum',
  'enums',
  'enumeration',
  'picklist',
  'unionenum',
  'valid',
  'allow',
  'equal',
  'oneof',
  'only',
  'literals',
])
export const MAKES_UNION = new Set(['union', 'alternatives', 'alt', 'variant', 'discriminatedunion', 'unionofgroups', 'try', 'or', 'xor'])
export const MAKES_LITERAL = new Set(['literal', 'const', 'unit', 'value'])
/** Calls that hand on the schema they are given. */
export const WRAPS = new Set([
  'optional',
  'exactoptional',
  'undefinedable',
  'maybe',
  'nullish',
  'nullable',
  'nullableoptional',
  'lazy',
  'recursive',
  'preprocess',
  'pipe',
  'brand',
  'readonly',
  'compile',
  'create',
  'validator',
  'partial',
  'required',
  'strip',
  'defaulted',
  'coerce',
  'transform',
  'refine',
  'composite',
  'intersect',
  'intersection',
  'intersectionoftypes',
  'maybeempty',
  'maybeemptyobject',
  'withdefault',
])
export const MAKES_OPTIONAL = new Set([
  'optional',
  'exactoptional',
  'undefinedable',
  'maybe',
  'nullish',
  'notrequired',
  'partial',
  'maybeempty',
  'nullableoptional',
])
