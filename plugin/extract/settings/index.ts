/**
 * Settings whose form is looked at, whatever they mean: images, services, pipelines, compilers, linters. In: one file's path
 * and text. Out: each setting with the way to it and its line; secrets are masked. One reader a notation.
 */
import type { SettingsFacts, SettingsFormat } from '../../graph'
import type { Source } from '../manifests/format'
import { circleci } from '../manifests/formats/circleci'
import { compose } from '../manifests/formats/compose'
import { dockerfile } from '../manifests/formats/dockerfile'
import { gitlabCi } from '../manifests/formats/gitlab-ci'
import { linesOf } from '../manifests/read/lines'
import { masked, shownLine } from '../manifests/shown'
import { iniSettings } from './ini'
import { instructions } from './instructions'
import type { Written } from './located'
import { jsonSettings, yamlSettings } from './located'

interface Reader {
  format: SettingsFormat
  claims: (file: { path: string; name: string; text: string }) => boolean
  read: (source: Source) => Written[]
}

const LINT_FILE = /^(?:\.eslintrc(?:\.(?:jsonc?|ya?ml))?|\.?biome\.jsonc?|rome\.json|\.oxlintrc\.jsonc?|tslint\.json)$/
const OTHER_PIPELINE = /(?:^|\/)(?:\.travis\.ya?ml|azure-pipelines(?:[.-].+)?\.ya?ml|bitbucket-pipelines\.ya?ml|\.drone\.ya?ml)$/

/** The first that claims a file reads it. */
const readers: Reader[] = [
  { format: 'dockerfile', claims: dockerfile.claims, read: instructions },
  { format: 'compose', claims: compose.claims, read: yamlSettings },
  {
    format: 'workflow',
    claims: ({ path }) => /(?:^|\/)\.(?:github|gitea|forgejo)\/(?:workflows\/[^/]+|actions\/.+\/action)\.ya?ml$/i.test(path),
    read: yamlSettings,
  },
  { format: 'pipeline', claims: (file) => gitlabCi.claims(file) || circleci.claims(file) || OTHER_PIPELINE.test(file.path), read: yamlSettings },
  {
    format: 'kubernetes',
    claims: ({ name, text }) =>
      /\.ya?ml$/i.test(name) && /^kind:\s*(?:Pod|Deployment|StatefulSet|DaemonSet|Job|CronJob)\b/m.test(text) && !text.includes('{{'),
    read: yamlSettings,
  },
  {
    format: 'compiler',
    claims: ({ name, path }) => /^[tj]sconfig(?:[.-].+)?\.json$/.test(name) || /(?:^|\/)tsconfigs?\/[^/]+\.json$/i.test(path),
    read: jsonSettings,
  },
  {
    format: 'lint',
    claims: ({ name }) => LINT_FILE.test(name),
    read: (source) => (/^\s*[{[/]/.test(source.text) ? jsonSettings(source) : yamlSettings(source)),
  },
  {
    format: 'lint',
    claims: ({ name, text }) => name === 'package.json' && text.includes('"eslintConfig"'),
    read: (source) => jsonSettings(source, 'eslintConfig'),
  },
  { format: 'framework', claims: ({ name }) => name === '.sailsrc', read: jsonSettings },
  { format: 'npmrc', claims: ({ name }) => name === '.npmrc', read: iniSettings },
]

/** Longest file that is looked at, in characters: settings are written by hand. */
const LONGEST = 200_000

/** Undefined where the file is none of these, or says nothing. */
export function settingsOf(path: string, written: string): SettingsFacts | undefined {
  if (written.length > LONGEST) return undefined
  const text = written.startsWith('\uFEFF') ? written.slice(1) : written
  const name = path.slice(path.lastIndexOf('/') + 1)
  const reader = readers.find(({ claims }) => claims({ path, name, text }))
  if (!reader) return undefined
  const { lineAt, line, count } = linesOf(text)
  // Mistakes of the notation are named where the file is read as a manifest.
  const source: Source = { path, name, text, lineAt, line, lineCount: count, problem: () => {} }
  const settings = reader.read(source).map((setting) => ({ ...setting, value: shownValue(setting.value), text: shownLine(line(setting.line)) }))
  return settings.length === 0 ? undefined : { path, format: reader.format, settings }
}

/** Scripts are values too, and all of their lines are looked at; in characters. */
const MOST_VALUE = 4000

/** Cut after it is masked, so that no half of a secret is taken for something else. */
function shownValue(value: string): string {
  const text = masked(value.slice(0, 2 * MOST_VALUE))
  return text.length > MOST_VALUE ? text.slice(0, MOST_VALUE) : text
}
