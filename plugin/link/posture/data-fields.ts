/**
 * The inventory of sensitive data. In: the entities of the program, its logs, its doors. Out: each field that holds something
 * that must not get about, with its class, how it is kept, whether it is logged and how long it stays. Stored fields first;
 * one that only comes by is listed where nothing stores a field of its name.
 */
import { Kind } from '../../graph'
import type { Entity, Evidence, SensitiveField } from '../../types'
import { protectionOf } from '../entities/protection'
import { cite, type Linked } from '../linked'
import { lookupOf, merge } from '../lookup'
import { classify } from './classification'
import { encryptedOf } from './data-fields/encrypted'
import { type Heard, loggedOf, logLook, type Sensitive } from './data-fields/logged'
import { endingsOf, retentionOf } from './data-fields/retention'
import { plainField, writesOf } from './data-fields/writes'
import { accessWriters } from './data-protection/access-writers'
import { groundOf } from './data-protection/ground'
import { logLines } from './data-protection/log-lines'
import { logOutputs } from './data-protection/log-outputs'
import { reachableDirectories } from './data-protection/reach'
import { traced } from './data-protection/traced'
import type { Known } from './known'

/** @param heard the logs of the program, where somebody has looked at them already */
export function sensitiveFields(known: Known, heard: Heard = hear(known)): SensitiveField[] {
  const { linked, entities } = known
  const sensitive = classified(entities)
  if (sensitive.length === 0) return []
  const wanted = new Set(sensitive.map(({ field }) => plainField(field.name)))
  const { runsAt } = heard.ground
  const writes = writesOf(linked, entities, wanted, runsAt)
  const look = logLook(heard, wanted)
  const endings = endingsOf(heard.ground)
  const masked = maskedPlaces(linked, wanted, runsAt)
  const rivals = new Map<string, Entity[]>()
  for (const { entity, field } of sensitive) rivals.set(plainField(field.name), [...(rivals.get(plainField(field.name)) ?? []), entity])
  const retention = new Map([...new Set(sensitive.map(({ entity }) => entity))].map((entity) => [entity, retentionOf(entity, endings)]))
  return sensitive.map(({ entity, field, said }) => {
    const of = writes.get(entity)
    const key = plainField(field.name)
    return {
      entity: entity.name,
      field: field.name,
      classification: said.classification,
      what: said.what,
      because: said.because,
      kind: entity.kind,
      encrypted: encryptedOf(entity, field, said, of, of?.fields.get(key) ?? [], masked.get(key) ?? []),
      logged: loggedOf({ entity, field, said }, look, rivals.get(key) ?? []),
      retention: retention.get(entity) as SensitiveField['retention'],
      at: field.at,
    }
  })
}

/** Keys and marks that point at records, or say that one is there, hold nothing of anybody. */
const NO_DATA = /^(?:bool(?:ean)?|tinyint\(1\)|ObjectId|serial|bigserial|VIRTUAL)\b/i

function classified(entities: readonly Entity[]): Sensitive[] {
  const found = entities.flatMap((entity) => {
    const own = entity.fields.flatMap((field): Sensitive[] => {
      const said = NO_DATA.test(field.type) ? undefined : classify(field.name, entity.name, field.type, entity.stored)
      return said ? [{ entity, field, said }] : []
    })
    // Beside the number of a card its holder and its dates are account data as well.
    return own.some(({ said }) => said.what === 'payment card') ? [...own.map(asHolder), ...datesOf(entity, own)] : own
  })
  const stored = new Set(found.filter(({ entity }) => entity.kind === 'stored').map(({ field }) => plainField(field.name)))
  const seen = new Set<string>()
  return found.filter(({ entity, field }) => {
    if (entity.kind === 'stored') return true
    const key = plainField(field.name)
    if (stored.has(key) || seen.has(key)) return false
    seen.add(key)
    return true
  })
}

const asHolder = (each: Sensitive): Sensitive =>
  each.said.what === 'name' && /^(?:full|first|last|holder)?name$/.test(plainField(each.field.name))
    ? { ...each, said: { classification: 'PCI', what: 'holder of a payment card', because: `${each.said.because} beside a card number` } }
    : each

function datesOf(entity: Entity, own: readonly Sensitive[]): Sensitive[] {
  return entity.fields.flatMap((field) =>
    /^exp(?:iry|iration|ires|ire)?(?:month|year|date|mm|yy)?$/.test(plainField(field.name)) && !own.some((each) => each.field === field)
      ? [{ entity, field, said: { classification: 'PCI' as const, what: 'expiry of a payment card', because: 'expiry beside a card number' } }]
      : [],
  )
}

/** Places that put less than the value into a field of the same name: `shown.cardNum = '*'.repeat(12) + …`. */
function maskedPlaces(linked: Linked, wanted: ReadonlySet<string>, runsAt: (node: number) => boolean): Map<string, Evidence[]> {
  const { whole } = linked
  const lookup = lookupOf(whole)
  const isWanted = (name: string) => wanted.has(plainField(name))
  const found = new Map<string, Evidence[]>()
  for (const node of merge([lookup.named(Kind.Store, isWanted), lookup.named(Kind.Property, isWanted)])) {
    const isStore = whole.kind[node] === Kind.Store
    const value = (isStore ? whole.c[node] : whole.b[node]) as number
    const kind = whole.kind[value] as Kind
    if ((kind !== Kind.Binary && kind !== Kind.Template && kind !== Kind.Call) || !runsAt(node)) continue
    if (!protectionOf(linked, value).by.some(({ does }) => does === 'mask')) continue
    const key = plainField(whole.text((isStore ? whole.b[node] : whole.a[node]) as number))
    found.set(key, [...(found.get(key) ?? []), cite(linked, node)])
  }
  return found
}

function hear(known: Known): Heard {
  const ground = groundOf(known)
  const outputs = logOutputs(ground, reachableDirectories(ground))
  const lines = logLines(ground)
  return { ground, lines, writers: accessWriters(ground, lines, outputs), traced: traced(ground) }
}
