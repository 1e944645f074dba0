/** Where control may go one way or another: `if`, `switch`, `try`. */
import { ts } from 'ts-morph'
import { Kind, RegionKind } from '../../graph'
import { type Changes, type Mention, Scope } from '../scope'
import { bind } from './bindings'
import { block, hoist } from './hoisting'
import { truthOf } from './known'
import { strip } from './syntax'
import { on, type Walker } from './walker'

const SK = ts.SyntaxKind

on<ts.IfStatement>(SK.IfStatement, (w, node) => {
  const test = w.test(node.expression)
  const truth = truthOf(w, test.condition)
  const yes = w.branch(() => {
    w.enterRegion(truth === false ? RegionKind.Never : RegionKind.True, test.condition, node.expression)
    w.refine(test, true)
    w.visit(node.thenStatement)
  })
  const no = w.branch(() => {
    w.enterRegion(truth === true ? RegionKind.Never : RegionKind.False, test.condition, node.expression)
    w.refine(test, false)
    w.visit(node.elseStatement)
  })
  if (truth !== undefined) (truth ? no : yes).dead = true
  w.join([yes, no], node)
  // What follows a branch that does not come back runs only on the other way.
  if (yes.dead && !no.dead) w.enterRegion(RegionKind.False, test.condition, node.expression)
  else if (no.dead && !yes.dead) w.enterRegion(RegionKind.True, test.condition, node.expression)
  return -1
})
on<ts.SwitchStatement>(SK.SwitchStatement, (w, node) => {
  const test = w.test(node.expression)
  const hasDefault = node.caseBlock.clauses.some((clause) => clause.kind === SK.DefaultClause)
  const outer = w.scope
  w.scope = new Scope(outer, w.fn, false)
  for (const clause of node.caseBlock.clauses) hoist(w, clause.statements)
  w.loop(node, 'switch', () => {
    /** What the clause before leaves when it falls through. */
    let fallen: Changes | undefined
    const none = { changes: new Map() as Changes, dead: false }
    for (const clause of node.caseBlock.clauses) {
      const way = w.branch(() => {
        const value = ts.isCaseClause(clause) ? w.value(clause.expression) : -1
        const condition = value < 0 ? test.condition : w.make(Kind.Binary, clause, test.condition, value, SK.EqualsEqualsEqualsToken)
        w.enterRegion(RegionKind.Case, condition, ts.isCaseClause(clause) ? clause.expression : node.expression)
        const refine = () => {
          if (value >= 0) w.refine({ condition, mentions: caseMentions(w, node.expression, test.mentions) }, true)
        }
        if (fallen) w.join([w.branch(refine), { changes: fallen, dead: false }], clause)
        else refine()
        for (const statement of clause.statements) w.visit(statement)
      })
      fallen = way.dead ? undefined : way.changes
    }
    const last = fallen ? [{ changes: fallen, dead: false }] : []
    w.join(hasDefault ? last : [none, ...last], node)
  })
  w.scope = outer
  return -1
})

/** `switch (x)` tests x even when it is a plain name. */
function caseMentions(w: Walker, expression: ts.Expression, mentions: Mention[]): Mention[] {
  const plain = strip(expression)
  if (ts.isIdentifier(plain)) {
    const variable = w.scope.find(plain.text)
    if (!variable) return []
    const value = w.read(variable)
    return [{ variable, path: '', root: value, value }]
  }
  return mentions
}

on<ts.TryStatement>(SK.TryStatement, (w, node) => {
  const attempt = w.attempt(() => {
    w.enterRegion(RegionKind.Try, -1, node)
    w.visit(node.tryBlock)
  })
  const ways = [{ changes: attempt.changes, dead: attempt.dead }]
  if (node.catchClause) {
    const { catchClause } = node
    ways.push(
      w.branch(() => {
        w.join(
          [
            { changes: new Map(), dead: false },
            ...attempt.midway.map((changes) => ({ changes, dead: false })),
            { changes: attempt.changes, dead: false },
          ],
          node,
        )
        w.enterRegion(RegionKind.Catch, -1, catchClause)
        const outer = w.scope
        w.scope = new Scope(outer, w.fn, false)
        if (catchClause.variableDeclaration) bind(w, catchClause.variableDeclaration.name, w.make(Kind.Caught, catchClause), false, false)
        block(w, catchClause.block.statements)
        w.scope = outer
      }),
    )
  }
  w.join(ways, node)
  if (node.finallyBlock) {
    const dead = w.dead
    w.inRegion(RegionKind.Finally, -1, node.finallyBlock, () => w.visit(node.finallyBlock))
    w.dead = dead || w.dead
  }
  if (node.catchClause && ways[1]?.dead && !attempt.dead) w.enterRegion(RegionKind.Past, -1, node)
  return -1
})
