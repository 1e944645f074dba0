/**
 * Exports that nothing asks for. In: the linked program, what importers name, what is begun at. Out: one entry an export of code that
 * is reached otherwise; files that nothing reaches at all are told as files.
 */
import escapeStringRegexp from 'escape-string-regexp'
import { Kind } from '../../../../graph'
import type { Unused } from '../../../../types'
import { citeLine, isTestCode, type Linked } from '../../../linked'
import { lookupOf } from '../../../lookup'
import { skipTrivia } from '../../../whole/index'
import { isGenerated } from '../generated'
import type { Uses } from './uses'

/** Names that the compiler of Astro looks for in a component. */
const ASKED_BY_ASTRO = new Set(['Props', 'getStaticPaths', 'prerender', 'partial'])

interface Exported {
  name: string
  file: number
  pos: number
  /** Types are not told where the file itself uses them: they describe what it exports. */
  isType: boolean
  /** How often the file says the name to declare and export it. */
  said: number
}

export function unusedExports(
  linked: Linked,
  { names, open, whole: taken }: Uses,
  isBegun: (file: number) => boolean,
  isReached: (file: number) => boolean,
): Unused[] {
  const { whole } = linked
  const isReadElsewhere = readElsewhere(linked)
  const stores = storesByObject(linked)
  return whole.files.flatMap((facts, file) => {
    if (isBegun(file) || !isReached(file) || isTestCode(linked, facts.path) || isGenerated(whole, file)) return []
    return exportedBy(linked, file, stores).flatMap(({ name, pos, isType, said }): Unused[] => {
      if (names.get(file)?.has(name)) return []
      if (taken.has(file) || (open.has(file) && isReadElsewhere(name, file))) return []
      if (isCustomElement(facts.text, name)) return []
      // A page or component is what its file is named for.
      if (name === 'default' && /\.(?:vue|svelte|astro|mdx)$/.test(facts.path)) return []
      if (/\.astro$/.test(facts.path) && ASKED_BY_ASTRO.has(name)) return []
      const start = skipTrivia(facts.text, pos)
      if (/@(?:public|api|alias|internal)\b/.test(facts.text.slice(pos, start))) return []
      const uses = name === 'default' ? 0 : countOf(facts.text, name)
      const isUsedInside = uses > said
      if (isUsedInside && (isType || isInSignature(facts.text, name))) return []
      const at = citeLine(linked, file, whole.lineAt(file, start))
      const reason = isUsedInside
        ? 'Only its own file uses it; no import, re-export, text or setting of the code that was read names it from outside.'
        : 'No import, re-export, text or setting of the code that was read names it, and its own file does not use it.'
      return [{ kind: 'export', name, at, reason, confidence: open.has(file) ? 'medium' : 'high' }]
    })
  })
}

/** The browser makes them where a page names their tag; some classes bring the call along. */
function isCustomElement(text: string, name: string): boolean {
  if (!text.includes('define') && !text.includes('customElement(') && !text.includes('Element')) return false
  if (text.includes('customElement(')) return true
  const renamed = text.includes(` as ${name}`) ? new RegExp(`\\b(\\w+) as ${escapeStringRegexp(name)}\\b`).exec(text)?.[1] : undefined
  const asWritten = renamed ?? name
  // An expression for each name takes longer than to see that it would find nothing.
  if (!text.includes('define(') && !text.includes(`${asWritten}.define`) && !text.includes(`class ${asWritten} extends `)) return false
  const own = escapeStringRegexp(asWritten)
  return new RegExp(`\\bdefine\\([^)]{0,200}\\b${own}\\b|\\b${own}\\.define(?:Async)?\\(|class ${own} extends \\w*Element\\b`).test(text)
}

/** What a file exports by name, without what it passes on from other files. */
function exportedBy({ whole }: Linked, file: number, stores: ReadonlyMap<number, number[]>): Exported[] {
  const found = new Map<string, Exported>()
  const add = (name: string, pos: number, isType: boolean, said: number) => {
    // An empty name stands everywhere in a text: nothing could be said of it, and a search for it never ends.
    if (name !== '' && !found.has(name)) found.set(name, { name, file, pos, isType, said })
  }
  for (const { name, node, pos } of whole.exports[file] as (typeof whole.exports)[number])
    if (name !== '*' && whole.kind[node] !== Kind.Import) add(name, pos, whole.kind[node] === Kind.Interface, 1)
  for (const value of whole.commonjs[file] as number[]) {
    if (whole.kind[value] !== Kind.Object) continue
    for (const entry of whole.items(whole.a[value] as number)) {
      if (whole.kind[entry] !== Kind.Property || (whole.a[entry] as number) < 0) continue
      if (whole.kind[whole.b[entry] as number] !== Kind.Import) add(whole.text(whole.a[entry] as number), whole.pos[entry] as number, false, 2)
    }
  }
  for (const store of stores.get(whole.exportsNode[file] as number) ?? []) {
    const name = whole.text(whole.b[store] as number)
    if (name !== '__esModule' && whole.kind[whole.c[store] as number] !== Kind.Import) add(name, whole.pos[store] as number, false, 1)
  }
  return [...found.values()]
}

/** `exports.name = …`, by the file's exports. */
function storesByObject({ whole }: Linked): Map<number, number[]> {
  const found = new Map<number, number[]>(whole.exportsNode.filter((node) => node >= 0).map((node) => [node, []]))
  for (const store of lookupOf(whole).of(Kind.Store)) found.get(whole.a[store] as number)?.push(store)
  return found
}

/** Whether a name is read on anything, taken out of anything, or written as a text in another file. */
function readElsewhere({ whole }: Linked): (name: string, file: number) => boolean {
  const lookup = lookupOf(whole)
  return (name, file) => {
    const outside = (node: number) => node < (whole.base[file] as number) || node >= (whole.base[file + 1] as number)
    return lookup.named(Kind.Load, name).some(outside) || lookup.named(Kind.String, name).some(outside)
  }
}

/** What another export takes or gives by its type: `export function open(level: Level): Connection`. */
function isInSignature(text: string, name: string): boolean {
  return new RegExp(`^[ \\t]*export\\b[^=\\n]*[:<|&,][ \\t]*(?:readonly |typeof )?(?:\\w+<)*${escapeStringRegexp(name)}\\b(?!\\s*[:(?])`, 'm').test(
    text,
  )
}

function countOf(text: string, name: string): number {
  let count = 0
  for (let at = text.indexOf(name); at >= 0 && count < 3; at = text.indexOf(name, at + name.length)) {
    if (/[\w$]/.test(text.charAt(at - 1)) || /[\w$]/.test(text.charAt(at + name.length))) continue
    const lineStart = text.lastIndexOf('\n', at) + 1
    if (!/^\s*(?:\/\/|\*|\/\*)/.test(text.slice(lineStart, at))) count++
  }
  return count
}
