import { firstLine } from '../components/containers'
import { counted, ofKind, type Reason, type Style } from './scene'

/** Folders that are layers, and imports that keep their order. */
export const layered: Style = (scene) => {
  const layerings = scene.layerings.filter(({ scheme }) => scheme.name === 'layered' || scheme.name === 'clean' || scheme.name === 'feature-sliced')
  const best = layerings.sort((one, other) => other.layers.length - one.layers.length || other.layerOf.size - one.layerOf.size)[0]
  if (!best) return undefined
  const { known, modules } = scene
  const indexOf = new Map(modules.modules.map(({ path }, index) => [index, known.linked.fileIndex.get(path) ?? -1]))
  let down = 0
  for (const { from, to, typesOnly } of modules.imports) {
    const [a, b] = [best.layerOf.get(indexOf.get(from) ?? -1), best.layerOf.get(indexOf.get(to) ?? -1)]
    if (!typesOnly && a !== undefined && b !== undefined && a < b) down++
  }
  const inContainer = new Set(best.container.files.map((file) => known.linked.whole.files[file]?.path))
  const up = modules.violations.filter(({ from }) => inContainer.has(from))
  const reasons: Reason[] = [
    {
      text: `Folders and files name ${counted(best.layers.length, 'layer')}: ${best.layers.map(({ name }) => name).join(', ')}.`,
      evidence: best.layers.map(({ files }) => firstLine(known, files[0] as number)),
    },
  ]
  if (down > 0)
    reasons.push({
      text: `${counted(down, 'import')} lead${down === 1 ? 's' : ''} from an upper layer to a lower one${up.length === 0 ? ', none back' : ''}.`,
      evidence: [],
    })
  const against: Reason[] =
    up.length > 0
      ? [
          {
            text: `${counted(up.length, 'import')} lead${up.length === 1 ? 's' : ''} from a lower layer to an upper one.`,
            evidence: up.slice(0, 4).map(({ at }) => at),
          },
        ]
      : []
  const share = best.layerOf.size / Math.max(1, best.container.files.length)
  const several = ofKind(scene, 'backend').length > 1
  return {
    name: 'layered',
    reasons,
    against,
    fit: 40 + best.layers.length * 6 + Math.round(share * 20) - (up.length > down * 0.2 ? 30 : 0) - (several ? 15 : 0) - (down === 0 ? 25 : 0),
  }
}
