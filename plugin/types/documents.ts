import type { Sample } from './samples'

/** A text that people read, taken apart. Depends on that file alone; secrets are masked, offsets and lines hold. */
export interface DocumentFacts {
  path: string
  /** `env`: an example of a settings file, whose comments and names are statements as well. */
  format: 'markdown' | 'env' | 'text'
  lines: number
  headings: Heading[]
  /** Places of links that HTML in the text defines. */
  anchors: string[]
  /** In the order of the text. */
  passages: Passage[]
  fences: Fence[]
  links: DocumentLink[]
  /** Where the audit is told not to look, and why. */
  silenced: Silenced[]
}

export interface Heading {
  depth: number
  /** Without markup. */
  text: string
  /** As code hosts and Docusaurus make it, without `#`. */
  anchor: string
  line: number
}

/** A stretch of prose: a paragraph, an item, a cell. */
export interface Passage {
  kind: 'heading' | 'paragraph' | 'item' | 'cell' | 'quote'
  /** As written, markup included, so that lines can be counted in it. */
  raw: string
  line: number
  /** Inline code; `commands` where it reads like a command line. */
  codes: { text: string; line: number; commands?: ShellCommand[] }[]
  /** Number of the heading it stands under, -1 before the first. */
  heading: number
  /** Of a task list. */
  checked?: boolean
  /** Of a cell: number of its table in the document, row from 0 (heads are -1), column, and what heads the column. */
  cell?: { table: number; row: number; column: number; head: string }
}

/** A block of code. */
export interface Fence {
  /** As written after the marks, lower case: `bash`, `ts`, ''. */
  language: string
  meta: string
  text: string
  /** Of the first line of its text. */
  line: number
  heading: number
  /** The passage in front of it, in the same section. */
  before: string
  /** Of a block that a shell would read; undefined for any other language. */
  commands?: ShellCommand[]
  /** Of TypeScript and JavaScript. */
  sample?: Sample
}

/** One command of a shell text, with what it is given. Nothing is expanded, and nothing is ever run. */
export interface ShellCommand {
  /** The program and its arguments without quotes; what a shell would put in (`$NAME`, `<name>`) stays as written. */
  words: string[]
  line: number
  /** The line as written. */
  text: string
  /** What the comment in front of it says, or the one at the end of its line. */
  comment?: string
}

export interface DocumentLink {
  /** As written. */
  url: string
  /** What it shows, without markup. */
  text: string
  line: number
  image: boolean
  heading: number
}

/** `<!-- plumbline-ignore KIND: reason -->`: the next block; with `-start` and `-end` all between; with `-file` the document. */
export interface Silenced {
  /** A kind of claim, or `all`. */
  kind: string
  reason: string
  from: number
  to: number
  line: number
}
