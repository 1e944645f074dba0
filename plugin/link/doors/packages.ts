/** Packages of a repository: which one a file belongs to. */
import type { Extracted } from '../../graph'

export class Packages {
  /** Directories with a package.json, the deepest first, each with a slash at its end; '' is the root. */
  private readonly directories: string[]

  constructor({ manifests, configs }: Extracted) {
    const found = [...manifests, ...configs]
      .filter(({ path }) => /(?:^|\/)package\.json$/.test(path))
      .map(({ path }) => path.slice(0, -'package.json'.length))
    this.directories = [...new Set([...found, ''])].sort((one, other) => other.length - one.length || (one < other ? -1 : 1))
  }

  of(path: string): string {
    return this.directories.find((directory) => path.startsWith(directory)) ?? ''
  }
}
