/** Operations of GraphQL in samples: that the schema has what they ask. */
import escapeStringRegexp from 'escape-string-regexp'
import type { Claim, DocumentFacts, EntryPoint, Fence, Shape } from '../../types'
import { contradicted, holds, notJudged, type Spot } from '../claim'
import { whyNotSample } from '../not-claims'
import type { ClaimReader } from '../reader'
import { type AskedField, operationsIn } from './graphql-operations'
import { isNear } from './own-code'

const kind = 'graphql'

export const graphql: ClaimReader = {
  id: kind,
  title: 'Operations of GraphQL',
  why: 'A server refuses the whole of an operation that asks for what its schema does not have.',
  read(document, ground) {
    const folder = ground.packageOf(document.path)
    const entries = ground.program.entryPoints.filter(({ kind: of, at }) => of === 'graphql' && (folder === '' || at.file.startsWith(`${folder}/`)))
    if (entries.length === 0) return []
    const asked = document.fences.flatMap((fence) => {
      const operations = isGraphql(fence) ? operationsIn(fence.text) : undefined
      return operations ? [{ fence, operations }] : []
    })
    const roots = asked.flatMap(({ operations }) => operations.flatMap(({ method, fields }) => fields.map(({ name }) => find(entries, method, name))))
    const isOwn = roots.filter(Boolean).length * 2 > roots.length
    return asked.flatMap(({ fence, operations }) =>
      operations.flatMap(({ method, fields }) => fields.flatMap((field) => ofRoot(document, fence, method, field, entries, isOwn))),
    )
  },
}

function isGraphql({ language, text }: Fence): boolean {
  return /^(?:graphql|gql|graphiql)$/.test(language) || (language === '' && /^\s*(?:query|mutation|subscription)\b[^\n]*\{/.test(text))
}

function find(entries: EntryPoint[], method: string, name: string): EntryPoint | undefined {
  return entries.find((entry) => entry.method === method && entry.path === name)
}

function ofRoot(document: DocumentFacts, fence: Fence, method: string, field: AskedField, entries: EntryPoint[], isOwn: boolean): Claim[] {
  if (field.name.startsWith('__')) return []
  const lines = fence.text.split('\n')
  const spotOf = (at: number): Spot => {
    const row = fence.text.slice(0, at).split('\n').length - 1
    return { document, line: fence.line + row, text: lines[row] ?? '', heading: fence.heading }
  }
  const wrong = (at: number, subject: string, actual: string, meant: string | undefined, from: string, evidence: Claim['evidence']): Claim => {
    const spot = spotOf(at)
    const why =
      whyNotSample(document, fence) ?? (isOwn ? undefined : 'No operation of the document is one of this program, so it may be about another one.')
    if (why) return notJudged(kind, spot, subject, why)
    return contradicted(kind, spot, subject, {
      says: `The schema has ${subject}.`,
      actual,
      impact: 'The server refuses the operation.',
      action: meant ? `Write ${meant}.` : 'Remove it, or ask for what is there.',
      severity: 'High',
      evidence,
      ...(meant && spot.text.split(from).length === 2 ? { patch: { line: spot.line, from, to: meant } } : {}),
    })
  }
  const word = method.toLowerCase()
  const entry = find(entries, method, field.name)
  if (!entry) {
    const same = entries.filter((it) => it.method === method)
    const near = same.filter(({ path }) => isNear(path, field.name))
    const other = entries.find(({ path }) => path === field.name)
    const actual = other
      ? `It is a ${other.method.toLowerCase()}.`
      : near[0]
        ? `The schema has ${near[0].path}.`
        : `The schema has no ${word} of that name.`
    return [
      wrong(
        field.at,
        `${word} ${field.name}`,
        actual,
        near.length === 1 ? near[0]?.path : undefined,
        field.name,
        (near[0] ?? other) ? [(near[0] ?? (other as EntryPoint)).at] : [],
      ),
    ]
  }
  const claims = [holds(kind, spotOf(field.at), `${word} ${field.name}`, 'The schema has it.', [entry.at])]
  for (const { name, at, value } of field.arguments) {
    const parameter = entry.parameters.find((it) => it.name === name)
    if (!parameter) {
      // What an object holds may stand here without the object; its name is then in the line.
      const isWritten = [entry.at.text, ...entry.parameters.map((it) => it.at?.text ?? '')].some((text) =>
        new RegExp(`\\b${escapeStringRegexp(name)}\\b`).test(text),
      )
      const near = entry.parameters.filter((it) => isNear(it.name, name))
      if (entry.parameters.length > 0 && !isWritten && !entry.at.text.endsWith('…'))
        claims.push(
          wrong(
            at,
            `argument ${name} of ${field.name}`,
            `It takes ${entry.parameters.map((it) => it.name).join(', ')}.`,
            near.length === 1 ? near[0]?.name : undefined,
            name,
            [entry.at],
          ),
        )
      continue
    }
    const values = parameter.shape?.values
    if (!value || !values || values.length < 2) continue
    const subject = `${name} of ${field.name}: ${value}`
    if (values.includes(value)) claims.push(holds(kind, spotOf(at), subject, 'The schema has it.', [entry.at]))
    else claims.push(wrong(at, subject, `It may be ${values.join(', ')}.`, undefined, value, [parameter.at ?? entry.at]))
  }
  const shape = entry.responses.find((response) => response.shape)?.shape
  const inside = (asked: AskedField[], of: Shape | undefined): void => {
    const type = of?.type === 'array' ? of.items : of
    const fields = type?.fields ?? []
    if (fields.length === 0) return
    for (const it of asked) {
      if (it.name.startsWith('__')) continue
      const real = fields.find(({ name }) => name === it.name)
      const subject = `${type?.name ?? field.name}.${it.name}`
      if (real) {
        claims.push(holds(kind, spotOf(it.at), subject, 'The schema has it.', [entry.at]))
        inside(it.fields, real.shape)
      } else {
        const near = fields.filter(({ name }) => isNear(name, it.name))
        claims.push(
          wrong(
            it.at,
            subject,
            near[0] ? `It has ${near[0].name}.` : `It has ${fields.map(({ name }) => name).join(', ')}.`,
            near.length === 1 ? near[0]?.name : undefined,
            it.name,
            [entry.at],
          ),
        )
      }
    }
  }
  inside(field.fields, shape)
  return claims
}
