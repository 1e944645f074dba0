/**
 * Ways between two programs that share a module and nothing that runs. A server and a page may both make an object of one class; what is
 * kept in such objects is one to the analysis, so that a call of what the server put into its own seems to reach what the page put into
 * another. In: the nodes of a way. Out: the file of the other program, where no module loads both.
 */
import { Kind } from '../../graph'
import type { EntryPoint } from '../../types'
import { isTestCode, type Linked } from '../linked'
import { importsAmong, serverFiles, spread } from '../server-files'

/** Doors of what runs by itself and listens. */
const LISTENS = new Set<EntryPoint['kind']>(['http', 'graphql', 'rpc', 'websocket', 'static'])

export class OtherPrograms {
  private readonly loading = new Map<number, ReadonlySet<number>>()
  private known: { importers: readonly (readonly number[])[]; ofServers: ReadonlySet<number> } | undefined

  constructor(
    private readonly linked: Linked,
    private readonly doors: readonly EntryPoint[],
  ) {}

  /** Functions are no data that a server and a page send each other: only what is called in the other program counts. */
  enteredBy(steps: readonly number[]): string | undefined {
    const { whole } = this.linked
    const first = steps[0] ?? -1
    if (first < 0 || first >= whole.size) return undefined
    const from = whole.fileOf(first)
    for (const [index, step] of steps.entries()) {
      if (index === 0 || step >= whole.size || whole.kind[step] !== Kind.Param) continue
      const file = whole.fileOf(step)
      const before = steps[index - 1] as number
      if (file === from || (before < whole.size && whole.fileOf(before) === file) || this.areTogether(from, file)) continue
      return (whole.files[file] as { path: string }).path
    }
    return undefined
  }

  /** Some module loads both, or nothing is known of what loads one of them. */
  private areTogether(one: number, other: number): boolean {
    this.known ??= {
      importers: importsAmong(this.linked).importers,
      ofServers: serverFiles(
        this.linked,
        this.doors.filter(({ kind, at }) => LISTENS.has(kind) && !isTestCode(this.linked, at.file)),
      ).all,
    }
    const { ofServers } = this.known
    if (ofServers.has(one) === ofServers.has(other)) return true
    const [ofOne, ofOther] = [this.loadersOf(one), this.loadersOf(other)]
    // What nothing imports is loaded by other means, or begins a program of its own.
    if (ofOne.size < 2 || ofOther.size < 2) return true
    return [...ofOne].some((file) => ofOther.has(file))
  }

  private loadersOf(file: number): ReadonlySet<number> {
    let loaders = this.loading.get(file)
    if (!loaders) {
      loaders = spread([file], (at) => this.known?.importers[at] ?? [])
      this.loading.set(file, loaders)
    }
    return loaders
  }
}
