/**
 * Applications of frameworks that make routes of files: where their roots are, and what their settings put before each path. In:
 * manifests and the paths of files. Out: whether a file belongs to an application of a library.
 */
import { type Extracted, Kind } from '../../graph'
import { LabelKind } from '../labels'
import type { Linked } from '../linked'
import type { FileRouteModel } from '../models'

interface Package {
  directory: string
  names: Set<string>
}

export class Applications {
  private readonly packages: Package[]
  private readonly paths: string[]
  /** Library → directories in which its settings stand, and those settings. */
  private readonly known = new Map<string, { directory: string; settings: string }[]>()
  /** What was asked, by library, root and directory. */
  private readonly members = new Map<string, boolean>()
  private readonly bases = new Map<string, string>()
  private readonly imported: Set<string>

  constructor(
    private readonly linked: Linked,
    extracted: Extracted,
  ) {
    this.packages = extracted.manifests
      .filter(({ path }) => /(?:^|\/)(?:package\.json|deno\.jsonc?)$/.test(path))
      .map(({ path, facts }) => ({
        directory: path.slice(0, path.lastIndexOf('/') + 1),
        names: new Set(facts.filter(({ kind }) => kind === 'dependency').map(({ name }) => name)),
      }))
    this.paths = [...linked.whole.files.map(({ path }) => path), ...extracted.manifests.map(({ path }) => path)]
    this.imported = new Set(linked.whole.files.flatMap(({ graph }) => graph.imports.map(({ specifier }) => specifier)))
  }

  /** Whether some file may be a route of a library: most libraries that models know no repository uses. */
  mayHave({ library, libraries, telling }: Pick<FileRouteModel, 'library' | 'libraries' | 'telling'>): boolean {
    const isDependedOn = (name: string) => this.imported.has(name) || this.packages.some(({ names }) => names.has(name))
    return telling || this.settingsOf(library).length > 0 || libraries.some(isDependedOn)
  }

  /**
   * Whether a file whose route begins below `root` is a route of a library: its settings stand there, or the package depends on
   * it. With neither in the whole repository the place may be enough.
   */
  has(model: Pick<FileRouteModel, 'library' | 'libraries' | 'telling' | 'handlers'>, path: string, root: string): boolean {
    const key = `${model.library} ${model.telling} ${model.handlers} ${root}\n${path.slice(0, path.lastIndexOf('/') + 1)}`
    let known = this.members.get(key)
    if (known === undefined) {
      known = this.isMember(model, path, root)
      this.members.set(key, known)
    }
    return known
  }

  private isMember(
    { library, libraries, telling, handlers }: Pick<FileRouteModel, 'library' | 'libraries' | 'telling' | 'handlers'>,
    path: string,
    root: string,
  ): boolean {
    const settings = this.settingsOf(library)
    const around = settings.filter(({ directory }) => path.startsWith(directory))
    // An action is told by what is written in its file, wherever that stands in the application.
    if (around.length > 0) return handlers === 'action' || around.some(({ directory }) => directory === root)
    const depending = this.packages.filter(({ directory, names }) => path.startsWith(directory) && libraries.some((name) => names.has(name)))
    if (depending.length > 0) return !settings.some(({ directory }) => depending.some((owner) => directory.startsWith(owner.directory)))
    if (this.packages.some(({ directory }) => path.startsWith(directory)) || settings.length > 0) return false
    return telling || libraries.some((name) => this.imported.has(name))
  }

  /** What the settings of an application put before every path of its own. */
  baseOf(library: string, root: string): string {
    const key = `${library} ${root}`
    let base = this.bases.get(key)
    if (base === undefined) {
      base = this.findBase(library, root)
      this.bases.set(key, base)
    }
    return base
  }

  private settingsOf(library: string): { directory: string; settings: string }[] {
    let found = this.known.get(library)
    if (!found) {
      const roots = this.linked.models.fileApplications.get(library)?.roots
      found = roots
        ? this.paths
            .map((path) => ({ directory: path.slice(0, path.lastIndexOf('/') + 1), settings: path }))
            .filter(({ directory, settings }) => roots.test(settings.slice(directory.length)))
        : []
      this.known.set(library, found)
    }
    return found
  }

  private findBase(library: string, root: string): string {
    const { linked } = this
    const places = linked.models.fileApplications.get(library)?.base ?? []
    for (const { directory, settings } of this.settingsOf(library)) {
      const file = linked.fileIndex.get(settings)
      if (directory !== root || file === undefined) continue
      for (const place of places) {
        const text = linked.values
          .exported(file, 'default')
          .flatMap((node) => settingAt(linked, node, place.split('.')))
          .flatMap((node) => linked.values.texts(node))
          .find(({ exact, value }) => exact && /^\/?[\w./-]*$/.test(value))
        if (text) return text.value
      }
    }
    return ''
  }
}

/** A setting of a configuration: of the object, of what a function gives back, of what `defineConfig` or a plugin is given. */
export function settingAt(linked: Linked, node: number, names: string[], hops = 0): number[] {
  const { solver, values, whole } = linked
  if (hops > 4 || node < 0 || node >= whole.size) return []
  let nodes = [node]
  for (const name of names) nodes = nodes.flatMap((at) => values.property(at, name))
  if (nodes.length > 0) return nodes
  if (whole.kind[node] === Kind.Call) return whole.args(node).flatMap((argument) => settingAt(linked, argument, names, hops + 1))
  return solver
    .of(node)
    .filter((label) => solver.labels.kind[label] === LabelKind.Function)
    .flatMap((label) => whole.functions[solver.labels.data[label] as number]?.returns ?? [])
    .flatMap((returned) => (returned === node ? [] : settingAt(linked, returned, names, hops + 1)))
}
