/** `key=value` lines, as npm reads its settings. */
import type { Source } from '../manifests/format'
import type { Written } from './located'

export function iniSettings(source: Source): Written[] {
  const found: Written[] = []
  for (let line = 1; line <= source.lineCount; line++) {
    const [, key, value = ''] = /^\s*([^#;=\s][^=]*?)\s*=\s*(.*?)\s*$/.exec(source.line(line)) ?? []
    if (key !== undefined) found.push({ way: [key], value, line })
  }
  return found
}
