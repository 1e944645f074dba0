/** Something that was there and was not (wholly) read. The page "Not analysed" lists every one. */
export interface NotAnalysed {
  /** A path, or for a rule its id. */
  subject: string
  stage: 'scan' | 'extract' | 'link' | 'judge'
  reason:
    | 'binary'
    | 'minified'
    | 'generated'
    | 'vendored'
    | 'build output'
    | 'too large'
    | 'unreadable'
    | 'not UTF-8'
    | 'symlink out of the tree'
    | 'does not parse'
    | 'unresolved import'
    | 'limit reached'
    | 'rule stopped'
    | 'excluded by option'
  /** One plain sentence: what was met, and where that is useful what was expected. */
  detail: string
  line?: number
}
