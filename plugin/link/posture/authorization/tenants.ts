/**
 * Whether the program serves several tenants, and whether their records are kept apart. In: fields of stored models, fields by which
 * doors choose records and that they write. Out: what names a tenant and where; doors whose selection has it, and doors of the same
 * records whose selection has not. Then the checklist of the report.
 */
import type { Control, DataUse, EntryPoint, Evidence } from '../../../types'
import type { Checks } from './all-checks'
import { counted, distinctPlaces, type Ground, listed, nameOfDoor } from './ground'
import { TENANT, TENANT_FIELD, TENANT_WORDS } from './words'

export interface Tenants {
  known: boolean
  /** Fields that name it, as the code calls them. */
  fields: string[]
  places: Evidence[]
  bound: { door: string; at: Evidence }[]
  open: { door: string; at: Evidence }[]
  /** Where none is: what was looked for, and where it would stand. */
  looked: string
  stood: Evidence[]
}

export function tenantsOf(ground: Ground): Tenants {
  const stored = ground.entities.filter(({ kind }) => kind === 'stored')
  const fields = stored.flatMap((entity) => entity.fields.filter(({ name }) => TENANT_FIELD.test(name)).map((field) => ({ entity, field })))
  const uses = ground.doors.flatMap((door) => (door.data ?? []).map((use) => ({ door, use })))
  const naming = uses.filter(({ use }) => [...use.chosenIn, ...use.writes.map(({ field }) => field)].some((name) => TENANT_FIELD.test(name)))
  const names = [
    ...new Set([
      ...fields.map(({ entity, field }) => `${entity.name}.${field.name}`),
      ...naming.flatMap(({ use }) => [...use.chosenIn, ...use.writes.map(({ field }) => field)].filter((name) => TENANT_FIELD.test(name))),
    ]),
  ]
  if (names.length === 0) return none(ground, stored, uses)
  const kinds = new Set([...fields.map(({ entity }) => stem(entity.name)), ...naming.map(({ use }) => stem(use.of))])
  const reaching = uses.filter(({ use }) => kinds.has(stem(use.of)) && use.does !== 'create')
  const isBound = ({ use }: { use: DataUse }): boolean => use.chosenIn.some((name) => TENANT.test(name) || TENANT_FIELD.test(name))
  const byDoor = new Map<EntryPoint, typeof reaching>()
  for (const each of reaching) byDoor.set(each.door, [...(byDoor.get(each.door) ?? []), each])
  const told = ({ door, use }: { door: EntryPoint; use: DataUse }) => ({ door: nameOfDoor(door), at: use.at })
  return {
    known: true,
    fields: names,
    places: distinctPlaces([...fields.map(({ field }) => field.at), ...naming.map(({ use }) => use.at)]),
    bound: [...byDoor.values()].flatMap((of) => of.filter(isBound).slice(0, 1)).map(told),
    open: [...byDoor.values()].flatMap((of) => (of.some(isBound) ? [] : of.slice(0, 1))).map(told),
    looked: '',
    stood: [],
  }
}

function none(ground: Ground, stored: Ground['entities'], uses: { use: DataUse }[]): Tenants {
  const models = distinctPlaces(stored.map(({ at }) => at))
  const stood = (models.length > 0 ? models : distinctPlaces(uses.filter(({ use }) => !use.library.startsWith('{')).map(({ use }) => use.at))).slice(
    0,
    3,
  )
  const fields = stored.reduce((sum, { fields: of }) => sum + of.length, 0)
  return {
    known: false,
    fields: [],
    places: [],
    bound: [],
    open: [],
    looked: `No notion of a tenant: looked for a field that names one (${TENANT_WORDS}) among ${counted(fields, 'field')} of ${counted(stored.length, 'stored model')} and in what ${counted(uses.length, 'selection')} and changes of records at ${counted(ground.doors.length, 'endpoint')} go by.`,
    stood,
  }
}

