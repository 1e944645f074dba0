/**
 * Expressions of templates that are no JavaScript: `user.name | upper ~ "!"`. In: where one stands. Out: the parts of it that hold
 * data, as JavaScript, and what its filters make of them.
 */
import { closing } from './embedded-code'
import type { Markup } from './markup'
import type { Synthetic } from './program'

export interface Expression {
  /** Places of the names, members and calls that data come from. */
  parts: [from: number, to: number][]
  filters: string[]
}

const WORDS = new Set(
  'and or not in is if else true false none null True False None nil blank empty contains matches divisibleby defined same as'.split(' '),
)

export function expressionIn(source: string, from: number, to: number): Expression {
  const parts: Expression['parts'] = []
  const filters: string[] = []
  let isCondition = false
  let at = from
  while (at < to) {
    const sign = source[at] as string
    if (sign === '"' || sign === "'") {
      at++
      while (at < to && source[at] !== sign) at += source[at] === '\\' ? 2 : 1
      at++
    } else if (sign === '|' && source[at + 1] !== '|') {
      const name = /^\s*([A-Za-z_]\w{0,60})/.exec(source.slice(at + 1, Math.min(to, at + 80)))
      at += 1 + (name?.[0].length ?? 0)
      if (name) filters.push(name[1] as string)
      // Arguments of a filter: in brackets, or behind a colon.
      if (source[at] === '(') at = past(source, at, to)
      else if (/^\s*:/.test(source.slice(at, at + 4))) while (at < to && source[at] !== '|') at++
    } else if (/[A-Za-z_$]/.test(sign)) {
      const end = chainFrom(source, at, to)
      const word = source.slice(at, end)
      // `a if b else c`: what is asked is not printed.
      if (word === 'if' || word === 'is') isCondition = true
      else if (word === 'else') isCondition = false
      else if (!WORDS.has(word) && !isCondition) parts.push([at, end])
      at = end
    } else if (/\d/.test(sign)) while (at < to && /[\w.]/.test(source[at] as string)) at++
    else at++
  }
  return { parts, filters }
}

/** End of `name.member[0](argument)`. */
function chainFrom(source: string, from: number, to: number): number {
  let at = from
  while (at < to && /[\w$]/.test(source[at] as string)) at++
  for (;;) {
    const sign = source[at]
    if (at >= to) return to
    if (sign === '.' && /[A-Za-z_$]/.test(source[at + 1] ?? '')) {
      at++
      while (at < to && /[\w$]/.test(source[at] as string)) at++
    } else if (sign === '(' || sign === '[') {
      const end = past(source, at, to)
      if (end <= at) return at
      at = end
    } else return at
  }
}

function past(source: string, open: number, to: number): number {
  const end = closing(source, open + 1, to)
  return end < 0 ? open : end + 1
}

/** Filters behind which nothing of the text can be markup. */
export const CLEANING =
  /^(?:e|escape|escape_once|escape_html|force_escape|forceescape|striptags|strip_html|urlencode|url_encode|base64_?encode|md5|sha\w*|hmac\w*|length|size|count|int|float|round|abs|ceil|floor|plus|minus|times|divided_by|modulo|date|time|number\w*|money\w*|currency|filesize|sanitize\w*|clean\w*|purify\w*|handleize|slugify|slug|wordcount|xmlencode|h)$/i

/** Already JavaScript, where `printEscaped` takes a piece of the template. */
export function printEscapedCode(program: Synthetic, markup: Markup, place: number, value: string, end: number): void {
  const context = markup.isScriptAddress() ? '$address' : markup.context()
  for (const print of context === '$address' ? ['$address', '$escaped'] : [context])
    program
      .write(`\n${print}(`, place)
      .write(value, place)
      .write(');\n', end - 1)
}
