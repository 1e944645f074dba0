import type { Control } from './control'
import type { Evidence } from './evidence'

/** One place at which something from outside is read, by the kind of source. */
export interface InputSource {
  kind: 'URL parameters' | 'query strings' | 'request body' | 'headers' | 'file uploads' | 'cookies'
  /** Parameters read, and of these: behind a validator, and cleaned before use. */
  count: number
  validated: number
  sanitized: number
  risk: 'High' | 'Medium' | 'Low' | 'None'
  because: string
  places: { door: string; name: string; validation: Control; sanitization: Control; at: Evidence }[]
}

export interface Input {
  /** Always the six kinds, in this order. */
  sources: InputSource[]
  /** HTML body, HTML attribute, JavaScript, URL, CSS, JSON; in this order. */
  encoding: Control[]
  /** One entry an upload: a door or a place that takes files; its controls are the six of the report, in order. */
  uploads: { door: string; at: Evidence; controls: Control[] }[]
}
