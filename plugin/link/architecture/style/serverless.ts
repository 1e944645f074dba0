import { counted, firstOf, ofKind, type Reason, type Style } from './scene'

/** Functions that a platform starts, one a door. */
export const serverless: Style = (scene) => {
  const functions = ofKind(scene, 'function')
  const described = scene.known.extracted.manifests.flatMap(({ path, facts }) =>
    facts.filter(({ kind, ecosystem }) => kind === 'service' && ecosystem === 'function').map(({ line, text }) => ({ file: path, line, text })),
  )
  if (functions.length === 0 && described.length === 0) return undefined
  const doors = functions.reduce((sum, each) => sum + each.doors.length, 0)
  const servers = ofKind(scene, 'backend')
  const reasons: Reason[] = []
  if (functions.length > 0)
    reasons.push({ text: `${counted(doors, 'entry point')} are functions that a platform starts.`, evidence: firstOf(functions) })
  if (described.length > 0)
    reasons.push({ text: `Settings of a platform list ${counted(described.length, 'function')}.`, evidence: described.slice(0, 4) })
  const against: Reason[] =
    servers.length > 0 ? [{ text: `${counted(servers.length, 'server')} also run all the time.`, evidence: firstOf(servers) }] : []
  return { name: 'serverless', reasons, against, fit: servers.length > 0 ? 45 : 85 }
}
