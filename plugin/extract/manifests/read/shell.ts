/**
 * Commands in shell text: scripts of workflows, `RUN` lines, process files. Only what a command is called and its arguments
 * matter here; anything that is merely mentioned (in a comment, a quoted sentence, a here-document) is no command.
 */

export interface Command {
  /** Without directories: `npm`. */
  name: string
  words: string[]
  line: number
}

/** Words after which another command begins. */
const PREFIXES =
  /^(?:sudo|time|exec|nohup|command|env|then|do|else|elif|if|while|until|!|\{|\(|&&|cross-env|dotenv|--|xargs|retry|nice|doas|stdbuf|winpty)$/

export function commandsIn(script: string, firstLine: number): Command[] {
  const found: Command[] = []
  let line = firstLine
  let start = firstLine
  let words: string[] = []
  let word = ''
  let quote = ''
  let hasWord = false
  let ends: string[] = []

  const endWord = () => {
    if (hasWord) words.push(word)
    word = ''
    hasWord = false
  }
  const endCommand = () => {
    endWord()
    const command = toCommand(words, start)
    if (command) found.push(command)
    words = []
    start = line
  }

  for (let at = 0; at < script.length; at++) {
    const char = script[at] as string
    if (char === '\n') line++
    if (quote) {
      if (char === quote) quote = ''
      else if (char === '\\' && quote === '"' && at + 1 < script.length) word += script[++at]
      else word += char
      continue
    }
    if (char === '\\') {
      const next = script[at + 1]
      if (next === '\n') line++
      else if (next !== undefined && next !== '\r') {
        word += next
        hasWord = true
      }
      at++
    } else if (char === '"' || char === "'") {
      quote = char
      hasWord = true
    } else if (char === '#' && !hasWord) {
      while (at + 1 < script.length && script[at + 1] !== '\n') at++
    } else if (char === '\n') {
      const markers = ends
      ends = []
      endCommand()
      for (const marker of markers) [at, line] = pastHereDocument(script, at, line, marker)
      start = line
    } else if (char === '<' && script.startsWith('<<', at) && script[at + 2] !== '<') {
      const marker = /^<<-?\s*(["']?)([\w.]+)\1/.exec(script.slice(at, at + 80))
      if (marker) {
        ends.push(marker[2] as string)
        at += marker[0].length - 1
      }
    } else if (char === ';' || char === '|' || (char === '&' && script[at + 1] === '&') || char === '(' || char === ')' || char === '`') {
      // `$(` begins a command of its own; what it stands in goes on behind it, and is not needed any more.
      if (char === '&') at++
      if (char === '(' && word.endsWith('$')) word = word.slice(0, -1)
      endCommand()
    } else if (/\s/.test(char)) {
      endWord()
      if (words.length === 0) start = line
    } else {
      if (words.length === 0 && !hasWord) start = line
      word += char
      hasWord = true
    }
  }
  endCommand()
  return found
}

function pastHereDocument(script: string, at: number, line: number, marker: string): [at: number, line: number] {
  let from = at + 1
  while (from < script.length) {
    const end = script.indexOf('\n', from)
    const text = script.slice(from, end < 0 ? undefined : end)
    if (end < 0) return [script.length, line]
    line++
    if (text.trim() === marker) return [end, line]
    from = end + 1
  }
  return [script.length, line]
}

function toCommand(words: string[], line: number): Command | undefined {
  let from = 0
  while (from < words.length && isBefore(words[from] as string, from > 0)) from++
  const first = words[from]
  if (first === undefined) return undefined
  const name = first.slice(first.lastIndexOf('/') + 1).replace(/\.(?:exe|cmd)$/, '')
  return /^[A-Za-z][\w.+-]*$/.test(name) ? { name, words: words.slice(from + 1), line } : undefined
}

/** Assignments, `sudo` and its like, and the options of these. */
function isBefore(word: string, afterPrefix: boolean): boolean {
  return PREFIXES.test(word) || /^[A-Za-z_]\w*\+?=/.test(word) || (afterPrefix && /^-/.test(word))
}
