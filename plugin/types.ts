/**
 * The nouns of Plumbline. Stages hand these to each other as plain data; `design` in the site's docs tells the order.
 * Paths are POSIX, relative to the analysed root. Lines and columns count from 1, offsets from 0.
 * One file a theme; whoever uses a noun imports it from here.
 */

// ── What is found: files, what manifests say, the proof of a claim ───────────────────────────────────────────────────

export type * from './types/documents'
export type * from './types/evidence'
export type * from './types/files'
export type * from './types/manifests'
export type * from './types/not-analysed'
export type * from './types/packages'
export type * from './types/samples'

// ── The program, as rules and views see it ───────────────────────────────────────────────────────────────────────────

export type * from './types/architecture'
export type * from './types/deployment'
export type * from './types/entities'
export type * from './types/entry-points'
export type * from './types/flows'
export type * from './types/guards'
export type * from './types/interactions'
export type * from './types/interfaces'
export type * from './types/inventory'
export type * from './types/program'
export type * from './types/shapes'
export type * from './types/technologies'

// ── How it is protected ──────────────────────────────────────────────────────────────────────────────────────────────

export type * from './types/advisories'
export type * from './types/authentication'
export type * from './types/authorization'
export type * from './types/control'
export type * from './types/data-protection'
export type * from './types/input'
export type * from './types/posture'
export type * from './types/secrets'

// ── How it is tested, configured, paced and kept ─────────────────────────────────────────────────────────────────────

export type * from './types/code-health'
export type * from './types/configuration-audit'
export type * from './types/performance'
export type * from './types/quality'
export type * from './types/testing'

// ── What is judged and remembered ────────────────────────────────────────────────────────────────────────────────────

export type * from './types/audit'
export type * from './types/compliance'
export type * from './types/findings'
export type * from './types/ledger'

// ── What is published ────────────────────────────────────────────────────────────────────────────────────────────────

export type * from './types/diagrams'
export type * from './types/pages'
export type * from './types/results'

// ── The rim ──────────────────────────────────────────────────────────────────────────────────────────────────────────

export type * from './types/options'
export type * from './types/world'
