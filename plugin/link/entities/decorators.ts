/** What decorators of libraries say of classes that are entities: a table, one row a library. */
import { rowsByName } from '../../rows-by-name'
import type { Entity, EntityRelation } from '../../types'

export interface DecoratorLibrary {
  /** Packages that the decorators are imported from. */
  packages: RegExp
  /** As entities name it. */
  library: string
  kind: Entity['kind']
  /** Decorators that make a class an entity; undefined: one of a member does. */
  classes: RegExp | undefined
  /** Decorators that make a member a field; those of `settings` belong to one and make none. */
  columns: RegExp
  settings?: RegExp
  relations?: RegExp
  /** Members that the library runs before it writes. */
  hooks?: RegExp
  /** Option of the class's decorator with the name of the table or collection. */
  stored: string[]
  /** Whether a field must be there where nothing is said of it. */
  required: boolean
}

const RELATIONS = /^(?:OneToOne|OneToMany|ManyToOne|ManyToMany)$/

export const DECORATORS: DecoratorLibrary[] = [
  {
    packages: /^typeorm$/,
    library: 'typeorm',
    kind: 'stored',
    classes: /^(?:Entity|ChildEntity|ViewEntity)$/,
    columns:
      /^(?:Column|PrimaryColumn|PrimaryGeneratedColumn|ObjectIdColumn|ObjectIDColumn|CreateDateColumn|UpdateDateColumn|DeleteDateColumn|VersionColumn|ViewColumn|EncryptedColumn)$/,
    settings: /^(?:Generated|Index|Unique|JoinColumn|JoinTable|RelationId)$/,
    relations: RELATIONS,
    hooks: /^(?:BeforeInsert|BeforeUpdate)$/,
    stored: ['name'],
    required: true,
  },
  {
    packages: /^@mikro-orm\//,
    library: 'mikro-orm',
    kind: 'stored',
    classes: /^(?:Entity|Embeddable)$/,
    columns: /^(?:Property|PrimaryKey|SerializedPrimaryKey|Enum|Formula|Embedded)$/,
    settings: /^(?:Unique|Index|Check)$/,
    relations: RELATIONS,
    hooks: /^(?:BeforeCreate|BeforeUpdate|BeforeUpsert|OnInit)$/,
    stored: ['tableName', 'collection'],
    required: true,
  },
  {
    packages: /^(?:sequelize-typescript|@sequelize\/core.*)$/,
    library: 'sequelize-typescript',
    kind: 'stored',
    classes: /^Table$/,
    columns: /^(?:Column|Attribute|ForeignKey|PrimaryKey|CreatedAt|UpdatedAt|DeletedAt|AutoIncrement)$/,
    settings: /^(?:AllowNull|NotNull|Unique|Default|Is\w*|Length|Comment|AutoIncrement)$/,
    relations: /^(?:BelongsTo|HasMany|HasOne|BelongsToMany)$/,
    hooks: /^Before(?:Create|Update|Save|Validate|Upsert|BulkCreate)$/,
    stored: ['tableName'],
    required: false,
  },
  {
    packages: /^@nestjs\/mongoose$/,
    library: 'mongoose',
    kind: 'stored',
    classes: /^Schema$/,
    columns: /^(?:Prop|Virtual)$/,
    stored: ['collection'],
    required: false,
  },
  {
    packages: /^@?typegoose(?:\/typegoose)?$/,
    library: 'typegoose',
    kind: 'stored',
    classes: undefined,
    columns: /^prop(?:erty)?$/i,
    stored: ['collection'],
    required: false,
  },
  {
    packages: /^(?:@nestjs\/graphql|type-graphql)$/,
    library: 'graphql',
    kind: 'carried',
    classes: /^(?:ObjectType|InputType|ArgsType|InterfaceType)$/,
    columns: /^(?:Field|HideField|IDField|FilterableField)$/,
    stored: [],
    required: true,
  },
  {
    packages: /^(?:class-validator|class-validator-multi-lang|@nestjs\/class-validator)$/,
    library: 'class-validator',
    kind: 'carried',
    classes: undefined,
    columns: /^[A-Z]\w+$/,
    stored: [],
    required: true,
  },
  {
    packages: /^@nestjs\/swagger$/,
    library: 'class',
    kind: 'carried',
    classes: undefined,
    columns: /^ApiProperty(?:Optional)?$|^ApiHideProperty$/,
    stored: [],
    required: true,
  },
]

export const RELATION_KINDS: Record<string, EntityRelation['kind']> = rowsByName({
  OneToOne: 'one to one',
  HasOne: 'one to one',
  OneToMany: 'one to many',
  HasMany: 'one to many',
  ManyToOne: 'many to one',
  BelongsTo: 'many to one',
  ManyToMany: 'many to many',
  BelongsToMany: 'many to many',
})
