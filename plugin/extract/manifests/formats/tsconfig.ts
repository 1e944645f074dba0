import { type Format, platform } from '../format'
import { readJson } from '../read/json'
import { at, textOf } from '../read/located'

export const tsconfig: Format = {
  name: 'compiler configuration',
  claims: ({ name }) => /^[tj]sconfig(?:[.-].+)?\.json$/.test(name),
  facts(source) {
    const root = readJson(source)
    const target = at(root, 'compilerOptions', 'target')
    // A jsconfig tells an editor where things are; no compiler reads it.
    const isTypescript = source.name.startsWith('tsconfig')
    return [
      ...(isTypescript ? [platform('typescript', root?.line ?? 1)] : []),
      ...(target
        ? [{ kind: 'engine' as const, ecosystem: 'tsconfig', name: 'ecmascript', version: textOf(target), value: 'target', line: target.line }]
        : []),
    ]
  },
}
