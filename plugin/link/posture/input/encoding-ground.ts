/** What the contexts of output encoding share: their words, what is known of the program, and the honest "does not apply". */
import type { Control, Evidence, Flow } from '../../../types'
import type { Known } from '../known'
import { control, distinctPlaces } from './control'
import type { Printed } from './printed'

export const ABOUT = {
  body: { id: 'encode-html-body', aspect: 'HTML body', recommended: 'HTML entities for & < > " and \'' },
  attribute: { id: 'encode-html-attribute', aspect: 'HTML attribute', recommended: 'HTML entities, and quotes around every value' },
  script: { id: 'encode-javascript', aspect: 'JavaScript', recommended: 'JSON with < written as \\u003c, or data kept out of scripts' },
  url: { id: 'encode-url', aspect: 'URL', recommended: 'Percent-encoding of parts; http and https alone for whole addresses' },
  style: { id: 'encode-css', aspect: 'CSS', recommended: 'CSS escapes, or values set through the document' },
  json: { id: 'encode-json', aspect: 'JSON', recommended: 'A JSON writer, with the type application/json' },
} as const

const LOOKED = 'Looked for templates, components, and answers with HTML: none.'

export interface Ground {
  known: Known
  printed: Printed
  /** Engines and frameworks that escape unasked: `Handlebars`, `Angular`. */
  escaping: string[]
  evidence: Evidence[]
  /** Ways of data into a page. */
  html: Flow[]
  addresses: Flow[]
  writesPages: boolean
}

export const none = (about: (typeof ABOUT)[keyof typeof ABOUT]): Control => control(about, 'not applicable', '', LOOKED)

export const places = (flows: readonly Flow[]): Evidence[] => distinctPlaces(flows.map(({ at }) => at))
