/** A backup is something that is made, not something that is called so. Each line of a sample says whether it counts. */
import { describe, expect, test } from 'vitest'
import { backupStatements } from '../../plugin/extract/backups'

/** Lines that end with `# made`, `# restored` or `# checked` are expected, with `!` where no schedule stands with them; all others are not. */
function expected(text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const [, does, loose] = /# (made|restored|checked)(!?)$/.exec(line) ?? []
    return does === undefined ? [] : [`${index + 1} ${does}${loose}`]
  })
}

const said = (path: string, text: string): string[] =>
  backupStatements(path, text).map(
    ({ line, does, scheduled }) => `${line} ${{ make: 'made', restore: 'restored', check: 'checked' }[does]}${scheduled ? '' : '!'}`,
  )

describe.each([
  [
    'ops/nightly.sh',
    `#!/bin/sh
# pg_dump would do it
apt-get install -y mysqldump
echo "pg_dump is not run here"
command -v pg_dump || exit 1
pg_dump "$DATABASE_URL" | gzip > /backup/shop.sql.gz # made!
pg_dump --schema-only shop > schema.sql
pg_dump live | psql test
/usr/bin/mongodump --archive=/backup/shop.archive # made!
mongorestore --archive=/backup/shop.archive # restored!
restic check # checked!
backup_shop
`,
  ],
  [
    '.github/workflows/backup.yml',
    `on:
  schedule:
    - cron: '0 3 * * *'
jobs:
  backup:
    name: pg_dump of the shop
    steps:
      - run: restic -r s3:shop backup /data # made
`,
  ],
  [
    'infra/database.tf',
    `resource "aws_db_instance" "shop" {
  backup_retention_period = 7 # made
}
resource "aws_db_instance" "scratch" {
  backup_retention_period = 0
}
# backup_retention_period = 7
resource "aws_backup_plan" "nightly" { # made
}
resource "aws_dynamodb_table" "shop" {
  point_in_time_recovery { # made
    enabled = true
  }
}
resource "aws_dynamodb_table" "scratch" {
  point_in_time_recovery {
    enabled = false
  }
}
`,
  ],
  ['deploy/backup.yaml', 'apiVersion: velero.io/v1\nkind: Schedule # made\nmetadata:\n  name: nightly\n'.replace(' # made', '')],
  ['docker-compose.yml', 'services:\n  keep:\n    image: prodrigestivill/postgres-backup-local:16\n'],
  ['crontab', '0 3 * * * pg_dumpall > /backup/all.sql # made\n'],
])('%s', (path, text) => {
  test('says what it makes, and no more', () => {
    const marked = expected(text)
    const plain = text.replace(/ # (?:made|restored|checked)!?$/gm, '')
    const found = said(path, plain)
    if (path === 'deploy/backup.yaml') expect(found).toEqual(['2 made'])
    else if (path === 'docker-compose.yml') expect(found).toEqual(['3 made'])
    else expect(found.sort()).toEqual(marked.sort())
  })
})

describe('what is merely called backup is none', () => {
  test.each([
    ['src/local-backup.service.ts', 'export class Backup { make() { return pg_dump } }'],
    ['docs/backup.md', 'Run `pg_dump shop` every night.'],
    ['scripts/backup.sh', '#!/bin/sh\ncp -r public /tmp/public\n'],
    ['data/backup.json', '{ "backup": "pg_dump" }'],
  ])('%s', (path, text) => expect(backupStatements(path, text)).toEqual([]))
})

test('keeps no secret', () => {
  const [one] = backupStatements('ops/nightly.sh', 'pg_dump postgres://shop:hunter2-geheim@db/shop > out.sql\n')
  expect(one?.text).toBe('pg_dump postgres://***@db/shop > out.sql')
})
