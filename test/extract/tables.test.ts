/** Tables as statements in several dialects create and change them. */
import { expect, test } from 'vitest'
import { embeddedTables } from '../../plugin/extract/definitions/embedded-sql'
import { definitionOf } from '../../plugin/extract/definitions/index'
import { extractFile } from '../../plugin/extract/file'
import type { TableChange } from '../../plugin/graph'

function told(change: TableChange): string {
  switch (change.does) {
    case 'create': {
      const fields = change.entity.fields.map(({ name, type, required, unique, primary, default: standard, values, at }) =>
        [
          `${name} ${type}`,
          primary && 'key',
          required && 'required',
          unique && 'unique',
          standard && `= ${standard}`,
          values && `of ${values.join('|')}`,
          `:${at.line}`,
        ]
          .filter(Boolean)
          .join(' '),
      )
      return [
        `create ${change.table} :${change.entity.at.line}`,
        ...fields,
        ...change.entity.relations.map(({ to, by, at }) => `-> ${to} by ${by} :${at.line}`),
      ].join('; ')
    }
    case 'alter':
      return `alter ${change.table}: ${[...change.add.map(({ name, type }) => `+${name} ${type}`), ...change.drop.map((name) => `-${name}`), ...change.renamed.map(([from, to]) => `${from}>${to}`), ...change.unique.map((name) => `unique ${name}`), ...change.relations.map(({ to, by }) => `-> ${to} by ${by}`)].join(', ')}`
    case 'rename':
      return `rename ${change.table} to ${change.to}`
    case 'drop':
      return `drop ${change.table}`
    case 'policy':
      return `${change.how} policy on ${change.table}`
  }
}

const tables = (text: string, path = 'schema.sql') => (definitionOf(path, text).definition?.tables ?? []).map(told)

test('PostgreSQL', () => {
  expect(
    tables(`CREATE TABLE public.users (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  email character varying(255) NOT NULL,
  tags text[] DEFAULT '{}'::text[],
  at timestamp with time zone DEFAULT now(),
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT team FOREIGN KEY (team_id) REFERENCES public.teams (id) ON DELETE CASCADE
);
ALTER TABLE ONLY public.users ADD CONSTRAINT users_email UNIQUE (email);
CREATE UNIQUE INDEX names ON public.users USING btree (name);`),
  ).toEqual([
    "create users :1; id uuid key required = gen_random_uuid() :2; email character varying(255) required :3; tags text[] = '{}' :4; at timestamp with time zone = now() :5; -> teams by team_id :7",
    'alter users: unique email',
    'alter users: unique name',
  ])
})

test('MySQL', () => {
  expect(
    tables(
      "CREATE TABLE `order items` (\n  `id` int(11) unsigned NOT NULL AUTO_INCREMENT,\n  `kind` enum('a','b, c') DEFAULT 'a' COMMENT 'one, or (two)',\n  `key` varchar(10),\n  PRIMARY KEY (`id`),\n  KEY `by_kind` (`kind`),\n  UNIQUE KEY `k` (`key`)\n) ENGINE=InnoDB; # the end",
    ),
  ).toEqual(["create order items :1; id int(11) unsigned key required :2; kind enum('a','b, c') = 'a' of a|b, c :3; key varchar(10) unique :4"])
})

test('SQL Server and SQLite', () => {
  expect(tables('CREATE TABLE [dbo].[Users] ([Id] INT IDENTITY(1,1) PRIMARY KEY, [Name] NVARCHAR(50) NULL)\nGO\nDROP TABLE IF EXISTS "Old"')).toEqual(
    ['create Users :1; Id INT key required :1; Name NVARCHAR(50) :1', 'drop Old'],
  )
  expect(tables('create table t (a integer primary key autoincrement, b text not null references u(id))')).toEqual([
    'create t :1; a integer key required :1; b text required :1; -> u by b :1',
  ])
})

test('changes', () => {
  expect(
    tables(
      'ALTER TABLE users ADD COLUMN phone varchar(20) NOT NULL, DROP COLUMN fax, RENAME COLUMN a TO b;\nALTER TABLE users RENAME TO people;\nALTER TABLE people ADD CONSTRAINT c FOREIGN KEY (team) REFERENCES teams(id);',
    ),
  ).toEqual(['alter users: +phone varchar(20), -fax, a>b', 'rename users to people', 'alter people: -> teams by team'])
})

test('the way back of a migration does nothing', () => {
  expect(tables('-- migrate:up\ncreate table a (x int);\n-- migrate:down\ndrop table a;')).toEqual(['create a :2; x int :2'])
  expect(tables('drop table a', '001.undo.sql')).toEqual([])
  expect(tables('drop table a', 'migrations/0001_init.down.sql')).toEqual([])
})

test('a default of text that may be a secret is not told', () => {
  const [created] = definitionOf('a.sql', "create table t (\n  password text default 'hunter2'\n)").definition?.tables ?? []
  expect(JSON.stringify(created)).not.toContain('hunter2')
})

test('what is no table is passed over', () => {
  expect(tables("select 'create table x (a int)'; create view v as select 1; create index i on t (a); -- create table y (a int)")).toEqual([])
  expect(tables('create table broken (a int, (((')).toHaveLength(1)
})

test('statements in code, at their lines, without the way back', () => {
  const { definition } = embeddedTables(
    extractFile(
      'a.js',
      "exports.up = (db) => db.query(`\n  CREATE TABLE users (\n    mail text\n  )`)\nexports.down = (db) => db.query('DROP TABLE users')\nconst say = 'please create table reservations by phone'\n",
    ),
  )
  expect(definition?.tables?.map(told)).toEqual(['create users :2; mail text :3'])
})

test('a dump without an end is read in time', () => {
  const start = performance.now()
  tables(`${'create table t (a int, '.repeat(20_000)}`)
  expect(performance.now() - start).toBeLessThan(5_000)
})
