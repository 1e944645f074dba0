/** YAML and JSON of description files, as values that know their line. Throws where the text is neither. */
import type { Source } from '../manifests/format'
import { readJson } from '../manifests/read/json'
import type { Located } from '../manifests/read/located'
import { readYaml } from '../manifests/read/yaml'

export function readDocument(text: string, path: string): Located {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  const problems: string[] = []
  const source: Source = {
    path,
    name: path.slice(path.lastIndexOf('/') + 1),
    text,
    lineAt(offset) {
      let [low, high] = [0, starts.length]
      while (low + 1 < high) {
        const middle = (low + high) >> 1
        if ((starts[middle] as number) <= offset) low = middle
        else high = middle
      }
      return low + 1
    },
    line: (number) => text.slice(starts[number - 1] ?? 0, (starts[number] ?? text.length + 1) - 1),
    lineCount: starts.length,
    problem: (detail) => void problems.push(detail),
  }
  const read = /\.json[c5]?$/i.test(path) ? readJson(source) : readYaml(source)[0]
  if (!read || read.kind === 'scalar') throw new Error(problems[0] ?? 'expected keys and values')
  return read
}
