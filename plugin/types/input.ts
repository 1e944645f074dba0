import type { Control } from './control'
import type { Evidence } from './evidence'

/** One parameter that is read from outside. */
export interface InputPlace {
  /** `POST /login`. */
  door: string
  /** As the code calls it: `email`; `body` where all of it is taken. */
  name: string
  /** `pass`: behind a schema or validator. `partial`: a test of the code's own that turns requests away. */
  validation: Control
  /** `pass`: changed to something harmless before it is used. */
  sanitization: Control
  at: Evidence
}

/** Everything that comes in by one kind of source. */
export interface InputSource {
  kind: 'URL parameters' | 'query strings' | 'request body' | 'headers' | 'file uploads' | 'cookies'
  /** Parameters read, and of these: behind a validator, tested by hand, not to be told, and cleaned before use. */
  count: number
  validated: number
  byHand: number
  untold: number
  sanitized: number
  /** What validates and what sanitizes, as the code calls it; each once. */
  validators: string[]
  sanitizers: string[]
  places: InputPlace[]
}

/** Something that reads text as more than text: a database, a shell, a page. What was looked at, faults or none. */
export interface Interpreter {
  /** Stable: `sql`, `shell`, `markup`, `nosql`, `ldap`… */
  id: string
  /** Calls and assignments outside tests that hand something to it. */
  calls: number
  /** Of these: written in the code; with values handed over apart from the text; put together from values; not to be told. */
  fixed: number
  bound: number
  built: number
  untold: number
  libraries: string[]
  /** A few lines of each sort that counts, in the order of the sorts. */
  examples: { sort: 'fixed' | 'bound' | 'built' | 'untold'; at: Evidence }[]
  /** Calls that do the same without a text to be misread: an ORM, a program started with a list of arguments, text content. */
  instead: { what: string; count: number; at: Evidence[] }[]
}

/** A place that prints a value into a page without escaping it. */
export interface UnescapedOutput {
  /** Where on a page: `HTML body`, `JavaScript`, `HTML attribute`, `URL`. */
  context: string
  /** As the code writes what is printed: `marked(doc.memo)`. */
  printed: string
  because: string
  at: Evidence
}

export interface Upload {
  /** `POST /photo`; empty where no door could be told. */
  doors: string[]
  /** `multer`, `formidable`… */
  library: string
  /** Where the parser is set up. */
  at: Evidence
  /** Extension whitelist, MIME validation, size limit, filename sanitization, content scanning, separate domain; in this order. */
  controls: Control[]
}

export interface Input {
  /** Always the six kinds, in this order. */
  sources: InputSource[]
  /** Library of validation, cleaning of whole requests; in this order. */
  practices: Control[]
  interpreters: Interpreter[]
  /** HTML body, HTML attribute, JavaScript, URL, CSS, JSON; in this order. */
  encoding: Control[]
  /** Content security policy: what is left when encoding fails. */
  secondLine: Control
  unescaped: UnescapedOutput[]
  /** Prints of templates: escaped by their engine, and not. */
  prints: { escaped: number; plain: number }
  uploads: Upload[]
}
