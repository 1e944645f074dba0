/**
 * Which statements about one runtime exclude each other, and how that is put. In: statements. Out: pairs, the gravest kind
 * first. Statements of two packages that lie beside each other are about different programs, and are not compared.
 */
import type { RuntimeConflictKind } from '../../../types'
import type { Said } from './statements'
import { isSameLine, overlap, rangeOf, rangesOf } from './versions'

export interface Conflict {
  kind: RuntimeConflictKind
  one: Said
  other: Said
}

const ORDER: RuntimeConflictKind[] = ['disjoint', 'outside', 'different', 'untested', 'several managers']

export function conflictsOf(runtime: string, said: Said[]): Conflict[] {
  const found: Conflict[] = []
  for (const [index, one] of said.entries())
    for (const other of said.slice(index + 1)) {
      if (one.isFloating || other.isFloating || !isSameCode(one.scope, other.scope)) continue
      const kind = compared(runtime, one, other)
      // The one that has to give way stands first: what is run, or tried.
      if (kind) found.push(kind === 'outside' && one.role === 'allowed' ? { kind, one: other, other: one } : { kind, one, other })
    }
  // Trying more versions than are used is what a matrix is for: only where none of what CI tries is used is something missed.
  const missed = (one: Said) => !said.some((each) => each.role === 'tested' && fits(runtime, one, each))
  return withoutEchoes(
    found.filter(({ kind, one }) => kind !== 'untested' || missed(one)).sort((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind)),
  )
}

/** What lies outside of a range differs from all that lies inside as well: that is said once. */
function withoutEchoes(conflicts: Conflict[]): Conflict[] {
  const outside = new Set(conflicts.flatMap(({ kind, one }) => (kind === 'outside' ? [one] : [])))
  return conflicts.filter(({ kind, one, other }) => (kind !== 'different' && kind !== 'untested') || (!outside.has(one) && !outside.has(other)))
}

/** Of the same folder, or of one inside the other. */
function isSameCode(one: string, other: string): boolean {
  return one === other || one === '' || other === '' || one.startsWith(`${other}/`) || other.startsWith(`${one}/`)
}

function compared(runtime: string, one: Said, other: Said): RuntimeConflictKind | undefined {
  const roles = `${one.role} ${other.role}`
  if (roles === 'allowed allowed') {
    const [left, right] = [rangeOf(runtime, one.version, one.isMinimum), rangeOf(runtime, other.version, other.isMinimum)]
    return left && right && !overlap(left, right) ? 'disjoint' : undefined
  }
  if (one.role === 'allowed' || other.role === 'allowed') {
    const [range, used] = one.role === 'allowed' ? [one, other] : [other, one]
    const allowed = rangeOf(runtime, range.version, range.isMinimum)
    return allowed && rangesOf(runtime, used.version).some((each) => !overlap(allowed, each)) ? 'outside' : undefined
  }
  if (roles === 'used used') return fits(runtime, one, other) ? undefined : 'different'
  if (roles === 'used tested') return fits(runtime, one, other) ? undefined : 'untested'
  return undefined
}

/** One of the versions that the one names is of the line of one that the other names; what names none fits everything. */
function fits(runtime: string, one: Said, other: Said): boolean {
  const [left, right] = [rangesOf(runtime, one.version), rangesOf(runtime, other.version)]
  return left.length === 0 || right.length === 0 || left.some((each) => right.some((its) => isSameLine(runtime, each, its)))
}

export function reasonOf(said: Said[], conflicts: Conflict[]): string {
  const [first] = conflicts
  const says = ({ from, version }: Said) => `${from} says ${version}`
  if (first) {
    const { one, other } = first
    const told: Record<RuntimeConflictKind, string> = {
      disjoint: `${says(one)} and ${says(other)}: no version fits both.`,
      outside: `${says(one)}; ${other.from} allows only ${other.version}.`,
      different: `${says(one)}, and ${says(other)}.`,
      untested: `${says(one)}, and CI tries only ${other.version}.`,
      'several managers': `${says(one)}, and ${says(other)}.`,
    }
    return told[first.kind]
  }
  const firm = said.filter(({ isFloating }) => !isFloating)
  if (said.length === 1) return 'Only one place states a version.'
  if (firm.length === 0) return 'No place states a number, so there is nothing to compare.'
  if (firm.length === 1) return 'Only one place states a number; the others take whatever is current.'
  const apart = firm.every((one) => firm.every((other) => one === other || !isSameCode(one.scope, other.scope)))
  if (apart) return 'Each package states its own; none is about the same code as another.'
  return said.some(({ role }) => role === 'allowed')
    ? 'All that is used or tried lies within what is allowed.'
    : 'All places name the same release line, or a list with it.'
}
