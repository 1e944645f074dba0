import { componentOf, counted, firstOf, ofKind, type Reason, type Style } from './scene'

/** Pages that run in the browser and ask a server for data. */
export const singlePage: Style = (scene) => {
  const pages = ofKind(scene, 'frontend').filter(({ whole }) => whole === undefined || !/Docusaurus|VitePress|VuePress|Eleventy/.test(whole))
  if (pages.length === 0) return undefined
  const servers = ofKind(scene, 'backend', 'function').filter(({ whole }) => whole === undefined)
  const ids = new Set(pages.map((each) => componentOf(scene, each).id))
  const calls = scene.relations.filter(
    ({ from, kind, to }) => ids.has(from) && kind === 'calls' && servers.some((server) => componentOf(scene, server).id === to),
  )
  const serves = scene.relations.filter(({ kind, to }) => kind === 'serves' && ids.has(to))
  const reasons: Reason[] = [
    { text: `${counted(pages.length, 'frontend')} ${pages.length === 1 ? 'is' : 'are'} drawn in the browser.`, evidence: firstOf(pages) },
  ]
  if (calls.length > 0)
    reasons.push({
      text: `${counted(
        calls.reduce((sum, { count }) => sum + count, 0),
        'call goes',
        'calls go',
      )} from there to entry points of the server.`,
      evidence: calls.flatMap(({ evidence }) => evidence.slice(0, 2)).slice(0, 4),
    })
  if (serves.length > 0)
    reasons.push({ text: 'The server hands out the built frontend.', evidence: serves.flatMap(({ evidence }) => evidence.slice(0, 1)) })
  const against: Reason[] = []
  if (servers.length > 0 && calls.length === 0)
    against.push({ text: 'No call from a frontend to an entry point of a server here was seen.', evidence: [] })
  const name = servers.length > 0 ? 'single-page application with an API' : 'single-page application'
  return { name, reasons, against, fit: servers.length > 1 ? 60 : 78 }
}
