/** Numbers of bytes: what an option says, and how people read it. */
import { Kind } from '../../../../graph'
import { rowsByName } from '../../../../rows-by-name'
import type { Linked } from '../../../linked'
import { PLUS } from '../../../operators'

/** ts.SyntaxKind of the operators that limits are written with. */
const OPERATORS: Record<number, (a: number, b: number) => number> = {
  [PLUS]: (a, b) => a + b,
  41: (a, b) => a - b,
  42: (a, b) => a * b,
  43: (a, b) => a ** b,
  44: (a, b) => a / b,
  48: (a, b) => a * 2 ** b,
}

/** `5 * 1024 * 1024`, `'5mb'`, a constant with a name. */
export function bytesOf(linked: Linked, node: number, hops = 0): number | undefined {
  const { whole, values } = linked
  if (node < 0 || node >= whole.size || hops > 8) return undefined
  switch (whole.kind[node] as Kind) {
    case Kind.Number:
      return Number(whole.text(whole.a[node] as number).replaceAll('_', ''))
    case Kind.String:
      return bytesIn(whole.text(whole.a[node] as number))
    case Kind.Binary: {
      const [a, b] = [bytesOf(linked, whole.a[node] as number, hops + 1), bytesOf(linked, whole.b[node] as number, hops + 1)]
      const operator = OPERATORS[whole.c[node] as number]
      return operator && a !== undefined && b !== undefined ? operator(a, b) : undefined
    }
    default: {
      const [made] = values.definitions(node)
      if (made !== undefined && made !== node) return bytesOf(linked, made, hops + 1)
      const [text] = values.texts(node)
      return text?.exact ? bytesIn(text.value) : undefined
    }
  }
}

const UNITS: Record<string, number> = rowsByName({
  b: 1,
  kb: 1024,
  k: 1024,
  kib: 1024,
  mb: 1024 ** 2,
  m: 1024 ** 2,
  mib: 1024 ** 2,
  gb: 1024 ** 3,
  g: 1024 ** 3,
  gib: 1024 ** 3,
})

export function bytesIn(text: string): number | undefined {
  const match = /^\s*(\d+(?:\.\d+)?)\s*([kmg]?i?b?)\s*$/i.exec(text)
  return match ? Number(match[1]) * (UNITS[(match[2] as string).toLowerCase() || 'b'] ?? 1) : undefined
}

/** `200 kB (200,000 bytes)`, `5 MB (5,242,880 bytes)` */
export function sizeText(bytes: number): string {
  const grouped = `${String(bytes).replace(/\B(?=(\d{3})+$)/g, ',')} bytes`
  for (const [unit, size] of [
    ['GB', 1024 ** 3],
    ['MB', 1024 ** 2],
    ['GB', 1e9],
    ['MB', 1e6],
    ['kB', 1024],
    ['kB', 1000],
  ] as const)
    if (bytes >= size && bytes % size === 0) return `${bytes / size} ${unit} (${grouped})`
  return grouped
}
