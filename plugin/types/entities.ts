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
}

export interface EntityField {
  name: string
  /** As the code writes it: `STRING(40)`, `varchar(255)`, `Date`. */
  type: string
  required: boolean
  unique?: boolean
  primary?: boolean
  /** Default as the code writes it. */
  default?: string
  /** Left out where the record is read or printed: `select: false`, `@Exclude()`, `private`. */
  hidden?: boolean
  /** Constants it is limited to. */
  values?: string[]
  /** Functions that change the value on its way in, as the code calls them: a setter, a hook, a transformer. */
  transformedBy?: { name: string; at: Evidence }[]
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
