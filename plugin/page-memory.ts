/**
 * Texts of pages as templates left them in the last run, by what they show. A commit that changes nothing on a page changes where its
 * citations lead, and that is put in afterwards (`render/publishing`). In: a view. Out: its text, the same as written anew.
 */
import { createHash } from 'node:crypto'
import path from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { programFingerprint } from './product'
import type { AnalyseOptions, PageTexts, View, World } from './types'

interface Kept {
  /** Templates and filters are part of the program. */
  program: string
  texts: Map<string, string>
}

export interface PageMemory extends PageTexts {
  /** What this run asked for stays for the next. */
  keep(): Promise<void>
}

export async function pageMemory(world: World, options: AnalyseOptions): Promise<PageMemory> {
  const program = programFingerprint()
  // One entry for each way of asking, written over by the next run.
  const key = `pages ${digest(JSON.stringify([path.basename(world.root), options])).slice(0, 16)}`
  const last = read(await world.cache.get(key), program)
  const asked = new Map<string, string>()
  return {
    once(view, write) {
      if (world.cache.forgets) return write()
      const shown = shownBy(view)
      const text = asked.get(shown) ?? last.get(shown) ?? write()
      asked.set(shown, text)
      return text
    },
    async keep() {
      if (world.cache.forgets || [...asked.keys()].every((shown) => last.has(shown))) return
      await world.cache.put(key, serialize({ program, texts: asked } satisfies Kept))
    },
  }
}

/** Nothing when there is none, when another version of this program wrote it, or another one of Node. */
function read(bytes: Uint8Array | undefined, program: string): ReadonlyMap<string, string> {
  try {
    const kept = bytes && (deserialize(bytes) as Kept)
    if (kept?.program === program) return kept.texts
  } catch {
    // Written by another version of Node.
  }
  return new Map()
}

const shownBy = ({ template, data }: View): string => digest(`${template}\n${JSON.stringify(data)}`)

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
