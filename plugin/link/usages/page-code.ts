/**
 * Files that run in pages: they use the window or the document, have effects of React, which no server runs, or import a file that
 * does, and nothing of Node. One usage a
 * file. What a page writes to the console is seen by its own visitor.
 */
import { Kind } from '../../graph'
import type { Usage } from '../../types'
import { citeLine, isTest, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import { usesOf } from '../uses'
import type { Whole } from '../whole/index'
import { importsOf } from './imports'

const OF_PAGES = new Set(['window', 'document', 'localStorage', 'sessionStorage', 'navigator', 'location'])
const OF_SERVERS = new Set(['express', 'koa', 'fastify', '@hapi/hapi', '@nestjs/core', '@nestjs/common'])
const EFFECT = /^use(?:Layout|Insertion)?Effect$/
/** What a server runs of the file of a page. */
const PREPARES = /^(?:get(?:ServerSide|Static|Initial)Props|getStaticPaths|loader|action)$/

/** `window.name`, `window.name = value` */
const isMemberOf = ({ kind, a }: Whole, user: number, object: number): boolean =>
  (kind[user] === Kind.Load || kind[user] === Kind.Store) && a[user] === object

export function pageCode(linked: Linked): Usage[] {
  const { whole, fileIndex } = linked
  const pages = new Set<number>()
  const lookup = lookupOf(whole)
  const uses = usesOf(whole)
  for (const global of lookup.named(Kind.Global, OF_PAGES))
    if (uses.of(global).some((user) => isMemberOf(whole, user, global))) pages.add(whole.fileOf(global))
  const imports = importsOf(linked)
  const isServer = imports.map((list) => list.some((to) => to.kind === 'builtin' || (to.kind === 'package' && OF_SERVERS.has(to.name))))
  const imported = imports.map((list) => list.flatMap((to) => (to.kind === 'file' ? (fileIndex.get(to.path) ?? []) : [])))
  for (let before = -1; before !== pages.size; ) {
    before = pages.size
    imported.forEach((list, file) => {
      if (!pages.has(file) && list.some((to) => pages.has(to))) pages.add(file)
    })
    for (const file of pages) if (isServer[file]) pages.delete(file)
  }
  // What imports these may still be rendered on a server.
  const prepares = new Set(whole.functions.flatMap(({ fact, file }) => (PREPARES.test(fact.name) ? [file] : [])))
  for (const call of lookup.named(Kind.Call, EFFECT)) {
    const file = whole.fileOf(call)
    if (!isServer[file] && !prepares.has(file) && imports[file]?.some((to) => to.kind === 'package' && /^p?react$/.test(to.name))) pages.add(file)
  }
  return [...pages].map((file) => {
    const at = citeLine(linked, file, 1)
    return { kind: 'page-code', api: 'page', library: 'dom', at, around: '', values: {}, test: isTest(at.file) }
  })
}
