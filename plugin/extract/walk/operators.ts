/** Operators: what they compute, what they assign, and what `&&`, `||`, `??` and `?:` decide. */
import { ts } from 'ts-morph'
import { ChoiceKind, Kind, RegionKind } from '../../graph'
import { put } from './bindings'
import { named } from './callables'
import { truthOf } from './known'
import { nameOf } from './syntax'
import { on } from './walker'

const SK = ts.SyntaxKind

on<ts.DeleteExpression>(SK.DeleteExpression, (w, node) => w.make(Kind.Unary, node, w.value(node.expression), -1, SK.DeleteKeyword))
on<ts.TypeOfExpression>(SK.TypeOfExpression, (w, node) => w.make(Kind.Unary, node, w.value(node.expression), -1, SK.TypeOfKeyword))
on<ts.VoidExpression>(SK.VoidExpression, (w, node) => w.make(Kind.Unary, node, w.value(node.expression), -1, SK.VoidKeyword))
on<ts.PrefixUnaryExpression>([SK.PrefixUnaryExpression, SK.PostfixUnaryExpression], (w, node) => {
  const operand = w.value(node.operand)
  const value = w.make(Kind.Unary, node, operand, -1, node.operator)
  if (node.operator === SK.PlusPlusToken || node.operator === SK.MinusMinusToken) put(w, node.operand, value)
  w.resetRoot()
  return value
})
on<ts.ConditionalExpression>(SK.ConditionalExpression, (w, node) => {
  const test = w.test(node.condition)
  const truth = truthOf(w, test.condition)
  let whenTrue = -1
  let whenFalse = -1
  const yes = w.branch(() => {
    w.enterRegion(truth === false ? RegionKind.Never : RegionKind.True, test.condition, node.condition)
    w.refine(test, true)
    whenTrue = named(w, node.whenTrue, '')
  })
  const no = w.branch(() => {
    w.enterRegion(truth === true ? RegionKind.Never : RegionKind.False, test.condition, node.condition)
    w.refine(test, false)
    whenFalse = named(w, node.whenFalse, '')
  })
  w.join([yes, no], node)
  w.resetRoot()
  if (truth !== undefined) return truth ? whenTrue : whenFalse
  return w.graph.choice(ChoiceKind.Conditional, [whenTrue, whenFalse], node.pos, node.end)
})

const COMPOUND = new Map<ts.SyntaxKind, ts.SyntaxKind>([
  [SK.PlusEqualsToken, SK.PlusToken],
  [SK.MinusEqualsToken, SK.MinusToken],
  [SK.AsteriskEqualsToken, SK.AsteriskToken],
  [SK.SlashEqualsToken, SK.SlashToken],
  [SK.PercentEqualsToken, SK.PercentToken],
  [SK.AsteriskAsteriskEqualsToken, SK.AsteriskAsteriskToken],
  [SK.BarEqualsToken, SK.BarToken],
  [SK.AmpersandEqualsToken, SK.AmpersandToken],
  [SK.CaretEqualsToken, SK.CaretToken],
  [SK.LessThanLessThanEqualsToken, SK.LessThanLessThanToken],
  [SK.GreaterThanGreaterThanEqualsToken, SK.GreaterThanGreaterThanToken],
  [SK.GreaterThanGreaterThanGreaterThanEqualsToken, SK.GreaterThanGreaterThanGreaterThanToken],
])
const LOGICAL = new Map<ts.SyntaxKind, ChoiceKind>([
  [SK.BarBarToken, ChoiceKind.Or],
  [SK.QuestionQuestionToken, ChoiceKind.Nullish],
  [SK.AmpersandAmpersandToken, ChoiceKind.And],
])
const LOGICAL_ASSIGN = new Map<ts.SyntaxKind, ChoiceKind>([
  [SK.BarBarEqualsToken, ChoiceKind.Or],
  [SK.QuestionQuestionEqualsToken, ChoiceKind.Nullish],
  [SK.AmpersandAmpersandEqualsToken, ChoiceKind.And],
])

on<ts.BinaryExpression>(SK.BinaryExpression, (w, node) => {
  const operator = node.operatorToken.kind
  if (operator === SK.EqualsToken) {
    const value = named(w, node.right, nameOf(node.left))
    put(w, node.left, value)
    w.resetRoot()
    return value
  }
  if (operator === SK.CommaToken) {
    w.value(node.left)
    return w.value(node.right)
  }
  const logical = LOGICAL.get(operator)
  if (logical !== undefined) {
    const test = w.test(node.left)
    let right = -1
    const way = w.branch(() => {
      w.enterRegion(logical === ChoiceKind.And ? RegionKind.True : RegionKind.False, test.condition, node.left)
      if (logical !== ChoiceKind.Nullish) w.refine(test, logical === ChoiceKind.And)
      right = named(w, node.right, '')
    })
    w.join(
      [
        { changes: new Map(), dead: false },
        { ...way, dead: false },
      ],
      node,
    )
    w.resetRoot()
    return w.graph.choice(logical, [test.condition, right], node.pos, node.end)
  }
  const logicalAssign = LOGICAL_ASSIGN.get(operator)
  if (logicalAssign !== undefined) {
    const left = w.value(node.left)
    const value = w.graph.choice(logicalAssign, [left, named(w, node.right, nameOf(node.left))], node.pos, node.end)
    put(w, node.left, value)
    w.resetRoot()
    return value
  }
  const compound = COMPOUND.get(operator)
  const left = w.value(node.left)
  const right = w.value(node.right)
  w.resetRoot()
  const value = w.make(Kind.Binary, node, left, right, compound ?? operator)
  if (compound !== undefined) put(w, node.left, value)
  w.resetRoot()
  return value
})
