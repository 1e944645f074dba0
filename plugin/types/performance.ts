import type { Evidence } from './evidence'

/** A place where time or memory goes, as far as the code tells. */
export interface Hotspot {
  kind:
    | 'n-plus-one'
    | 'sequential-await'
    | 'floating-promise'
    | 'sync-io-request-path'
    | 'unbounded-read'
    | 'missing-index'
    | 'quadratic-loop'
    | 'regex-in-loop'
    | 'large-client-import'
    | 'memory-growth'
  /** As the code calls it: `User.findById`, `fs.readFileSync`. */
  api: string
  library: string
  at: Evidence
  /** The loop, the earlier await, the read whose result is walked: what makes it one. */
  because: Evidence[]
  /** Function around, '' at module level. */
  around: string
  /** Who waits for it: a request, work behind the scenes, the start of the program, a browser; or nothing tells. */
  exposure: 'request' | 'background' | 'startup' | 'client' | 'unknown'
  /** `GET /orders`, where the line runs below a door. */
  route?: string
  /** The door lets everybody in. */
  open?: boolean
  /** Loops around it, those of callers included. */
  depth?: number
  /** What sort of its kind: `return-in-try`, `file`, `callback`. */
  variant?: string
  /** Of this place, in words that complete "…, ": `one query for each order`. */
  detail: string
  /** The place as it should read, in the code's own words. */
  suggestion?: string
  confidence: 'high' | 'medium' | 'low'
}

export interface Performance {
  hotspots: Hotspot[]
}
