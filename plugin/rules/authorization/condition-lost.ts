import { textOf, usageRule } from '../usage-rule'

export default usageRule({
  id: 'condition-lost',
  size: 'small',
  class: 'access-control',
  phase: 'Authorization',
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:N/A:N',
  cwe: [863, 670],
  title: 'A second where replaces the first',
  why: 'Drizzle keeps one condition a statement: each further `where` takes the place of the one before it, in dynamic mode as well.',
  impact: ['Rows of other users are read or changed, where the condition that is lost named the owner'],
  fix: 'Join the conditions with `and` and hand them to one `where`.',
  code: 'await db.select().from(nodes).where(and(eq(nodes.userId, user.id), eq(nodes.slug, slug)))',
  references: [
    'https://orm.drizzle.team/docs/dynamic-query-building',
    'https://orm.drizzle.team/docs/select#filters',
    'https://cheatsheetseries.owasp.org/cheatsheets/Authorization_Cheat_Sheet.html',
  ],
  of: ['statement-condition'],
  fault: ({ at, values: { lost, does } }) => {
    if (!lost?.at) return undefined
    const isRead = textOf(does) === 'select'
    return {
      trace: [lost.at, at],
      confidence: textOf(lost) === 'surely' ? 'high' : 'medium',
      ...(isRead ? {} : { metrics: { C: 'N', I: 'H' } }),
      description: `Drizzle keeps one condition a statement: this \`where\` takes the place of the one in line ${lost.at.line}, which is never asked.`,
    }
  },
})
