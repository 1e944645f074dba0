/** Which fences are samples of TypeScript or JavaScript. It stands apart from what reads them, which takes the compiler along. */
import type { Fence } from '../../types'

const TYPED = /^(?:ts|typescript|mts|cts)$/
const UNTYPED = /^(?:js|javascript|jsx|tsx|mjs|cjs|node|nodejs|es6)$/
/** A block without a language that begins as programs do. */
const LOOKS_LIKE_CODE = /^\s*(?:import\s[^\n]*\sfrom\s*['"]|(?:const|let|var)\s[^\n]*=\s*(?:await\s+)?(?:require|import)\()/m

/** Larger ones are listings of files. In characters. */
const MOST_TEXT = 20_000

export function isTyped(language: string): boolean {
  return TYPED.test(language)
}

export function isSample({ language, text }: Pick<Fence, 'language' | 'text'>): boolean {
  if (text.length > MOST_TEXT) return false
  return isTyped(language) || UNTYPED.test(language) || (language === '' && LOOKS_LIKE_CODE.test(text))
}
