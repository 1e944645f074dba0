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
  /** `GET /orders`, where the line runs below a door. */
  route?: string
  /** Of this place, in words that complete "…, ": `one query for each order`. */
  detail: string
  confidence: 'high' | 'medium' | 'low'
}

export interface Performance {
  hotspots: Hotspot[]
}
