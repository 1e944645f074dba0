/** Libraries that are loaded whole into pages. In: imports of code that browsers run. Out: a hotspot each that the list below names. */
import { rowsByName } from '../../../rows-by-name'
import type { Hotspot } from '../../../types'
import { citeLine } from '../../linked'
import { skipTrivia } from '../../whole/index'
import { heavyPackages } from './heavy-packages'
import type { Scene } from './scene'

/** Build steps that take the rest of these libraries away again. */
const SLIMMERS: Record<string, RegExp> = rowsByName({
  lodash: /^(?:babel-plugin-lodash|lodash-webpack-plugin|babel-plugin-transform-imports|babel-plugin-import)$/,
  moment: /^(?:moment-locales-webpack-plugin|moment-dayjs-webpack-plugin)$/,
})

export function largeClientImports(scene: Scene): Hotspot[] {
  const { linked, isClient, isTest, isTooling } = scene
  const { whole, dependencies } = linked
  const found: Hotspot[] = []
  whole.files.forEach((facts, file) => {
    if (!isClient[file] || isTest[file] || isTooling[file]) return
    const once = new Set<string>()
    for (const { specifier, pos, typeOnly, dynamic } of facts.graph.imports) {
      const heavy = heavyPackages[specifier]
      if (!heavy || typeOnly || dynamic || once.has(specifier)) continue
      if ([...dependencies].some((name) => SLIMMERS[specifier]?.test(name))) continue
      const line = whole.lineAt(file, skipTrivia(facts.text, pos))
      const at = citeLine(linked, file, line)
      if (/^import\s+type\b/.test(at.text)) continue
      once.add(specifier)
      const names = /\{([^}]*)\}/
        .exec(at.text)?.[1]
        ?.split(',')
        .map((name) => name.trim().split(/\s+as\s+/)[0] as string)
        .filter((name) => /^\w+$/.test(name))
      found.push({
        kind: 'large-client-import',
        api: specifier,
        library: specifier,
        at,
        because: [],
        around: '',
        exposure: 'client',
        detail: `\`${specifier}\` is loaded whole into the page, and is ${heavy.size}`,
        suggestion:
          heavy.parts && names && names.length > 0
            ? names.map((name) => `import ${name} from '${heavy.parts?.replace('*', name)}'`).join('\n')
            : heavy.instead,
        confidence: 'high',
      })
    }
  })
  return found
}
