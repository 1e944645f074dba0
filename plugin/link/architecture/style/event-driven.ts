import { counted, type Reason, type Style } from './scene'

/** Work is started by messages rather than by requests. */
export const eventDriven: Style = ({ known, relations, components }) => {
  const taken = known.entryPoints.filter(({ kind }) => kind === 'queue' || kind === 'event')
  const sent = known.publications.filter(({ kind }) => kind === 'queue' || kind === 'event')
  const queues = components.filter(({ kind }) => kind === 'queue')
  const broker = relations.filter(({ kind }) => kind === 'publishes' || kind === 'consumes')
  if (taken.length + sent.length === 0 || (queues.length === 0 && taken.length < 5)) return undefined
  const asked = known.entryPoints.filter(({ kind }) => kind === 'http' || kind === 'graphql' || kind === 'rpc')
  const share = taken.length / Math.max(1, taken.length + asked.length)
  const reasons: Reason[] = []
  if (taken.length > 0)
    reasons.push({ text: `${counted(taken.length, 'handler')} are started by messages.`, evidence: taken.slice(0, 4).map(({ at }) => at) })
  if (sent.length > 0) reasons.push({ text: `${counted(sent.length, 'place')} send messages.`, evidence: sent.slice(0, 4).map(({ at }) => at) })
  if (queues.length > 0)
    reasons.push({
      text: `Messages go through ${queues.map(({ name }) => name).join(' and ')}.`,
      evidence: broker.flatMap(({ evidence }) => evidence.slice(0, 1)).slice(0, 4),
    })
  const against: Reason[] =
    asked.length > 0 ? [{ text: `${counted(asked.length, 'entry point')} are asked directly.`, evidence: asked.slice(0, 2).map(({ at }) => at) }] : []
  return { name: 'event-driven', reasons, against, fit: share > 0.5 ? 82 : 30 + Math.round(share * 30) }
}
