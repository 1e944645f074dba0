/** Records that programs store or carry, one library at a time. Each case is a small program and what is told of its entities. */
import { describe, expect, test } from 'vitest'
import type { Entity, EntityField } from '../../plugin/types'
import { linkSources, type Sources } from './small-programs'

function fieldTold({ name, type, required, unique, primary, default: standard, hidden, values, transformedBy }: EntityField): string {
  const marks = [primary && 'key', required && 'required', unique && 'unique', hidden && 'hidden'].filter(Boolean)
  const changes = (transformedBy ?? []).map(
    (each) => `${each.name} ${each.does ?? 'changes'}${each.with ? ` ${each.with}` : ''}${each.weak ? ' (weak)' : ''}`,
  )
  return [
    `${name}: ${type}`,
    ...marks,
    standard === undefined ? '' : `= ${standard}`,
    values ? `of ${values.join('|')}` : '',
    changes.length > 0 ? `<- ${changes.join(', ')}` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** `User [users] stored`, then a line a field, a relation and an end. */
function told({ name, stored, kind, fields, relations, ends }: Entity): string[] {
  return [
    `${name}${stored ? ` [${stored}]` : ''} ${kind}`,
    ...fields.map((field) => `  ${fieldTold(field)}`),
    ...relations.map(({ to, kind: of, by }) => `  -> ${to} ${of}${by ? ` by ${by}` : ''}`),
    ...(ends ?? []).map(({ how, by }) => `  ${how} ${by}`),
  ]
}

type Case = [claim: string, sources: string | Sources, entities: string]
const lines = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.replace(/^ {6}/, ''))
const each = (cases: Case[]) =>
  test.each(cases)('%s', (_, sources, expected) => {
    const { entities } = linkSources(typeof sources === 'string' ? { 'a.ts': sources } : sources)
    expect(entities.flatMap(told)).toEqual(lines(expected))
  })

describe('Sequelize', () => {
  each([
    [
      'define, with a setter that hashes',
      `import { Sequelize, DataTypes } from 'sequelize'; import bcrypt from 'bcrypt'
       const db = new Sequelize('sqlite::memory:')
       export const User = db.define('User', {
         email: { type: DataTypes.STRING(80), allowNull: false, unique: true },
         password: { type: DataTypes.STRING, set(value) { this.setDataValue('password', bcrypt.hashSync(value, 11)) } },
         role: { type: DataTypes.ENUM('user', 'admin'), defaultValue: 'user' },
       }, { tableName: 'users', paranoid: true })`,
      `
      User [users] stored
        email: STRING(80) required unique
        password: STRING <- set hash bcrypt, 11 rounds
        role: ENUM('user', 'admin') = 'user' of user|admin
        marked paranoid`,
    ],
    [
      'init of a class, relations from elsewhere, a hook',
      {
        'models.ts': `import { Model, DataTypes } from 'sequelize'
          export class Team extends Model {}
          export class Member extends Model {}
          export function initialise(sequelize) {
            Team.init({ id: { type: DataTypes.INTEGER, primaryKey: true } }, { sequelize })
            Member.init({ pin: DataTypes.STRING }, { sequelize })
          }`,
        'relations.ts': `import { createHash } from 'node:crypto'; import { Team, Member } from './models'
          Member.belongsTo(Team, { foreignKey: 'teamId' }); Team.hasMany(Member)
          Member.beforeSave((member) => { member.pin = createHash('sha256').update(member.pin).digest('hex') })`,
      },
      `
      Team stored
        id: INTEGER key
        -> Member one to many
      Member stored
        pin: STRING <- beforeSave hash SHA256
        -> Team many to one by teamId`,
    ],
    [
      'decorators, with one of the code that encrypts',
      {
        'encrypted.ts': `import { createCipheriv } from 'node:crypto'
          export function Encrypted(target: object, key: string) { return { set(value) { this.setDataValue(key, createCipheriv('aes-256-gcm', k, iv).update(value)) } } as any }`,
        'user.ts': `import { Table, Column, Model, DataType, BelongsTo, ForeignKey } from 'sequelize-typescript'; import { Encrypted } from './encrypted'
          @Table({ tableName: 'teams' }) export class Team extends Model { @Column(DataType.STRING) name: string }
          @Table({ tableName: 'users' }) export class User extends Model {
            @Column(DataType.BLOB) @Encrypted secret: string
            @ForeignKey(() => Team) @Column(DataType.UUID) teamId: string
            @BelongsTo(() => Team) team: Team
          }`,
      },
      `
      Team [teams] stored
        name: STRING
      User [users] stored
        secret: BLOB <- @Encrypted encrypt AES-256-GCM
        teamId: UUID
        -> Team many to one by team`,
    ],
    ['an object called define is none', `export const x = shop.define('User', { name: 'Ada' })`, ''],
  ])
})

describe('TypeORM and MikroORM', () => {
  each([
    [
      'decorators',
      `import { Entity, PrimaryGeneratedColumn, Column, BeforeInsert, ManyToOne, DeleteDateColumn } from 'typeorm'; import * as argon2 from 'argon2'
       @Entity('people') export class Person {
         @PrimaryGeneratedColumn() id: number
         @Column({ unique: true }) email: string
         @Column({ nullable: true, select: false }) password: string
         @ManyToOne(() => Person, (other) => other.id) boss: Person
         @DeleteDateColumn() deletedAt: Date
         @BeforeInsert() async hash() { this.password = await argon2.hash(this.password) }
       }`,
      `
      Person [people] stored
        id: number key required
        email: string required unique
        password: string hidden <- @BeforeInsert hash Argon2
        deletedAt: Date required
        -> Person many to one by boss
        marked @DeleteDateColumn`,
    ],
    [
      'a transformer',
      `import { Entity, Column } from 'typeorm'; import { createCipheriv } from 'node:crypto'
       const seal = { to: (text) => createCipheriv('aes-256-cbc', key, iv).update(text, 'utf8', 'hex'), from: (text) => text }
       @Entity() export class Card { @Column({ type: 'varchar', transformer: seal }) number: string }`,
      `
      Card stored
        number: varchar required <- seal encrypt AES-256-CBC`,
    ],
    [
      'EntitySchema',
      `import { EntitySchema } from 'typeorm'
       export const Users = new EntitySchema({ name: 'Users', tableName: 'users', columns: { id: { primary: true, type: 'int' }, mail: { type: 'varchar', nullable: true } }, relations: { posts: { type: 'one-to-many', target: 'Post' } } })`,
      `
      Users [users] stored
        id: int key required
        mail: varchar
        -> Post one to many by posts`,
    ],
    [
      'MikroORM',
      `import { Entity, PrimaryKey, Property, ManyToOne } from '@mikro-orm/core'
       @Entity({ tableName: 'accounts' }) export class Account { @PrimaryKey() id!: number; @Property({ hidden: true }) password!: string; @ManyToOne(() => Account) parent!: Account }`,
      `
      Account [accounts] stored
        id: number key required
        password: string required hidden
        -> Account many to one by parent`,
    ],
  ])
})

describe('Mongoose', () => {
  each([
    [
      'schema, hook, index that lets records expire',
      {
        'user.js': `const mongoose = require('mongoose'); const bcrypt = require('bcryptjs')
          const schema = mongoose.Schema({
            email: { type: String, required: [true, 'needed'], unique: true },
            password: { type: String, select: false },
            address: { street: String, city: String },
            friends: [{ type: mongoose.Schema.Types.ObjectId, ref: 'User' }],
          }, { collection: 'people' })
          schema.pre('save', async function (next) { if (this.isModified('password')) this.password = await bcrypt.hash(this.password, 8); next() })
          module.exports = mongoose.model('User', schema)`,
        'token.js': `const { Schema, model } = require('mongoose')
          const schema = new Schema({ token: String, at: { type: Date, default: Date.now } })
          schema.index({ at: 1 }, { expireAfterSeconds: 3600 })
          module.exports = model('Token', schema)`,
      },
      `
      Token stored
        token: String
        at: Date = Date.now
        expires expireAfterSeconds: 3600 on at
      User [people] stored
        email: String required unique
        password: String hidden <- pre save hash bcrypt, 8 rounds
        address.street: String
        address.city: String
        friends: ObjectId[]
        -> User one to many by friends`,
    ],
    [
      'a hook with callbacks',
      `const mongoose = require('mongoose'); const bcrypt = require('bcrypt')
       const User = new mongoose.Schema({ password: String })
       User.pre('save', function (next) { const user = this; bcrypt.genSalt(12, (error, salt) => bcrypt.hash(user.password, salt, (error, hash) => { user.password = hash; next() })) })
       mongoose.model('User', User)`,
      `
      User stored
        password: String <- pre save hash bcrypt, 12 rounds`,
    ],
    [
      'an option that hides nothing unless the code asks for it',
      `const mongoose = require('mongoose'); mongoose.model('User', new mongoose.Schema({ password: { type: String, private: true } }))`,
      `
      User stored
        password: String`,
    ],
    [
      'decorators of Nest',
      `import { Prop, Schema } from '@nestjs/mongoose'
       @Schema({ collection: 'cats' }) export class Cat { @Prop({ required: true }) name: string; @Prop() age: number }`,
      `
      Cat [cats] stored
        name: string required
        age: number`,
    ],
  ])
})

describe('others', () => {
  each([
    [
      'Drizzle',
      `import { pgTable, serial, varchar, integer } from 'drizzle-orm/pg-core'
       export const users = pgTable('users', { id: serial('id').primaryKey(), email: varchar('email', { length: 255 }).notNull().unique() })
       export const posts = pgTable('posts', { authorId: integer('author_id').references(() => users.id) })`,
      `
      users [users] stored
        id: serial key required
        email: varchar(255) required unique
      posts [posts] stored
        authorId: integer
        -> users many to one by authorId`,
    ],
    [
      'Objection',
      `import { Model } from 'objection'
       export class Person extends Model { static tableName = 'persons'; static jsonSchema = { type: 'object', required: ['name'], properties: { id: { type: 'integer' }, name: { type: 'string' } } } }`,
      `
      Person [persons] stored
        id: integer key
        name: string required`,
    ],
    [
      'migrations of Knex, in order, without the way back',
      {
        '1.js': `exports.up = (knex) => knex.schema.createTable('users', (table) => { table.increments(); table.string('email', 100).notNullable().unique(); table.string('old') })
          exports.down = (knex) => knex.schema.dropTable('users')`,
        '2.js': `exports.up = (knex) => knex.schema.alterTable('users', (table) => { table.dropColumn('old'); table.integer('team_id').references('id').inTable('teams') })`,
        '3.js': `exports.up = (knex) => knex.schema.createTable('gone', (table) => { table.text('x') }).then(() => knex.schema.dropTable('gone'))`,
      },
      `
      users [users] stored
        id: increments key
        email: string(100) required unique
        team_id: integer
        -> teams many to one by team_id`,
    ],
    [
      'documents of a driver, with what is put in before the call and not after it',
      `const { MongoClient } = require('mongodb')
       MongoClient.connect(url, (error, client) => {
         const users = client.db().collection('users')
         exports.add = (name, phone, done) => { const user = { name }; if (phone) user.phone = phone; users.insertOne(user, () => { user.seen = true; done(user) }) }
         exports.change = (id, ssn) => users.updateOne({ _id: id }, { $set: { ssn } })
       })`,
      `
      users [users] stored
        name:${' '}
        phone:${' '}
        ssn:${' '}`,
    ],
    [
      'forms of requests, and no settings',
      `import { IsEmail, IsOptional, IsString } from 'class-validator'
       export class SignUpDto { @IsEmail() email: string; @IsOptional() @IsString() nick?: string }
       export class Environment { @IsString() SECRET: string }`,
      `
      SignUpDto carried
        email: string required
        nick: string`,
    ],
  ])
})

test('tests of a program define nothing', () => {
  expect(
    linkSources({
      'test/user.test.ts': `import mongoose from 'mongoose'; describe('x', () => { mongoose.model('User', new mongoose.Schema({ a: String })) })`,
    }).entities,
  ).toEqual([])
})
