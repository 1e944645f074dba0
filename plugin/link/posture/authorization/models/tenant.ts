/** Records of several tenants, kept apart. */
import type { Control } from '../../../../types'
import { counted, distinctPlaces, listed } from '../ground'
import type { Tenants } from '../tenants'
import { TENANT_WORDS } from '../words'
import { absent, MOST_EVIDENCE } from './absent'

export function tenantIsolation(tenants: Tenants): Control {
  const id = 'authorization-model-tenant'
  const aspect = 'Tenant isolation'
  if (!tenants.known) return absent(id, aspect, tenants.looked, tenants.stood)
  return {
    id,
    aspect,
    state: tenants.bound.length === 0 ? 'fail' : tenants.open.length > 0 ? 'partial' : 'pass',
    current: `${listed(tenants.fields, 4)}; in the selection at ${tenants.bound.length} of ${counted(tenants.bound.length + tenants.open.length, 'endpoint')} that reach records of one`,
    recommended: '',
    reason: `The code names a tenant (looked for ${TENANT_WORDS}).`,
    evidence: distinctPlaces([...tenants.places, ...tenants.bound.map(({ at }) => at)]).slice(0, MOST_EVIDENCE),
  }
}
