/** Sockets: what clients send, and what the server sends them. */
import { isTestCode } from '../../linked'
import type { DoorDetector } from '../door'
import { acceptedSockets } from './handlers'
import { socketIo } from './socket-io'
import { plainSockets } from './ws'

export const sockets: DoorDetector = (context) => {
  const found = [socketIo, plainSockets, acceptedSockets].map((detect) => detect(context))
  return {
    entryPoints: found.flatMap(({ entryPoints }) => entryPoints ?? []),
    publications: found.flatMap(({ publications }) => publications ?? []).filter(({ at }) => !isTestCode(context.linked, at.file)),
  }
}
