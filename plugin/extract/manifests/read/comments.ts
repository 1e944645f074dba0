/**
 * Comments turned into spaces, so that what is commented out is no fact while every offset and line still holds. Strings are
 * told apart from comments first: an address in quotes is not the beginning of one.
 */
const STRINGS = /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/
const SLASHES = /\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*/
const HASH = /#[^\n]*/

const slashes = new RegExp(`${STRINGS.source}|${SLASHES.source}`, 'g')
const hash = new RegExp(`${STRINGS.source}|${HASH.source}`, 'g')
const both = new RegExp(`${STRINGS.source}|${SLASHES.source}|${HASH.source}`, 'g')

/** Comments of two slashes, and of a slash and a star. */
export function withoutComments(text: string): string {
  return blank(text, slashes)
}

/** Comments of a hash. */
export function withoutHashComments(text: string): string {
  return blank(text, hash)
}

export function withoutAnyComments(text: string): string {
  return blank(text, both)
}

function blank(text: string, pattern: RegExp): string {
  return text.replace(pattern, (token) => (/^[/#]/.test(token) ? token.replace(/[^\n]/g, ' ') : token))
}