const stem = (name: string): string =>
  name
    .replace(/(?:Model|Entity|Repository|Repo|Collection|Service)$/, '')
    .toLowerCase()
    .replace(/s$/, '')

/** The four points of the checklist. */
const POINTS = [
  ['tenancy-queries', 'Tenant id enforced in queries'],
  ['tenancy-cross-access', 'No access across tenants'],
  ['tenancy-admin-scope', 'Tenant-scoped administrator roles'],
  ['tenancy-shared-resources', 'Shared resources controlled'],
] as const

export function tenancyOf(ground: Ground, tenants: Tenants, { guards }: Checks): Control[] {
  const control = (index: number, given: Pick<Control, 'state' | 'current' | 'reason' | 'evidence'>): Control => {
    const [id, aspect] = POINTS[index] as (typeof POINTS)[number]
    return { id, aspect, recommended: '', ...given }
  }
  if (!tenants.known)
    return POINTS.map((_, index) =>
      control(index, { state: 'not applicable', current: 'no notion of a tenant', reason: tenants.looked, evidence: tenants.stood }),
    )
  const { bound, open } = tenants
  const all = bound.length + open.length
  const openPlaces = distinctPlaces(open.map(({ at }) => at))
  const byCaller = ground.doors.filter(({ data = [] }) =>
    data.some((use) => use.bound === 'selection' && use.chosenIn.some((name) => TENANT_FIELD.test(name))),
  )
  const admins = guards.filter(({ checks }) => checks === 'role' || checks === 'permission')
  const scoped = admins.filter(({ does }) => /tenant|org(?:ani[sz]ation)?|workspace|team|company/i.test(does))
  return [
    control(0, {
      state: all === 0 ? 'unknown' : open.length === 0 ? 'pass' : bound.length === 0 ? 'fail' : 'partial',
      current: `at ${bound.length} of ${counted(all, 'endpoint')} that reach such records`,
      reason:
        all === 0
          ? 'No endpoint was seen to choose records that carry a tenant.'
          : `The tenant is part of some selection at ${bound.length} of ${counted(all, 'endpoint')} that reach records with such a field.${open.length > 0 ? ` Without it: ${listed([...new Set(open.map(({ door }) => door))])}.` : ''}`,
      evidence: open.length > 0 ? openPlaces.slice(0, 6) : distinctPlaces(bound.map(({ at }) => at)),
    }),
    control(1, {
      state: byCaller.length > 0 && open.length === 0 ? 'pass' : byCaller.length > 0 ? 'partial' : 'unknown',
      current: byCaller.length > 0 ? `tenant taken from the caller at ${counted(byCaller.length, 'endpoint')}` : '',
      reason:
        byCaller.length > 0
          ? `At ${counted(byCaller.length, 'endpoint')} the caller's identity decides the tenant of the selection, so a request cannot name another.`
          : 'Whether the tenant in the selection comes from the caller or from the request could not be told.',
      evidence: distinctPlaces(byCaller.map(({ at }) => at)).slice(0, 6),
    }),
    control(2, {
      state: admins.length === 0 ? 'not applicable' : scoped.length === admins.length ? 'pass' : scoped.length > 0 ? 'partial' : 'unknown',
      current: scoped.length > 0 ? listed(scoped.map(({ name }) => name)) : '',
      reason:
        admins.length === 0
          ? 'No guard asks for a role, so there is no administrator to confine.'
          : scoped.length > 0
            ? 'The condition of these guards names the tenant.'
            : `${listed(admins.map(({ name }) => name))} ${admins.length === 1 ? 'asks' : 'ask'} for a role; whether within one tenant could not be told.`,
      evidence: distinctPlaces((scoped.length > 0 ? scoped : admins).map(({ at }) => at)),
    }),
    control(3, {
      state: 'unknown',
      current: '',
      reason: `Records without a tenant field are shared by all: which of them are meant to be could not be told from the code. Looked at ${counted(ground.entities.filter(({ kind }) => kind === 'stored').length, 'stored model')}.`,
      evidence: [],
    }),
  ]
}
