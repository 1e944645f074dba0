/** What the code says of the form of some data. A small part of JSON Schema. */
export interface Shape {
  type: 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null' | 'file' | 'unknown'
  /** Name of the class, interface or schema it comes from: `CreateUserDto`. */
  name?: string
  /** `email`, `uuid`, `date-time`, `uri`… */
  format?: string
  fields?: { name: string; shape: Shape; required: boolean }[]
  items?: Shape
  /** Constants that it is limited to. */
  values?: string[]
  /** What stands in where nothing is sent, as the code writes it. */
  default?: string
}
