import { componentOf, counted, firstOf, ofKind, type Reason, type Style } from './scene'

/** Pages and server code in one application of a framework. */
export const wholeStack: Style = (scene) => {
  const applications = ofKind(scene, 'backend').filter(({ whole }) => whole !== undefined)
  const first = applications[0]
  if (!first) return undefined
  const pages = scene.known.uiRoutes.filter(({ at }) => scene.model.containerAt(at.file) === first)
  const reasons: Reason[] = [{ text: `${first.whole} makes pages and server code one application.`, evidence: first.evidence.slice(0, 1) }]
  if (pages.length > 0) reasons.push({ text: `It has ${counted(pages.length, 'page')}.`, evidence: pages.slice(0, 2).map(({ at }) => at) })
  if (first.doors.length > 0)
    reasons.push({
      text: `It answers ${counted(first.doors.length, 'address', 'addresses')} itself.`,
      evidence: first.doors.slice(0, 2).map(({ at }) => at),
    })
  const stores = scene.relations.filter(({ from, to }) => from === componentOf(scene, first).id && to.startsWith('store:'))
  if (stores.length > 0)
    reasons.push({ text: 'It reaches stored data without a server in between.', evidence: stores.flatMap(({ evidence }) => evidence.slice(0, 1)) })
  const others = ofKind(scene, 'backend', 'function').filter((each) => each !== first)
  const against: Reason[] =
    others.length > 0 ? [{ text: `${counted(others.length, 'other server')} stand beside it.`, evidence: firstOf(others) }] : []
  return { name: 'full-stack application', reasons, against, fit: 80 - 10 * others.length }
}
