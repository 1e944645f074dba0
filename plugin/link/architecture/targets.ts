/** What code leans on outside of itself, collected call by call. Everything that finds stores and systems puts its sightings in here. */
import type { Component, Evidence, Relation } from '../../types'

/** A store, a broker or another system. */
export interface Target {
  name: string
  kind: Extract<Component['kind'], 'data store' | 'cache' | 'queue' | 'file store' | 'external system'>
  technology: string
  purpose?: string
}

/** One place at which it is leant on. */
export interface Sighting {
  target: Target
  /** Path of the file that does it. */
  file: string
  kind: Relation['kind']
  through: string
  at: Evidence
  calls: number
  conditional?: boolean
  /** Proves that the target is there better than any call. */
  proof?: Evidence[]
}

export function idOfTarget({ kind, name }: Pick<Target, 'kind' | 'name'>): string {
  const slug = name
    .replace(/\s+\(.*\)$/, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return `${kind === 'external system' ? 'external' : kind === 'queue' ? 'queue' : 'store'}:${slug}`
}
