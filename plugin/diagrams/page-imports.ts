/** Style and script that come with a page which needs them, and with no other. Out: a node for the tree of the page. */
import path from 'node:path'

const theme = path.join(__dirname, '..', 'theme')

export function importOf(file: string): { type: string; value: string } {
  const source = literal(path.join(theme, file).split(path.sep).join('/'))
  const estree = { type: 'Program', sourceType: 'module', comments: [], body: [{ type: 'ImportDeclaration', specifiers: [], source }] }
  return { type: 'mdxjsEsm', value: `import ${source.raw}`, data: { estree } } as { type: string; value: string }
}

export function literal(value: string) {
  return { type: 'Literal', value, raw: JSON.stringify(value) }
}
