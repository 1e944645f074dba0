/** The form of data, as schemas, types and classes state it. `shape(x)` asks of a schema or class, `value(x)` of a value, `let x: T` of a type. */
import { describe, expect, test } from 'vitest'
import { Kind } from '../../plugin/graph'
import { solve } from '../../plugin/link/index'
import { shapeOf, shapeOfType, shapeOfValue } from '../../plugin/link/shapes/index'
import type { Shape } from '../../plugin/types'
import { extractSources, type Sources, shippedModels } from './small-programs'

/** `{ name: string(email), age?: integer = 3, tags: [string], kind: "a" | "b" }` */
function told(shape: Shape | undefined): string {
  if (!shape) return 'nothing'
  if (shape.values) return shape.values.map((value) => JSON.stringify(value)).join(' | ')
  if (shape.type === 'array') return `[${shape.items ? told(shape.items) : ''}]`
  if (!shape.fields) return `${shape.type}${shape.format ? `(${shape.format})` : ''}`
  const fields = shape.fields.map(
    ({ name, required, shape: of }) => `${name}${required ? '' : '?'}: ${told(of)}${of.default === undefined ? '' : ` = ${of.default}`}`,
  )
  return `{ ${fields.join(', ')} }`
}

/** What the one question of a source is answered with; a text alone is the file a.ts. */
function asked(sources: string | Sources): Shape | undefined {
  const { scan, extracted } = extractSources(typeof sources === 'string' ? { 'a.ts': sources } : sources)
  const linked = solve(scan, extracted, shippedModels())
  const { whole } = linked
  for (let node = 0; node < whole.size; node++) {
    if (whole.kind[node] !== Kind.Call) continue
    const callee = whole.a[node] as number
    const name = whole.kind[callee] === Kind.Global ? whole.text(whole.a[callee] as number) : ''
    const argument = whole.args(node)[0] as number
    if (name === 'shape') return shapeOf(linked, argument)
    if (name === 'value') return shapeOfValue(linked, argument)
  }
  const type = whole.annotations[whole.annotations.length - 1]?.[1]
  if (type === undefined) throw new Error('nothing is asked')
  return shapeOfType(linked, type)
}

type Case = [claim: string, source: string | Sources, form: string]
const each = (cases: Case[]) => test.each(cases)('%s', (_, source, form) => expect(told(asked(source))).toBe(form))

describe('schemas', () => {
  each([
    [
      'zod',
      `import { z } from 'zod'; shape(z.object({ a: z.string().email(), b: z.number().int().optional(), c: z.array(z.boolean()) }))`,
      '{ a: string(email), b?: integer, c: [boolean] }',
    ],
    [
      'zod: defaults, choices, literals',
      `import * as z from 'zod'; shape(z.object({ a: z.enum(['x', 'y']).default('x'), b: z.literal('k'), c: z.union([z.literal(1), z.literal(2)]) }))`,
      '{ a?: "x" | "y" = x, b: "k", c: "1" | "2" }',
    ],
    [
      'zod: extended, picked, partial',
      `import { z } from 'zod'; const a = z.object({ a: z.string(), b: z.date() }); shape(a.extend({ c: z.unknown() }).omit({ a: true }).partial())`,
      '{ b?: string(date-time), c?: unknown }',
    ],
    [
      'zod: a schema of another file',
      { 'a.ts': `import { s } from './b'; shape(s)`, 'b.ts': `import { z } from 'zod'; export const s = z.object({ a: z.uuid() })` },
      '{ a: string(uuid) }',
    ],
    [
      'zod: made by a function',
      `import { z } from 'zod'; const list = (of) => z.object({ items: z.array(z.string()) }); shape(list(1))`,
      '{ items: [string] }',
    ],
    [
      'joi: optional unless required',
      `import Joi from 'joi'; shape(Joi.object().keys({ a: Joi.string().required(), b: Joi.array().items(Joi.number()), c: Joi.string().valid('x') }))`,
      '{ a: string, b?: [number], c?: "x" }',
    ],
    [
      'yup',
      `const yup = require('yup'); shape(yup.object().shape({ a: yup.string().required().email(), b: yup.boolean() }))`,
      '{ a: string(email), b?: boolean }',
    ],
    [
      'TypeBox',
      `import { Type as T } from '@sinclair/typebox'; shape(T.Object({ a: T.Optional(T.String({ format: 'uri' })), b: T.Integer({ default: 2 }) }))`,
      '{ a?: string(uri), b?: integer = 2 }',
    ],
    ['Elysia', `import { t } from 'elysia'; shape(t.Object({ photo: t.File(), ids: t.Array(t.Numeric()) }))`, '{ photo: file, ids: [number] }'],
    [
      'valibot',
      `import * as v from 'valibot'; shape(v.object({ a: v.pipe(v.string(), v.email()), b: v.optional(v.number(), 4), c: v.picklist(['x']) }))`,
      '{ a: string(email), b?: number = 4, c: "x" }',
    ],
    [
      'superstruct',
      `import { object, string, optional, integer } from 'superstruct'; shape(object({ a: string(), b: optional(integer()) }))`,
      '{ a: string, b?: integer }',
    ],
    [
      'arktype',
      `import { type } from 'arktype'; shape(type({ a: 'string', 'b?': 'number', c: 'string.email', d: 'string[]' }))`,
      '{ a: string, b?: number, c: string(email), d: [] }',
    ],
    [
      'VineJS',
      `import vine from '@vinejs/vine'; shape(vine.compile(vine.object({ a: vine.string().email(), b: vine.number().optional() })))`,
      '{ a: string(email), b?: number }',
    ],
    [
      'fluent-json-schema',
      `import S from 'fluent-json-schema'; shape(S.object().prop('a', S.string().required()).prop('b', S.integer()))`,
      '{ a: string, b?: integer }',
    ],
    [
      'JSON Schema',
      `shape({ type: 'object', required: ['a'], properties: { a: { type: 'string', format: 'date' }, b: { enum: ['x', 'y'] }, c: { type: ['integer', 'null'], default: 3 } } })`,
      '{ a: string(date), b?: "x" | "y", c?: integer = 3 }',
    ],
    [
      'JSON Schema: parts together',
      `const base = { type: 'object', properties: { a: { type: 'string' } } }; shape({ allOf: [base, { properties: { b: { type: 'array', items: { type: 'number' } } } }] })`,
      '{ a?: string, b?: [number] }',
    ],
    ['an object that is no schema', `shape({ name: 'x', size: 3 })`, 'nothing'],
    ['a builder of another library', `import { z } from 'zoology'; shape(z.object({ a: z.string() }))`, 'nothing'],
  ])
})

