/**
 * What small programs of compliance are: files as texts, and what their lines show. A line that decides a requirement may say so at its
 * end, `// V2.1.11 fail`; of another standard with its name, `# cis 16.7 pass`.
 */
export interface SmallProgram {
  /** Completes "A program that …". */
  shows: string
  files: Record<string, string>
  /** It is under version control. */
  isCommitted?: true
  /** Published advisories, by file; the analysis is told of them. */
  advisories?: Record<string, string>
}

export type SmallPrograms = Record<string, SmallProgram>

/** A package.json that depends on these: `express helmet@^7.1.0`. */
export function pack(dependencies: string, rest: Record<string, unknown> = {}): string {
  const of = (names: string) =>
    Object.fromEntries(
      names.split(' ').flatMap((it) => {
        const [, name = it, version = '^1.0.0'] = /^(@?[^@]+)@(.+)$/.exec(it) ?? []
        return it === '' ? [] : [[name, version]]
      }),
    )
  return `${JSON.stringify({ name: 'sample', private: true, dependencies: of(dependencies), ...rest }, null, 2)}\n`
}

/** A package-lock.json in which each of these has this version. */
export function lock(versions: Record<string, string>): string {
  const dependencies = Object.fromEntries(Object.entries(versions).map(([name, version]) => [name, `^${version}`]))
  const installed = Object.fromEntries(Object.entries(versions).map(([name, version]) => [`node_modules/${name}`, { version }]))
  return `${JSON.stringify({ name: 'sample', lockfileVersion: 3, packages: { '': { name: 'sample', dependencies }, ...installed } }, null, 2)}\n`
}
