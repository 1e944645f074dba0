import { componentOf, counted, firstOf, ofKind, type Reason, type Style } from './scene'

/** One server that does it all. */
export const monolith: Style = (scene) => {
  const servers = ofKind(scene, 'backend')
  const [server] = servers
  if (!server || new Set(servers.map(({ unit }) => unit.dir)).size > 1) return undefined
  const component = componentOf(scene, server)
  const reasons: Reason[] = [
    {
      text: `One server, ${component.name}, answers ${component.doors > 0 ? `all ${counted(component.doors, 'entry point')}` : 'everything'}.`,
      evidence: server.evidence.slice(0, 1),
    },
  ]
  const stores = scene.relations.filter(({ from, to }) => from === component.id && to.startsWith('store:'))
  if (stores.length > 0)
    reasons.push({
      text: `It alone reaches ${counted(new Set(stores.map(({ to }) => to)).size, 'store')}.`,
      evidence: stores.flatMap(({ evidence }) => evidence.slice(0, 1)).slice(0, 3),
    })
  const besides = ofKind(scene, 'worker', 'function')
  const against: Reason[] =
    besides.length > 0 ? [{ text: `${counted(besides.length, 'other program')} do part of the work.`, evidence: firstOf(besides) }] : []
  return { name: 'monolith', reasons, against, fit: 56 - besides.length * 6 - (server.whole ? 20 : 0) }
}
