/** Connection settings of SQL databases, as configuration files and constructors of Sequelize, TypeORM and Knex have them. */
import { Kind } from '../../graph'
import type { Usage } from '../../types'
import type { Linked } from '../linked'
import { lookupOf } from '../lookup'
import { usage } from './modelled'
import { settingOf } from './setting'

/** Dialects that speak over a network. */
const DIALECTS = /^(?:mysql|mariadb|postgres|postgresql|mssql|oracle|db2|snowflake)$/i

export function databaseSettings(linked: Linked): Usage[] {
  const { whole, values } = linked
  const found: Usage[] = []
  const lookup = lookupOf(whole)
  const objects = new Set(Array.from(lookup.named(Kind.Property, 'dialect'), (entry) => lookup.objectOf(entry)))
  for (const node of [...objects].sort((one, other) => one - other)) {
    if (node < 0) continue
    const names = new Map<string, number>()
    for (const entry of whole.items(whole.a[node] as number))
      if (whole.kind[entry] === Kind.Property && whole.a[entry] !== -1) names.set(whole.text(whole.a[entry] as number), whole.b[entry] as number)
    const dialect = names.get('dialect')
    if (dialect === undefined || !names.has('host') || !(names.has('database') || names.has('username'))) continue
    if (!values.texts(dialect).some(({ value }) => DIALECTS.test(value))) continue
    found.push(
      usage(linked, node, 'database-settings', 'sequelize', 'dialect', {
        host: settingOf(linked, names.get('host') as number),
        options: settingOf(linked, node, ['dialectOptions']),
        ssl: settingOf(linked, node, ['dialectOptions', 'ssl']),
        encrypt: settingOf(linked, node, ['dialectOptions', 'options', 'encrypt']),
        flatSsl: settingOf(linked, node, ['ssl']),
      }),
    )
  }
  return found
}
