/**
 * What documents name, as far as linking looks at code because of it. In: documents. Out: words, flags, calls, modules and headings;
 * never what is said of them, which the audit reads.
 */
import path from 'node:path'
import type { DocumentFacts } from '../types'

export interface Told {
  words: Words
  /** Names of options that code reads for the flags of commands: `dryRun` for `--dry-run`. */
  flags: string[]
  /** Calls of samples that are handed functions: `app.get(/users)`. */
  calls: string[]
  /** Modules that samples import, other than by relative paths; each with the folder of its document. */
  imports: { from: string; specifier: string }[]
  /** The first heading of each README, of the highest rank. */
  readmes: { path: string; heading: string; line: number }[]
  /** Paths of all documents. */
  paths: string[]
}

/** Words of documents, and a note of which were asked for: other documents that would answer the same make no difference. */
export interface Words {
  has(word: string): boolean
}

export class NotedWords implements Words {
  private readonly answers = new Map<string, boolean>()

  constructor(private readonly words: ReadonlySet<string>) {}

  has(word: string): boolean {
    const known = this.answers.get(word)
    if (known !== undefined) return known
    const answer = this.words.has(word)
    this.answers.set(word, answer)
    return answer
  }

  /** Words that were asked for, by whether documents have them. */
  asked(): { present: string[]; absent: string[] } {
    const of = (wanted: boolean) => [...this.answers].flatMap(([word, answer]) => (answer === wanted ? [word] : []))
    return { present: of(true), absent: of(false) }
  }

  /** Whether these documents give the same answers. Asking here leaves no note. */
  agrees({ present, absent }: { present: readonly string[]; absent: readonly string[] }): boolean {
    return present.every((word) => this.words.has(word)) && !absent.some((word) => this.words.has(word))
  }
}

export function toldIn(documents: readonly DocumentFacts[]): Told & { words: NotedWords } {
  return {
    words: new NotedWords(wordsOf(documents)),
    flags: sorted(documents.flatMap(({ passages }) => passages.flatMap(({ raw }) => flagsIn(raw)))),
    calls: sorted(documents.flatMap(({ fences }) => fences.flatMap(({ sample }) => sample?.callbacks.map(({ call }) => call) ?? []))),
    imports: importsOf(documents),
    readmes: documents.flatMap(({ path: file, headings }) => {
      const heading = headings.find(({ depth }) => depth === 1)
      return heading && /(?:^|\/)readme(?:\.\w+)?$/i.test(file) ? [{ path: file, heading: heading.text, line: heading.line }] : []
    }),
    paths: documents.map(({ path: file }) => file),
  }
}

function wordsOf(documents: readonly DocumentFacts[]): Set<string> {
  const words = new Set<string>()
  const add = (text: string): void => {
    for (const word of text.match(/[A-Za-z_$][\w$]*/g) ?? []) words.add(word)
  }
  for (const { passages, fences } of documents) {
    for (const { raw } of passages) add(raw)
    for (const { text } of fences) add(text)
  }
  return words
}

function flagsIn(text: string): string[] {
  return [...text.matchAll(/(?<![\w-])--([a-z][\w-]*)/g)].map((match) => camelCase(match[1] as string))
}

function importsOf(documents: readonly DocumentFacts[]): Told['imports'] {
  const found = new Map<string, Told['imports'][number]>()
  for (const { path: document, fences } of documents)
    for (const { sample } of fences)
      for (const { specifier } of sample?.imports ?? []) {
        if (/^[./]/.test(specifier)) continue
        const from = path.posix.dirname(document)
        found.set(`${from} ${specifier}`, { from, specifier })
      }
  return [...found.values()]
}

function camelCase(flag: string): string {
  return flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

const sorted = (texts: string[]) => [...new Set(texts)].sort()
