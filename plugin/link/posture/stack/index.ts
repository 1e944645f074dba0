/**
 * Security settings and insecure defaults of the stack. In: what is known of the program. Out: a control a setting, in the order of
 * `rows`; where nothing answers requests, none of them applies.
 */
import type { Control } from '../../../types'
import type { Known } from '../known'
import { banner } from './banner'
import { control } from './control'
import { corsControl } from './cors'
import { csrfControl } from './csrf'
import { debugging } from './debugging'
import { documentsControl, listingsControl, metricsControl } from './documents'
import { errorPages } from './error-pages'
import { graphqlControl } from './graphql'
import { headerSources } from './header-sources'
import { headerControls } from './headers'
import { limitsControl } from './limits'
import { rows } from './rows'
import { sceneOf } from './scene'
import { cookieSecret, sessionStore } from './sessions'
import { socketsControl } from './sockets'
import { bodies, https, proxy } from './transport'

export function stackOf(known: Known): Control[] {
  const scene = sceneOf(known)
  if (scene.http.length === 0 && scene.applications.length === 0)
    return Object.values(rows).map((row) => control(row, 'not applicable', '', 'Nothing that answers requests was found.'))
  const sources = headerSources(scene)
  const all = [
    ...headerControls(scene, sources),
    corsControl(scene, sources),
    csrfControl(scene),
    limitsControl(scene),
    banner(scene, sources),
    errorPages(scene),
    sessionStore(scene),
    cookieSecret(scene),
    documentsControl(scene),
    graphqlControl(scene),
    metricsControl(scene),
    listingsControl(scene),
    socketsControl(scene),
    proxy(scene),
    bodies(scene),
    https(scene),
    debugging(scene),
  ]
  const order = Object.values(rows).map(({ id }) => id as string)
  return all.sort((one, other) => order.indexOf(one.id) - order.indexOf(other.id))
}
