/** What the parts of `init` hand to each other. */
import type { AnalyseOptions, DiagramFormat, Framework, Page } from '../types'

/** As typed; what is missing is asked for, or has a default, or is an error that names the flag. */
export interface InitFlags {
  docs?: string
  /** Separated by commas. */
  frameworks?: string
  diagrams?: string
  yes?: boolean
}

export interface InitRim {
  out: NodeJS.WritableStream
  /** Where a person can be asked; undefined in scripts, pipes and builds. */
  terminal: { input: NodeJS.ReadStream; output: NodeJS.WriteStream } | undefined
  /** The pages of a folder in which nothing was analysed yet. */
  placeholder(project: string, options: Pick<AnalyseOptions, 'frameworks' | 'diagrams'>): Promise<Page[]>
}

/** Both are checked: whoever answers cannot name what does not exist. */
export interface Choices {
  frameworks: Framework[]
  diagrams: DiagramFormat
}

export interface Answerer {
  /** @param question its own words, and the default; without a default an answer must come from the user */
  docs(question: DocsQuestion): Promise<string>
  choices(): Promise<Choices>
  /** Whether a change that was shown may be made. */
  agrees(message: string): Promise<boolean>
}

export interface DocsQuestion {
  message: string
  /** Shown in the empty field, and taken when it stays empty. */
  suggestion: string
  /** Also holds where nobody can be asked. */
  isDefault: boolean
  /** Completes the sentence "expected …". */
  expected: string
  /** What is wrong with an answer. */
  problem(answer: string): string | undefined
}
