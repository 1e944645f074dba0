/** Installs that may bring other versions than the ones that were tested. In: a line of shell. Out: why, undefined where it is bound to a lock file. */
import { rowsByName } from '../../../../rows-by-name'

/** Options that take a value of their own. */
const WITH_VALUE = /^(?:--prefix|-C|--cwd|--dir|--registry|--cache|--loglevel|--omit|--only|--network-timeout|--filter|--workspace|-w|--mutex)$/

export function unlockedInstall(line: string): string | undefined {
  const words = line.trim().split(/\s+/)
  const start = words.findIndex((word) => /^(?:npm|yarn|pnpm|bun)$/.test(word))
  if (start < 0) return undefined
  const tool = words[start] as string
  const rest = words.slice(start + 1)
  if (rest.some((word) => /^(?:-g|--global|--location=global|global|--package-lock-only|--help)$/.test(word))) return undefined
  const positional: string[] = []
  for (let index = 0; index < rest.length; index++) {
    const word = rest[index] as string
    if (WITH_VALUE.test(word)) index++
    else if (!word.startsWith('-')) positional.push(word)
  }
  const [verb, ...packages] = positional
  const named = packages.filter((word) => !/^(?:\.|\|\||&&|;|>|2>)/.test(word))
  if (tool === 'npm' && (verb === 'install' || verb === 'i') && named.length === 0) return 'npm install'
  const isYarnInstall =
    tool === 'yarn' &&
    (verb === undefined
      ? rest.every((word) => word.startsWith('-')) && !rest.some((word) => /^(?:--version|-v)$/.test(word))
      : verb === 'install' && named.length === 0)
  if (isYarnInstall && !rest.some((word) => /^--(?:frozen-lockfile|pure-lockfile|immutable|immutable-cache|check-cache)$/.test(word)))
    return 'yarn install'
  if (tool === 'pnpm' && (verb === 'install' || verb === 'i') && named.length === 0 && rest.includes('--no-frozen-lockfile'))
    return 'pnpm install --no-frozen-lockfile'
  if (tool === 'bun' && (verb === 'install' || verb === 'i') && named.length === 0 && !rest.includes('--frozen-lockfile')) return 'bun install'
  return undefined
}

export const LOCKED: Record<string, string> = rowsByName({
  'npm install': 'npm ci',
  'yarn install': 'yarn install --immutable',
  'pnpm install --no-frozen-lockfile': 'pnpm install --frozen-lockfile',
  'bun install': 'bun install --frozen-lockfile',
})

/** Commands of a script, joined lines taken together; each with how many lines below the first it stands. */
export function commandsOf(script: string): { text: string; line: number }[] {
  const found: { text: string; line: number }[] = []
  let line = 0
  let open = ''
  let begun = 0
  for (const row of script.split('\n')) {
    if (open === '') begun = line
    line++
    if (/\\\s*$/.test(row)) {
      open += `${row.replace(/\\\s*$/, '')} `
      continue
    }
    const whole = open + row
    open = ''
    if (/^\s*#/.test(whole)) continue
    for (const part of whole.split(/&&|\|\||;/)) if (part.trim() !== '') found.push({ text: part.trim(), line: begun })
  }
  if (open.trim() !== '') found.push({ text: open.trim(), line: begun })
  return found
}
