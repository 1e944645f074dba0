/**
 * Code of a single-file component (.vue, .svelte, .astro). In: the whole text. Out: the same length with all but code blanked, so that
 * offsets hold: its scripts, and what its template prints as markup (`v-html="text"`, `{@html text}`) as a call `$h(text)`.
 */
export function scriptsOf(text: string): { text: string; typescript: boolean } {
  const script = /<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi
  let result = ''
  let at = 0
  let typescript = false
  for (const match of text.matchAll(script)) {
    const attributes = match[1] as string
    const body = match[2] as string
    if (/\bsrc\s*=/.test(attributes)) continue
    const kind = /\blang\s*=\s*["']?(\w+)/.exec(attributes)?.[1]
    if (kind && !/^(?:ts|tsx|js|jsx|typescript|javascript)$/.test(kind)) continue
    if (kind && /^t/.test(kind)) typescript = true
    const start = match.index + match[0].indexOf('>') + 1
    result += templateOf(text.slice(at, start)) + body
    at = start + body.length
  }
  return { text: result + templateOf(text.slice(at)), typescript }
}

/** What stands before and behind an expression that is printed as markup. */
const PRINTS =
  /(\bv-html\s*=\s*")([^"]+)(")|(\bv-html\s*=\s*')([^']+)(')|(\{@html\s)((?:[^{}]|\{[^{}]*\})+)(\})|(\bset:html\s*=\s*\{)((?:[^{}]|\{[^{}]*\})+)(\})/g
/** A closure, since the script that declares the names may stand below. */
const CALL = ';_=>$h('

function templateOf(text: string): string {
  // Comments, styles and scripts that are no code keep their length and lose their words.
  const visible = text.replace(/<!--[\s\S]*?-->|<style\b[\s\S]*?<\/style\s*>/gi, blank)
  let result = ''
  let at = 0
  for (const match of visible.matchAll(PRINTS)) {
    const [before, expression] = [match[1] ?? match[4] ?? match[7] ?? match[10], match[2] ?? match[5] ?? match[8] ?? match[11]] as [string, string]
    if (before.length < CALL.length) continue
    // The sign behind the call takes the place of what follows the quote or brace, unless that ends the line.
    const end = match.index + match[0].length
    const sign = /[\n\r]|^$/.test(visible.slice(end, end + 1)) ? '' : ';'
    result += `${blank(visible.slice(at, match.index))}${CALL.padStart(before.length)}${expression})${sign}`
    at = end + sign.length
  }
  return result + blank(visible.slice(at))
}

/**
 * Code of an .astro file: what stands between its two fences runs on the server, and `set:html={text}` prints markup. Scripts
 * below run in the browser, and names of theirs are not those of the page, so they are left out.
 */
export function frontMatterOf(text: string): { text: string; typescript: boolean } {
  const start = /^\s*---[^\S\n]*\r?\n/.exec(text)?.[0].length ?? 0
  // The closing fence may follow the opening one at once.
  const end = start === 0 || text.startsWith('---', start) ? start : text.indexOf('\n---', start)
  const body = text.slice(start, Math.max(start, end))
  return { text: blank(text.slice(0, start)) + body + templateOf(text.slice(start + body.length)), typescript: true }
}

const blank = (text: string) => text.replace(/[^\n\r]/g, ' ')
