import { componentOf, counted, firstOf, ofKind, type Reason, type Style } from './scene'

/** Several servers with code and manifests of their own. What they share in stores and imports speaks against it. */
export const microservices: Style = (scene) => {
  const servers = ofKind(scene, 'backend', 'worker').filter(({ unit }) => unit.dir !== '')
  const units = new Set(servers.map(({ unit }) => unit.dir))
  if (units.size < 2) return undefined
  const ids = new Set(servers.map((each) => componentOf(scene, each).id))
  const calls = scene.relations.filter(({ from, to, kind }) => ids.has(from) && ids.has(to) && from !== to && kind === 'calls')
  const queued = scene.relations.filter(({ from, kind }) => ids.has(from) && (kind === 'publishes' || kind === 'consumes'))
  const imported = scene.relations.filter(({ from, to, kind }) => ids.has(from) && ids.has(to) && kind === 'imports')
  const reasons: Reason[] = [{ text: `${counted(units.size, 'server')} have a package of their own.`, evidence: firstOf(servers) }]
  if (calls.length > 0)
    reasons.push({
      text: `${counted(calls.length, 'pair')} of them talk over the network.`,
      evidence: calls.flatMap(({ evidence }) => evidence.slice(0, 1)),
    })
  if (queued.length > 0)
    reasons.push({ text: 'They exchange messages through a queue.', evidence: queued.flatMap(({ evidence }) => evidence.slice(0, 1)).slice(0, 4) })
  const against: Reason[] = []
  const stores = scene.components.filter(({ kind }) => kind === 'data store')
  for (const store of stores) {
    const users = scene.relations.filter(({ from, to }) => to === store.id && ids.has(from))
    if (new Set(users.map(({ from }) => from)).size > 1)
      against.push({
        text: `${new Set(users.map(({ from }) => from)).size} of them use ${store.name}.`,
        evidence: users.flatMap(({ evidence }) => evidence.slice(0, 1)).slice(0, 4),
      })
  }
  if (imported.length > 0)
    against.push({ text: 'Some import code of another directly.', evidence: imported.flatMap(({ evidence }) => evidence.slice(0, 1)).slice(0, 4) })
  if (calls.length + queued.length === 0) against.push({ text: 'No call and no message from one to another was seen.', evidence: [] })
  return {
    name: 'microservices',
    reasons,
    against,
    fit: 70 + 5 * Math.min(4, units.size) + (calls.length + queued.length > 0 ? 10 : -15) - against.length * 3,
  }
}