describe('types and classes', () => {
  each([
    ['interfaces that extend others', `interface A { a: string } interface B extends A { b?: number } let x: B`, '{ a: string, b?: number }'],
    [
      'literals, lists, dates',
      `type A = { a: 'x' | 'y'; b: number[]; c: Array<Date>; d?: 1 | 2 } ; let x: A`,
      '{ a: "x" | "y", b: [number], c: [string(date-time)], d?: "1" | "2" }',
    ],
    ['types put together', `type A = { a: string } & { b: boolean }; let x: Promise<A>`, '{ a: string, b: boolean }'],
    ['types of parts', `interface A { a: string; b: number } let x: Pick<A, 'b'>`, '{ b: number }'],
    ['types without parts', `interface A { a: string; b: number } let x: Partial<Omit<A, 'b'>>`, '{ a?: string }'],
    ['what a schema infers', `import { z } from 'zod'; const s = z.object({ a: z.string() }); let x: z.infer<typeof s>`, '{ a: string }'],
    ['enumerations', `enum A { X = 'x', Y = 'y' } let x: A`, '"x" | "y"'],
    ['types of other files', { 'a.ts': `import type { A } from './b'; let x: A[]`, 'b.ts': `export interface A { a: string }` }, '[{ a: string }]'],
    [
      'classes with decorators',
      `class A { @IsEmail() a; @IsOptional() @IsInt() b: number; c?: string; save() {} static d = 1 } shape(A)`,
      '{ a: string(email), b?: integer, c?: string }',
    ],
    [
      'classes made of others',
      `class A { a: string; b: number } class B extends PickType(A, ['a']) { c: boolean } shape(B)`,
      '{ a: string, c: boolean }',
    ],
    ['a type that holds itself', `interface A { a: string; next: A; all: A[] } let x: A`, '{ a: string, next: object, all: [object] }'],
    [
      'types that hold each other',
      `interface A { b: B } interface B { a: A; c: string } let x: { a: A; b: B }`,
      '{ a: { b: { a: object, c: string } }, b: { a: object, c: string } }',
    ],
  ])
})

describe('values', () => {
  each([
    [
      'literals',
      `value({ a: 'x', b: 1, c: 1.5, d: true, e: null, f: [{ g: 1 }] })`,
      '{ a: string, b: integer, c: number, d: boolean, e: null, f: [{ g: integer }] }',
    ],
    [
      'what is made',
      'value({ a: "x" + y, b: new Date(), c: x === y, d: Date.now(), e: !x })',
      '{ a: string, b: string(date-time), c: boolean, d: integer, e: boolean }',
    ],
    [
      'what functions say they return',
      `interface U { id: string } function find(): Promise<U> { return load() } const u = await find(); value({ u, id: u.id })`,
      '{ u: { id: string }, id: string }',
    ],
    ['spread objects', `const a = { x: 1 }; value({ ...a, y: 2 })`, '{ x: integer, y: integer }'],
  ])
})

describe('limits', () => {
  test('schemas that build on each other end', () => {
    const source = `import { z } from 'zod'; const a = z.object({ b: z.lazy(() => b), v: z.string() }); const b = z.object({ a: z.lazy(() => a) }); shape(a)`
    expect(told(asked(source))).toBe('{ b: { a: unknown }, v: string }')
  })

  test('types that fan out are cut, not followed to the end', () => {
    const fields = (to: number) => Array.from({ length: 12 }, (_, index) => `f${index}: T${to}`).join('; ')
    const types = Array.from({ length: 12 }, (_, index) => `interface T${index} { ${fields(index + 1)} }`)
    const started = performance.now()
    expect(asked(`${types.join('\n')} interface T12 { a: string } let x: T0`)?.fields).toHaveLength(12)
    expect(performance.now() - started).toBeLessThan(3000)
  })

  test('a chain of a thousand calls is left alone', () => {
    expect(told(asked(`import { z } from 'zod'; shape(z.string()${'.min(1)'.repeat(1000)})`))).toBe('nothing')
  })
})
