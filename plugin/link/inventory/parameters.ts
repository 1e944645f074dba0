/** Parameters of a function as its own text writes them. */
import type { ExportedParameter } from '../../types'
import type { Linked } from '../linked'

/** Longest parameter that is read to its end, in characters. */
const MOST_TEXT = 600

export function parametersOf({ whole }: Linked, fn: number, typed: boolean): ExportedParameter[] {
  const made = whole.functions[fn]
  if (!made) return []
  return made.params.map((node, index) => {
    const written = whole.sourceOf(node, MOST_TEXT)
    const { type, initial, optional } = partsOf(written)
    const rest = whole.c[node] === 1
    return {
      name: (made.fact.paramNames[index] ?? '').replace(/\s+/g, ' '),
      required: typed && !optional && initial === undefined && !rest,
      ...(rest ? { rest } : {}),
      ...(type ? { type } : {}),
      ...(initial ? { default: initial } : {}),
    }
  })
}

/** `@Inject() private name?: Type = value`, split where none of its brackets is open. */
export function partsOf(written: string): { type?: string; initial?: string; optional: boolean } {
  let depth = 0
  let colon = -1
  let equals = -1
  let quote = ''
  for (let at = 0; at < written.length; at++) {
    const char = written[at] as string
    if (quote) {
      if (char === '\\') at++
      else if (char === quote) quote = ''
    } else if (/["'`]/.test(char)) quote = char
    else if (/[({[<]/.test(char)) depth++
    else if (/[)}\]]/.test(char) || (char === '>' && written[at - 1] !== '=')) depth--
    else if (depth === 0 && char === ':' && colon < 0) colon = at
    else if (depth === 0 && char === '=' && written[at + 1] !== '>') {
      equals = at
      break
    }
  }
  const type = colon < 0 ? undefined : written.slice(colon + 1, equals < 0 ? undefined : equals).trim()
  const initial = equals < 0 ? undefined : written.slice(equals + 1).trim()
  return {
    ...(type ? { type } : {}),
    ...(initial ? { initial } : {}),
    optional: colon > 0 ? written[colon - 1] === '?' : /\?\s*$/.test(equals < 0 ? written : written.slice(0, equals)),
  }
}
