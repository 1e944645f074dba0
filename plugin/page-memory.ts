/**
 * Pages of the last run. In: a view, and what it is made of. Out: what it shows, with the texts that templates left of it in the last
 * run, the same as written anew. A view that would look at the same is not asked again; one that shows the same is not written again.
 * A commit that changes nothing on a page changes where its citations lead, and that is put in afterwards (`render/publishing`).
 */
import path from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { digestOf } from './digest'
import { withLater } from './later'
import { programFingerprint } from './product'
import type { AnalyseOptions, PageTexts, View, World } from './types'
import type { PageView, ViewContext } from './views/context'

interface Kept {
  /** Templates and filters are part of the program. */
  program: string
  /** By what they show. */
  texts: Map<string, string>
  views: Map<string, KeptView>
}

interface KeptView {
  state: string
  /** What it asked of documents, and a digest of the answer. */
  told: [Told, string][]
  pages: (Pick<View, 'path' | 'template'> & { shown: string })[]
}

export interface PageMemory extends PageTexts {
  /**
   * What a view shows.
   *
   * @param state names all that the context holds, but for what documents say
   */
  pagesOf(view: PageView, context: ViewContext, state: string): View[]
  /** What this run asked for stays for the next. */
  keep(): Promise<void>
}

export async function pageMemory(world: World, options: AnalyseOptions): Promise<PageMemory> {
  const program = programFingerprint()
  // One entry for each way of asking, written over by the next run.
  const key = `pages ${digestOf([path.basename(world.root), options]).slice(0, 16)}`
  const last = read(await world.cache.get(key), program)
  const asked = new Map<string, string>()
  const shownBy = new Map<View, string>()
  const looked = new Map<string, Omit<KeptView, 'pages'> & { pages: View[] }>()
  return {
    once(view, write) {
      if (world.cache.forgets) return write()
      const shown = shownBy.get(view) ?? digestOf([view.template, view.data])
      const text = asked.get(shown) ?? last.texts.get(shown) ?? write()
      asked.set(shown, text)
      shownBy.set(view, shown)
      return text
    },
    pagesOf(view, context, state) {
      if (world.cache.forgets) return [view(context)].flat()
      const known = last.views.get(view.name)
      if (known?.state === state && known.told.every(([part, digest]) => digestOfPart(part, context) === digest)) {
        const pages = known.pages.map(({ shown, ...page }) => {
          const kept = { ...page, data: {} }
          shownBy.set(kept, shown)
          return kept
        })
        looked.set(view.name, { ...known, pages })
        return pages
      }
      const told = new Set<Told>()
      const pages = [view(noted(context, told))].flat()
      looked.set(view.name, { state, told: [...told].map((part) => [part, digestOfPart(part, context)]), pages })
      return pages
    },
    async keep() {
      if (world.cache.forgets) return
      if (
        [...asked.keys()].every((shown) => last.texts.has(shown)) &&
        [...looked].every(([name, { state }]) => last.views.get(name)?.state === state)
      )
        return
      const views = new Map(
        [...looked].map(([name, { pages, ...rest }]): [string, KeptView] => [
          name,
          { ...rest, pages: pages.map((page) => ({ path: page.path, template: page.template, shown: shownBy.get(page) as string })) },
        ]),
      )
      await world.cache.put(key, serialize({ program, texts: asked, views } satisfies Kept))
    },
  }
}

/** What documents have a say in, where they are edited or committed. */
const PARTS = {
  claims: ({ audit }) => audit.claims,
  kinds: ({ audit }) => [audit.kinds, audit.stopped, audit.unlisted],
  audited: ({ audit }) => audit.documents,
  discrepancies: ({ discrepancies }) => discrepancies,
  compliance: ({ compliance }) => compliance,
  documents: ({ program }) => program.architecture.structure.documents,
  repository: ({ repository }) => repository && { ...repository, uncommitted: [...repository.uncommitted] },
  shipped: ({ program }) => [...program.inventory.shipped].map(([file, values]) => [file, ...values]),
} satisfies Record<string, (context: ViewContext) => unknown>

type Told = keyof typeof PARTS

const digestOfPart = (part: Told, context: ViewContext): string => digestOf([PARTS[part](context)])

/** The same, taking note of what is asked of documents. */
function noted(context: ViewContext, told: Set<Told>): ViewContext {
  const { audit, program } = context
  const noting = <Part>(part: Told, value: () => Part) => {
    return () => {
      told.add(part)
      return value()
    }
  }
  return withLater(context, {
    // Many hand it on, and do not look at it.
    audit: () =>
      withLater(audit, {
        claims: noting('claims', () => audit.claims),
        kinds: noting('kinds', () => audit.kinds),
        stopped: noting('kinds', () => audit.stopped),
        unlisted: noting('kinds', () => audit.unlisted),
        documents: noting('audited', () => audit.documents),
      }),
    discrepancies: noting('discrepancies', () => context.discrepancies),
    compliance: noting('compliance', () => context.compliance),
    repository: noting('repository', () => context.repository),
    program: () =>
      withLater(program, {
        architecture: () =>
          withLater(program.architecture, {
            structure: () =>
              withLater(program.architecture.structure, { documents: noting('documents', () => program.architecture.structure.documents) }),
          }),
        inventory: () => withLater(program.inventory, { shipped: noting('shipped', () => program.inventory.shipped) }),
      }),
  })
}

/** Nothing when there is none, when another version of this program wrote it, or another one of Node. */
function read(bytes: Uint8Array | undefined, program: string): Pick<Kept, 'texts' | 'views'> {
  try {
    const kept = bytes && (deserialize(bytes) as Kept)
    if (kept?.program === program) return kept
  } catch {
    // Written by another version of Node.
  }
  return { texts: new Map(), views: new Map() }
}
