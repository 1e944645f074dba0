/**
 * GraphQL schemas in their own language. In: a `.graphql` file, or a piece of one from a template string. Out: one operation for
 * each field of the root types, and every type with its fields. Types of other files stay names; linking puts them in.
 */
import type {
  ConstDirectiveNode,
  DefinitionNode,
  DocumentNode,
  FieldDefinitionNode,
  InputValueDefinitionNode,
  SchemaExtensionNode,
  TypeDefinitionNode,
  TypeExtensionNode,
  TypeNode,
  ValueNode,
} from 'graphql'
import { type DefinedOperation, type Definition, HOLDS_OPERATIONS } from '../../graph'
import { rowsByName } from '../../rows-by-name'
import type { Shape } from '../../types'
import type { DefinitionReader } from './reader'

/** Schemas of large services stay below a tenth of these. */
const MOST_CHARACTERS = 4_000_000
const MOST_TOKENS = 400_000

/** A definition of a type begins a line somewhere; documents of clients have operations and fragments only. */
const SCHEMA = /^\s*(?:extend\s+)?(?:type|schema|input|interface|enum|union|scalar|directive)\b/m

export const graphql: DefinitionReader = {
  format: 'graphql',
  reads: (path, text) => /\.(?:graphqls?|gql)$/i.test(path) && SCHEMA.test(text),
  read: (text) => schemaOf(text),
}

/** @param lineOffset lines in front of the text in its file */
export function schemaOf(text: string, lineOffset = 0): Pick<Definition, 'operations' | 'types'> {
  if (text.length > MOST_CHARACTERS) throw new Error(`${text.length} characters are more than are read of a schema (${MOST_CHARACTERS})`)
  // Loaded where there is a schema: it is large.
  const { parse } = require('graphql') as typeof import('graphql')
  // Braces around nothing are left over where a part is put in while running.
  const document: DocumentNode = parse(
    text.replace(/\{\s*\}/g, (braces) => braces.replace(/[{}]/g, ' ')),
    { maxTokens: MOST_TOKENS },
  )
  const lines = text.split('\n')
  const roots = rootsOf(document)
  const operations: DefinedOperation[] = []
  const types: Definition['types'] = []
  const namespaces = namespacesOf(document)
  for (const definition of document.definitions) {
    if (!isType(definition)) continue
    const name = definition.name.value
    const line = lineOf(definition) + lineOffset
    const method = roots.get(name)
    if (method && 'fields' in definition)
      for (const field of (definition.fields ?? []) as FieldDefinitionNode[])
        if (!INTERNAL.has(field.name.value)) {
          const ofType = definition.directives ?? []
          const namespace = namespaces.get(fieldTypeOf(field) ?? '')
          const isNamespace = namespace && (HOLDS_OPERATIONS.test(namespace.name) || (method === 'MUTATION' && namespace.takes))
          if (!isNamespace) operations.push(operationOf(field, method, ofType, lines, lineOffset))
          else
            for (const inner of namespace.fields) {
              const operation = operationOf(inner, method, [...namespace.directives, ...(field.directives ?? []), ...ofType], lines, lineOffset)
              operations.push({ ...operation, path: `${field.name.value}.${operation.path}`, within: namespace.name })
            }
        }
    if (!method) types.push({ name, shape: shapeOfDefinition(definition), line })
  }
  return { operations, types }
}

/** A type that only holds operations together: `type Query { pages: PageQuery }`, `type PageQuery { list(limit: Int): [Page] }`. */
interface Namespace {
  name: string
  fields: FieldDefinitionNode[]
  directives: readonly ConstDirectiveNode[]
  /** Some of its fields take arguments. */
  takes: boolean
}

/** Types that a single field without arguments gives, one of each; of those any may be a namespace. */
function namespacesOf(document: DocumentNode): Map<string, Namespace> {
  const found = new Map<string, Namespace>()
  const given = new Map<string, number>()
  for (const definition of document.definitions) {
    if (!isType(definition) || !/^Object/.test(definition.kind) || !('fields' in definition)) continue
    const fields = (definition.fields ?? []) as FieldDefinitionNode[]
    const name = definition.name.value
    const known = found.get(name)
    found.set(name, {
      name,
      fields: [...(known?.fields ?? []), ...fields],
      directives: [...(known?.directives ?? []), ...(definition.directives ?? [])],
      takes: (known?.takes ?? false) || fields.some((field) => (field.arguments ?? []).length > 0),
    })
    for (const field of fields) {
      const type = namedTypeOf(field.type)
      // What is given in lists, or by an argument, is a record.
      const isRecord = fieldTypeOf(field) === undefined
      given.set(type, (given.get(type) ?? 0) + (isRecord ? 2 : 1))
    }
  }
  for (const name of [...found.keys()]) if (given.get(name) !== 1) found.delete(name)
  return found
}

const namedTypeOf = (type: TypeNode): string => (type.kind === 'NamedType' ? type.name.value : namedTypeOf(type.type))

/** Name of the type of a field without arguments that gives one. */
function fieldTypeOf({ type, arguments: given }: FieldDefinitionNode): string | undefined {
  const one = type.kind === 'NonNullType' ? type.type : type
  return (given ?? []).length === 0 && one.kind === 'NamedType' ? one.name.value : undefined
}

/** What gateways of a federation ask of each other. */
const INTERNAL = new Set(['_service', '_entities', '_sdl'])

const isType = (definition: DefinitionNode): definition is TypeDefinitionNode | TypeExtensionNode =>
  /Type(?:Definition|Extension)$/.test(definition.kind) && 'name' in definition && definition.kind !== 'OperationDefinition'

