/** A lock file's tree as it grows: packages by the key under which the file has them. */
import type { LockedPackage, LockedRoot, LockedTree } from '../../types'

/** Longest evidence text, in characters. */
const MOST_TEXT = 160

/** Addresses of packages may hold a token: what is kept and shown does not. */
const USER_INFO = /([a-z][a-z0-9+.-]*:\/\/)[^\s/@"']+@/gi
const masked = (text: string) => (text.includes('://') ? text.replace(USER_INFO, '$1***@') : text)

const cut = (text: string) => (text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT - 1)}…` : text)

export class Growing {
  readonly packages: LockedPackage[] = []
  readonly roots: LockedRoot[] = []
  private readonly asked = new Map<string, number>()
  private readonly byKey = new Map<string, number>()

  add(key: string, name: string, version: string, { line, text }: { line: number; text: string }): number {
    const shown = masked(text.trim())
    const position = this.packages.push({ name, version: masked(version), line, text: cut(shown), needs: [] }) - 1
    this.byKey.set(key, position)
    return position
  }

  /** What an entry says of itself: packages that it expects beside it, and why it was given up. */
  describe(position: number, entry: unknown): void {
    const found = this.packages[position] as LockedPackage
    const peers = entries(field(entry, 'peerDependencies')).map(([name]) => name)
    if (peers.length > 0) found.peers = peers
    const deprecated = textIn(entry, 'deprecated')
    if (deprecated !== undefined && deprecated !== '') found.deprecated = cut(masked(deprecated.replace(/\s+/g, ' ').trim()))
  }

  /** A second key of the same package. */
  alias(key: string, position: number): void {
    this.byKey.set(key, position)
  }

  at(key: string): number | undefined {
    return this.byKey.get(key)
  }

  /** What a manifest's request became. */
  answer(request: string, position: number): void {
    this.asked.set(masked(request), position)
  }

  answered(request: string): number | undefined {
    return this.asked.get(masked(request))
  }

  need(position: number, needed: number | undefined): void {
    const { needs } = this.packages[position] as LockedPackage
    if (needed !== undefined && needed !== position && !needs.includes(needed)) needs.push(needed)
  }

  root(by: string, name: string, to: number | undefined, scope: LockedRoot['scope']): void {
    if (to !== undefined) this.roots.push({ by, name, to, scope })
  }

  tree(manager: LockedTree['manager'], tells: Pick<LockedTree, 'tellsDeprecated'> = {}): LockedTree {
    return { manager, packages: this.packages, roots: this.roots, asked: Object.fromEntries(this.asked), ...tells }
  }
}

/** Keys of manifests and of lock files that list what a package asks for, with what they mean. */
export const scopes = { dependencies: 'runtime', devDependencies: 'dev', optionalDependencies: 'optional', peerDependencies: 'peer' } as const

/** The entries of something that may be no object: the text is a stranger's. */
export function entries(of: unknown): [string, unknown][] {
  return typeof of === 'object' && of !== null && !Array.isArray(of) ? Object.entries(of) : []
}

export function field(of: unknown, name: string): unknown {
  return typeof of === 'object' && of !== null && Object.hasOwn(of, name) ? (of as Record<string, unknown>)[name] : undefined
}

export function textIn(of: unknown, name: string): string | undefined {
  const value = field(of, name)
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
}

export interface Line {
  line: number
  text: string
}

/** Lines by the key that a pattern takes out of them; the first of each key counts. */
export function linesByKey(text: string, pattern: RegExp, isInside: (line: string, number: number) => boolean = () => true): Map<string, Line> {
  const found = new Map<string, Line>()
  let number = 0
  for (const line of text.split(/\r?\n/)) {
    number++
    if (!isInside(line, number)) continue
    const key = pattern
      .exec(line)
      ?.slice(1)
      .find((part) => part !== undefined)
    if (key !== undefined && !found.has(key)) found.set(key, { line: number, text: line })
  }
  return found
}

export const nowhere: Line = { line: 1, text: '' }
