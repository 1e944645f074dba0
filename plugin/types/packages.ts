/** One package as a lock file resolved it. */
export interface LockedPackage {
  name: string
  version: string
  /** Where its entry begins, and what stands there. */
  line: number
  text: string
  /** Positions, in the same list, of the packages that it depends on. */
  needs: number[]
  /** Names of the packages that it expects beside it. */
  peers?: string[]
  /** Why its makers gave this version up, where the lock file says so; masked and cut. */
  deprecated?: string
}

/** What the repository's own packages ask for, where the lock file says it. */
export interface LockedRoot {
  /** Folder of the asking package, relative to the lock file's; '' for the folder itself. */
  by: string
  name: string
  /** Position of what it resolved to. */
  to: number
  scope: 'runtime' | 'dev' | 'optional' | 'peer'
}

/** A lock file. Depends on that file alone. */
export interface LockedTree {
  manager: 'npm' | 'yarn' | 'pnpm' | 'bun'
  packages: LockedPackage[]
  /** Empty where the format names none; then `asked` says what a manifest's request became. */
  roots: LockedRoot[]
  /** `name@range`, as a manifest writes both, or a name alone → position. */
  asked: Record<string, number>
  /** This format notes which versions were given up. */
  tellsDeprecated?: true
  /** Why it could not be read; then it has no packages. */
  problem?: string
}
