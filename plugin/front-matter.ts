/**
 * Front matter, read and written in one safe way. In: a Markdown text that may be hostile. Out: its fields and its body.
 * gray-matter lets a document choose its language, and evaluates one that chooses JavaScript; so the language is looked
 * at first, and only YAML and JSON are ever handed over.
 */
import matter from 'gray-matter'

export interface FrontMatter {
  data: Record<string, unknown>
  /** The text below the front matter; the whole text when there is none that we read. */
  content: string
  /** Why the front matter was not read, in one sentence; undefined when it was, or when there was none. */
  problem: string | undefined
}

type Engine = { parse(text: string): object; stringify(data: object): string }

const refuse: Engine = {
  parse() {
    throw new Error('front matter that is a program is not read')
  },
  stringify() {
    throw new Error('front matter is written as YAML only')
  },
}

/** Second lock: even a call that skips the look at the language cannot reach the engine that evaluates. */
const engines = { js: refuse, javascript: refuse, coffee: refuse, coffeescript: refuse, cson: refuse }

const readable = new Set(['', 'yaml', 'yml', 'json'])

export function readFrontMatter(text: string): FrontMatter {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text
  const untouched = { data: {}, content: source }
  if (!source.startsWith('---') || source.startsWith('----')) return { ...untouched, problem: undefined }
  const language = matter.language(source).name.toLowerCase()
  if (!readable.has(language))
    return { ...untouched, problem: `Front matter in the language "${language.slice(0, 40)}" is not read; expected YAML or JSON.` }
  try {
    const { data, content } = matter(source, { engines })
    if (!isFields(data)) return { ...untouched, problem: 'The front matter is not a list of fields.' }
    return { data, content, problem: undefined }
  } catch (error) {
    return { ...untouched, problem: `The front matter cannot be parsed: ${firstLine(error)}` }
  }
}

/** `content` is never parsed again: given as a string, gray-matter would obey a second front matter at its beginning. */
export function writeFrontMatter(data: Record<string, unknown>, content: string): string {
  return matter.stringify({ content }, data, { engines })
}

function isFields(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null && !Array.isArray(data) && Object.getPrototypeOf(data) === Object.prototype
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0]!
}
