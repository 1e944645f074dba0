import { isReached } from '../routes'
import { isOnly, textOf, usageRule } from '../usage-rule'

export default usageRule({
  id: 'whole-table-write',
  size: 'small',
  class: 'access-control',
  phase: 'Authorization',
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:N/I:H/A:H',
  cwe: [863, 670],
  title: 'A request changes every row of a table',
  why: 'A statement without a condition is about all rows, those of other users as well.',
  impact: ['Whoever sends the request overwrites or deletes what belongs to everybody'],
  fix: 'Say with `where` which rows are meant.',
  code: 'await db.update(users).set({ defaultId: null }).where(eq(users.id, session.user.id))',
  references: [
    'https://orm.drizzle.team/docs/update',
    'https://orm.drizzle.team/docs/delete',
    'https://cheatsheetseries.owasp.org/cheatsheets/Authorization_Cheat_Sheet.html',
  ],
  of: ['table-write'],
  // A table whose single rows nobody chooses may hold one row of settings.
  fault: ({ at, values: { bounded, narrowed, does } }, program) => {
    if (!isOnly(bounded, 'no') || !isOnly(narrowed, 'true') || !isReached(program, at)) return undefined
    const isDelete = textOf(does) === 'delete'
    return {
      // To empty a table may be what the request is for.
      confidence: isDelete ? 'medium' : 'high',
      description: `This ${isDelete ? 'deletes' : 'changes'} every row of the table: no condition goes with the statement, while rows of the same table are chosen by one elsewhere.`,
    }
  },
})
