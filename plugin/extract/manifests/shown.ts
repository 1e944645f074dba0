/** What of a line may be kept and shown. In: a line of a manifest. Out: its beginning, with secrets masked. */
import { mask } from '../../secrets/mask'

/** Evidence is for reading; a longer line is cut. */
const LONGEST = 200

/** Of a file in one line, a fact shows where the line begins. More than is shown, so that a mask sees a secret to its end. */
export function beginning(line: string): string {
  return line.slice(0, 4 * LONGEST).trim()
}

export function short(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

/** `KEY=value`, `--password value` and `user:password@` hold a secret without quotes, which other masks look for. */
const ASSIGNED =
  /((?:pass(?:word|wd|phrase)?|secret|token|api_?key|access_?key|private_?key|auth)[\w-]*["']?\s*[:=]\s*)(?!\s*(?:\$|\{|process|true\b|false\b|null\b))("[^"]*"|'[^']*'|[^\s"',;&]+)/gi
const OPTION = /(--?(?:p|pass(?:word)?|token|secret|api-?key|auth-?token)[= ]+)(?![$-])("[^"]*"|'[^']*'|[^\s"']+)/gi
const USER_INFO = /([a-z][a-z0-9+.-]*:\/\/)[^\s/@"']+@/gi

export function masked(text: string): string {
  return mask(text).text.replace(USER_INFO, '$1***@').replace(ASSIGNED, '$1***').replace(OPTION, '$1***')
}

/** The line as evidence shows it. */
export function shownLine(line: string): string {
  return short(masked(beginning(line)))
}
