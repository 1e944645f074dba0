/** Script of a single-file component (.vue, .svelte). In: the whole text. Out: the same length with all but the scripts blanked, so that offsets hold. */
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
    result += blank(text.slice(at, start)) + body
    at = start + body.length
  }
  return { text: result + blank(text.slice(at)), typescript }
}

const blank = (text: string) => text.replace(/[^\n\r]/g, ' ')
