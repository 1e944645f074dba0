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
  /** The line that skips it or singles it out, where that is a suite around it. */
  stateAt?: Evidence
  /** Calls that check something, helpers followed; the first few lines. */
  assertions: Evidence[]
  /** Whether its body could be looked at: a function that is handed in from elsewhere tells nothing. */
  seen: boolean
}

/** A place in tests that leaves the result to chance or time. */
export interface UnsteadyPlace {
  why: 'sleep' | 'real timer' | 'fixed port' | 'date' | 'random' | 'network' | 'order'
  at: Evidence
  /** Title of the test, name of the hook or helper around it; '' where it stands outside of all. */
  around: string
  /** As the code calls it: `cy.wait(2000)`. */
  code: string
  /** Of this place: what is left to chance, in one sentence. */
  detail: string
  /** Further lines that belong to it: where else the shared value is used. */
  evidence: Evidence[]
  confidence: 'high' | 'medium' | 'low'
}

/** Whether tests come by something that matters. */
export interface TestReach {
  /** `POST /login`, a guard's or a function's name. */
  subject: string
  kind: 'entry point' | 'guard' | 'payment' | 'data write' | 'function'
  at: Evidence
  /** `called`: a test requests or calls it. `imported`: a test loads its file. `none`: neither. */
  reached: 'called' | 'imported' | 'none'
  /** Tests that reach it, the first few. */
  by: Evidence[]
  /** Why it matters, highest first: 0 to 100, from exposure, what it changes and how complex it is; the formula stands in the docs. */
  weight: number
  reasons: string[]
}

/** A file that says which lines ran, as a tool wrote it. */
export interface CoverageFile {
  file: string
  format: 'lcov' | 'istanbul' | 'clover' | 'cobertura'
  /** Lines that ran and lines there are, by source file as the tool names it; sorted by path. */
  files: { path: string; covered: number; total: number }[]
}

export interface Testing {
  /** Names of the test runners and libraries in use: `jest`, `supertest`. */
  frameworks: string[]
  /** Files with tests or their helpers. */
  files: number
  /** In the order of files. */
  cases: TestCase[]
  unsteady: UnsteadyPlace[]
  /** Highest weight first. */
  reach: TestReach[]
  /** Paths are those of the analysed tree where one of its files is meant. */
  coverage: CoverageFile[]
}
