/**
 * Fragments of OpenAPI in comments: `@swagger` or `@openapi`, then YAML. In: path and text of a code file. Out: what the
 * fragments declare together, with lines of the file.
 */
import type { Definition } from '../../graph'
import { at, entriesOf, map } from '../manifests/read/located'
import { operationsOf } from './openapi'
import { readDocument } from './text'

const TAG = /^[\s*]*@(?:swagger|openapi)\b[^\n]*\n/m

export function commentedDefinition(path: string, text: string): { definition?: Definition; problem?: string } {
  if (!text.includes('@swagger') && !text.includes('@openapi')) return {}
  const lines = text.split('\n')
  const operations: Definition['operations'] = []
  const types: Definition['types'] = []
  let problem: string | undefined
  for (const comment of text.matchAll(/\/\*\*[\s\S]*?\*\//g)) {
    const tag = TAG.exec(comment[0])
    if (!tag) continue
    const before = text.slice(0, comment.index + tag.index + tag[0].length).split('\n').length - 1
    const body = comment[0]
      .slice(tag.index + tag[0].length)
      .replace(/\*\/$/, '')
      .split('\n')
      .map((line) => line.replace(/^\s*\* ?/, ''))
    // Further tags end the fragment.
    const end = body.findIndex((line) => /^\s*@\w/.test(line))
    const fragment = (end < 0 ? body : body.slice(0, end)).join('\n')
    if (fragment.trim() === '') continue
    try {
      const document = readDocument(fragment, `${path}.yaml`)
      const paths = entriesOf(document).filter(({ key }) => key.startsWith('/'))
      const whole = at(document, 'paths') || paths.length === 0 ? document : map([{ key: 'paths', line: 1, value: map(paths, 1) }], 1)
      const read = operationsOf(whole, [])
      operations.push(
        ...read.operations.map((operation) => ({
          ...operation,
          line: operation.line + before,
          text: (lines[operation.line + before - 1] ?? '').trim().slice(0, 160),
        })),
      )
      types.push(...read.types.map((type) => ({ ...type, line: type.line + before })))
    } catch (cause) {
      problem ??= `A comment with an OpenAPI fragment, line ${before}, could not be read: ${(cause as Error).message}`
    }
  }
  return {
    ...(operations.length + types.length > 0 ? { definition: { path, format: 'jsdoc', operations, types } } : {}),
    ...(problem ? { problem } : {}),
  }
}
