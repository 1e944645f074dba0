import type { Evidence } from './evidence'

/** Something that is stored or sent as a record: a table, a document, a type of an interface. */
export interface Entity {
  /** As the code calls it: `User`. */
  name: string
  /** Table or collection where the code names one. */
  stored?: string
  /** `sequelize`, `typeorm`, `prisma`, `mongoose`, `drizzle`, `sql`, `graphql`, `class-validator`… */
  library: string
  /** `stored`: lives in a data store. `carried`: a form of requests, answers or messages. */
  kind: 'stored' | 'carried'
  at: Evidence
  fields: EntityField[]
  relations: EntityRelation[]
  /** The definition names every field that a record may hold. Left out where more may be there, or that could not be told. */
  closed?: true
  /** Where the program's own SQL has the database keep rows from whoever may not have them; absent where any row may be read. */
  rowSecurity?: Evidence
  /** Rules of the definition by which records come to an end; absent where it has none. */
  ends?: EntityEnd[]
}

/** How records of an entity come to an end without a call that deletes them. */
export interface EntityEnd {
  /** `expires`: the store deletes them after a time. `marked`: deleting sets a date, the record stays. */
  how: 'expires' | 'marked'
  /** As the code calls it: `expireAfterSeconds: 3600`, `paranoid`. */
  by: string
  at: Evidence
}

export interface EntityField {
  name: string
  /** As the code writes it: `STRING(40)`, `varchar(255)`, `Date`. */
  type: string
  required: boolean
  unique?: boolean
  primary?: boolean
  /** First of an index, so that records are found by it without reading all. Told where the reader of the schema tells indexes. */
  indexed?: boolean
  /** Default as the code writes it. */
  default?: string
  /** Left out where the record is read or printed: `select: false`, `@Exclude()`, `private`. */
  hidden?: boolean
  /** What says so, where that has a line of its own. */
  hiddenAt?: Evidence
  /** Constants it is limited to. */
  values?: string[]
  /** Functions that change the value on its way in, as the code calls them: a setter, a hook, a transformer. */
  transformedBy?: Transformation[]
  at: Evidence
}

export interface Transformation {
  name: string
  /** Where it protects the value, how; `with` names it: `bcryptjs, 8 rounds`, `MD5 without salt`. Absent for what does something else. */
  does?: 'hash' | 'encrypt' | 'mask'
  with?: string
  /** A hash that is too fast, or broken, for what it protects. */
  weak?: boolean
  at: Evidence
}

export interface EntityRelation {
  /** Name of the other entity, as the code calls it. */
  to: string
  kind: 'one to one' | 'one to many' | 'many to one' | 'many to many'
  /** Field or association that holds it. */
  by?: string
  at: Evidence
}
