/** Pages of Vue Router: the list that a router is made with, and what is added later. */
import { lookupOf } from '../lookup'
import type { DoorDetector } from './door'
import { callsOf, routesOfTable } from './route-tables'

const MAKERS = new Set(['createRouter', 'VueRouter', 'Router', 'vue-router', 'default'])
const KEYS = { framework: 'vue-router', shows: ['component', 'components'], guards: ['beforeEnter'] }

export const vuePages: DoorDetector = ({ linked }) => {
  const { whole, values } = linked
  if (!whole.files.some(({ graph }) => graph.imports.some(({ specifier }) => specifier === 'vue-router'))) return {}
  const lookup = lookupOf(whole)
  const made = callsOf(linked, MAKERS, lookup.called(/^(?:createRouter|VueRouter|Router)$/), /^npm:vue-router$/)
  const added = [...lookup.called('addRoute')].filter((call) => whole.args(call).length > 0)
  return {
    uiRoutes: [
      ...made
        .flatMap((call) => whole.args(call).slice(0, 1))
        .flatMap((options) => values.property(options, 'routes'))
        .flatMap((table) => routesOfTable(linked, table, KEYS)),
      ...added.flatMap((call) => whole.args(call).slice(-1)).flatMap((row) => routesOfTable(linked, row, KEYS)),
    ],
  }
}