/** Root types by name: `Query` and its kin, unless the schema names others. */
function rootsOf(document: DocumentNode): Map<string, string> {
  const roots = new Map([
    ['Query', 'QUERY'],
    ['Mutation', 'MUTATION'],
    ['Subscription', 'SUBSCRIPTION'],
  ])
  for (const definition of document.definitions)
    if (definition.kind === 'SchemaDefinition' || definition.kind === 'SchemaExtension')
      for (const { operation, type } of (definition as SchemaExtensionNode).operationTypes ?? []) roots.set(type.name.value, operation.toUpperCase())
  return roots
}

function operationOf(
  field: FieldDefinitionNode,
  method: string,
  ofType: readonly ConstDirectiveNode[],
  lines: string[],
  lineOffset: number,
): DefinedOperation {
  const line = lineOf(field)
  const secured = securedBy([...(field.directives ?? []), ...ofType], lineOffset)
  const purpose = field.description?.value.trim().split('\n')[0]
  return {
    kind: 'graphql',
    method,
    path: field.name.value,
    ...(purpose ? { purpose } : {}),
    parameters: (field.arguments ?? []).map(parameterOf),
    responses: [{ status: undefined, shape: shapeOf(field.type) }],
    ...(secured ? { secured } : {}),
    line: line + lineOffset,
    text: (lines[line - 1] ?? '').trim().slice(0, 160),
  }
}

function parameterOf(argument: InputValueDefinitionNode): DefinedOperation['parameters'][number] {
  const description = argument.description?.value.trim().split('\n')[0]
  return {
    name: argument.name.value,
    in: 'json',
    schema: typeText(argument.type),
    shape: shapeOf(argument.type),
    required: argument.type.kind === 'NonNullType' && !argument.defaultValue,
    ...(argument.defaultValue ? { default: valueText(argument.defaultValue) } : {}),
    ...(description ? { description } : {}),
  }
}

/** Directives that demand a caller who is known, and those that let everyone in. */
const DEMANDS =
  /^(?:auth|authenticated?|isAuth(?:enticated)?|requires?Auth|authori[sz]ed?|(?:is|needs?|requires?)?login(?:Required)?|loggedIn|(?:has|require|requires|needs?)?(?:Role|Permission|Scope)s?|requiresScopes|policy|private|protected|isAdmin|admin|guard|can|aws_(?:auth|iam|cognito_user_pools|oidc|lambda))$/i
const LETS_IN = /^(?:public|skipAuth|anonymous|allowAnonymous|unauthenticated|noAuth|aws_api_key)$/i

function securedBy(directives: readonly ConstDirectiveNode[], lineOffset: number): DefinedOperation['secured'] {
  for (const directive of directives) {
    const yes = DEMANDS.test(directive.name.value)
    if (yes || LETS_IN.test(directive.name.value)) return { yes, by: directiveText(directive), line: lineOf(directive) + lineOffset }
  }
  return undefined
}

function directiveText({ name, arguments: given }: ConstDirectiveNode): string {
  const args = (given ?? []).map(({ name: key, value }) => `${key.value}: ${valueText(value)}`)
  return args.length > 0 ? `@${name.value}(${args.join(', ')})` : `@${name.value}`
}

const SCALARS: Record<string, Shape> = rowsByName({
  ID: { type: 'string' },
  String: { type: 'string' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  Upload: { type: 'file' },
  DateTime: { type: 'string', format: 'date-time' },
  Date: { type: 'string', format: 'date' },
  EmailAddress: { type: 'string', format: 'email' },
  UUID: { type: 'string', format: 'uuid' },
  URL: { type: 'string', format: 'uri' },
})

/** A named type has its name alone: its fields stand elsewhere. */
export function shapeOf(type: TypeNode): Shape {
  if (type.kind === 'NonNullType') return shapeOf(type.type)
  if (type.kind === 'ListType') return { type: 'array', items: shapeOf(type.type) }
  const { value } = type.name
  return SCALARS[value] ?? { type: 'unknown', name: value }
}

function shapeOfDefinition(definition: TypeDefinitionNode | TypeExtensionNode): Shape {
  const name = definition.name.value
  if ('values' in definition) return { type: 'string', name, values: (definition.values ?? []).map((value) => value.name.value) }
  if ('fields' in definition)
    return {
      type: 'object',
      name,
      fields: ((definition.fields ?? []) as (FieldDefinitionNode | InputValueDefinitionNode)[]).map((field) => ({
        name: field.name.value,
        shape: shapeOf(field.type),
        required: field.type.kind === 'NonNullType',
      })),
    }
  return SCALARS[name] ?? { type: 'unknown', name }
}

function typeText(type: TypeNode): string {
  if (type.kind === 'NonNullType') return `${typeText(type.type)}!`
  return type.kind === 'ListType' ? `[${typeText(type.type)}]` : type.name.value
}

function valueText(value: ValueNode): string {
  switch (value.kind) {
    case 'ListValue':
      return `[${value.values.map(valueText).join(', ')}]`
    case 'ObjectValue':
      return `{${value.fields.map((field) => `${field.name.value}: ${valueText(field.value)}`).join(', ')}}`
    case 'NullValue':
      return 'null'
    case 'Variable':
      return `$${value.name.value}`
    case 'StringValue':
      return JSON.stringify(value.value)
    default:
      return String(value.value)
  }
}

/** Line in the text, of the name where a description stands above it. */
function lineOf(node: { loc?: { startToken: { line: number } }; name?: { loc?: { startToken: { line: number } } } }): number {
  return node.name?.loc?.startToken.line ?? node.loc?.startToken.line ?? 1
}
