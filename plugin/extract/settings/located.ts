/** Settings of YAML and JSON: every value with the way to it, in the order of the file. */
import type { SettingFact } from '../../graph'
import type { Source } from '../manifests/format'
import { readJson } from '../manifests/read/json'
import { at, entriesOf, itemsOf, type Located, textOf } from '../manifests/read/located'
import { readYaml } from '../manifests/read/yaml'

/** A setting before its line is added, which is the same work for all notations. */
export type Written = Omit<SettingFact, 'text'>

/** Far above what people write; aliases in YAML can stand for any number of values. */
const MOST_SETTINGS = 5000

export function yamlSettings(source: Source): Written[] {
  return readYaml(source).flatMap((document) => settingsIn(document))
}

/** @param part only what stands under this key */
export function jsonSettings(source: Source, part?: string): Written[] {
  const root = readJson(source)
  return settingsIn(part === undefined ? root : at(root, part))
}

function settingsIn(root: Located | undefined): Written[] {
  const found: Written[] = []
  const visit = (value: Located, line: number, way: string[]): void => {
    if (found.length >= MOST_SETTINGS) return
    // A value of several lines begins where it is written, all others with their key.
    const text = textOf(value) ?? ''
    if (way.length > 0) found.push({ way, value: text, line: text.includes('\n') ? value.line : line })
    for (const entry of entriesOf(value)) visit(entry.value, entry.line, [...way, entry.key])
    for (const [index, item] of itemsOf(value).entries()) visit(item, item.line, [...way, String(index)])
  }
  if (root) visit(root, root.line, [])
  return found
}
