import type { Evidence } from './evidence'

/** One test, as its file writes it. */
export interface TestCase {
  /** Titles from the outermost suite to the test, joined by ` > `. */
  title: string
  framework: string
  at: Evidence
  endLine: number
  /** `only`: others are left out because of it. */
  state: 'run' | 'skipped' | 'only' | 'todo'
  /** Calls that check something, helpers followed; the first few lines. */
  assertions: Evidence[]
  /** What it leaves to chance or time. */
  unsteady: { why: 'sleep' | 'real timer' | 'fixed port' | 'date' | 'random' | 'network' | 'order'; at: Evidence }[]
}

/** Whether tests come by something that matters. */
export interface TestReach {
  /** `POST /login`, a guard's or a function's name. */
  subject: string
  kind: 'entry point' | 'guard' | 'payment' | 'data write' | 'function'
  at: Evidence
  /** `called`: a test requests or calls it. `imported`: a test loads its file. `none`: neither. */
  reached: 'called' | 'imported' | 'none'
  by: Evidence[]
  /** Why it matters, highest first: 0 to 100, from exposure, what it changes and how complex it is; the formula stands in the docs. */
  weight: number
  reasons: string[]
}

/** A file that says which lines ran, as a tool wrote it. */
export interface CoverageFile {
  file: string
  format: 'lcov' | 'istanbul' | 'clover' | 'cobertura'
  /** Lines that ran and lines there are, by source file. */
  files: { path: string; covered: number; total: number }[]
}

export interface Testing {
  frameworks: string[]
  cases: TestCase[]
  reach: TestReach[]
  coverage: CoverageFile[]
}
