/** Interfaces that no router registers, each kind found by one file. */
import type { Extracted } from '../../graph'
import type { Listener } from '../decorated/index'
import { isTest, type Linked } from '../linked'
import type { Routes } from '../routes/index'
import { angularPages } from './angular-routes'
import { commandLine } from './cli/index'
import { contractDoors } from './contracts'
import type { DoorDetector, Doors } from './door'
import { emberPages } from './ember-routes'
import { pagesOfFiles } from './file-pages'
import { formats } from './formats'
import { graphqlDoors } from './graphql/index'
import { grpcDoors } from './grpc'
import { listeners } from './listeners'
import { orpcDoors } from './orpc'
import { platformEvents } from './platforms/described'
import { registeredEvents } from './platforms/registered'
import { reactPages } from './react-routes'
import { schedules } from './schedules'
import { serviceCalls } from './service-calls/index'
import { sockets } from './sockets/index'
import { trpcDoors } from './trpc/index'
import { vuePages } from './vue-routes'

const detectors: DoorDetector[] = [
  pagesOfFiles,
  reactPages,
  vuePages,
  angularPages,
  emberPages,
  commandLine,
  sockets,
  listeners,
  platformEvents,
  registeredEvents,
  schedules,
  graphqlDoors,
  grpcDoors,
  trpcDoors,
  contractDoors,
  orpcDoors,
  serviceCalls,
  formats,
]

export function doorsOf(linked: Linked, routes: Routes, extracted: Extracted, decorated: readonly Listener[]): Doors {
  const found = detectors.map((detect) => detect({ linked, guards: routes.guards, routes, extracted, listeners: decorated }))
  return {
    entryPoints: found.flatMap(({ entryPoints }) => entryPoints ?? []),
    publications: found.flatMap(({ publications }) => publications ?? []),
    serviceCalls: found.flatMap(({ serviceCalls }) => serviceCalls ?? []),
    formats: found.flatMap(({ formats }) => formats ?? []),
    uiRoutes: found.flatMap(({ uiRoutes }) => uiRoutes ?? []).filter(({ at }) => !isTest(at.file)),
  }
}
