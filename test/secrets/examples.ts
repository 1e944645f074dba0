/** Examples of secrets, made of recipes as a test runs. `{hex:32}` becomes 32 digits; nothing that looks real stands anywhere. */
const ALPHABETS: Record<string, string> = {
  hex: '0a9b3c7d1e5f2846',
  lower: 'q7w2e9r4t1y6u3i8o5pasdfghjklzxcvbnm0',
  upper: 'Q7W2E5R4T6YUIOPASDFGHJKLZXCVBNM3',
  word: 'k3Jx9Wq2Lm7Rt5Vb8Nc1Zd6Hf4PgYsTuAeIoUwXyBhCjDlEmFnGpKrMvOzSa0',
  url: 'k3Jx9Wq2-Lm7Rt5_Vb8Nc1Zd6Hf4PgYsTuAeIoUwXyBhCjDlEmFnGpKrMvOzSa0',
  alpha: 'kqjxwmlrtvbnczdhfpgysuaeioQJXWMLRTVBNCZDHFPGYSUAEIO',
  base64: 'k3Jx9Wq2+Lm7Rt5/Vb8Nc1Zd6Hf4PgYsTuAeIoUwXyBhCjDlEmFnGpKrMvOzSa0',
  digit: '7294185306',
}

/** As long as wanted; the same for the same recipe. */
export function made(alphabet: string, length: number): string {
  const characters = ALPHABETS[alphabet]
  if (!characters) throw new Error(`There is no alphabet "${alphabet}"`)
  let seed = 7
  return Array.from({ length }, () => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return characters[seed % characters.length]
  }).join('')
}

export function exampleOf(recipe: string): string {
  return recipe.replace(/\{(?:(\w+):(\d+))?\}/g, (_, alphabet: string | undefined, length: string) =>
    alphabet ? made(alphabet, Number(length)) : '',
  )
}
