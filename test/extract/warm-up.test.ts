/** The page of everything is worth its time only while it has everything. */
import { ts } from 'ts-morph'
import { expect, test } from 'vitest'
import { extractFile } from '../../plugin/extract/file'
import { EVERYTHING } from '../../plugin/extract/warm-up'

/** What the parser never makes, or makes only of broken code, of the old keyword of import attributes, or outside of .tsx. */
const NEVER = [
  'SyntheticExpression',
  'SemicolonClassElement',
  'MissingDeclaration',
  'AssertClause',
  'AssertEntry',
  'ImportTypeAssertionContainer',
  'Bundle',
  'TypeAssertionExpression',
]

test('every kind of node occurs on it', () => {
  const met = new Set<ts.SyntaxKind>()
  const meet = (node: ts.Node): void => {
    met.add(node.kind)
    ts.forEachChild(node, meet)
  }
  meet(ts.createSourceFile('everything.tsx', EVERYTHING, ts.ScriptTarget.Latest))
  const missing: string[] = []
  for (let kind = ts.SyntaxKind.FirstNode; kind < ts.SyntaxKind.FirstJSDocNode; kind++) if (!met.has(kind)) missing.push(ts.SyntaxKind[kind])
  expect(missing.filter((name) => !NEVER.includes(name))).toEqual([])
})

test('it can be taken apart', () => {
  expect(extractFile('everything.tsx', EVERYTHING).graph.functions.length).toBeGreaterThan(30)
})
