/** Linters: whether there is one, and which of the rules that find faults it was told to leave. Settings are read, never run. */
import { Kind } from '../../../../graph'
import type { ConfigurationFault, Evidence } from '../../../../types'
import { citeLine } from '../../../linked'
import type { KnownQuality } from '../../known'
import { isSample, placeOf, settingsFiles } from '../detector'

/** Rules that find faults rather than taste: of ESLint's `eslint:recommended` ("possible problems"), typescript-eslint's `recommended-type-checked`, Biome's `suspicious` and `correctness`. */
const MATTERS =
  /^(?:@typescript-eslint\/)?(?:no-(?:undef|unused-vars|unreachable|dupe-keys|dupe-args|const-assign|func-assign|unsafe-finally|unsafe-negation|unsafe-optional-chaining|fallthrough|cond-assign|self-assign|redeclare|eval|implied-eval|floating-promises|misused-promises|explicit-any|async-promise-executor|await-in-loop|empty|prototype-builtins|loss-of-precision|shadow-restricted-names|ts-comment|unsafe-(?:assignment|call|member-access|return|argument))|require-await|await-thenable|eqeqeq|use-isnan|valid-typeof|require-atomic-updates|ban-ts-comment|restrict-template-expressions)$|^react-hooks\/(?:rules-of-hooks|exhaustive-deps)$|^(?:noExplicitAny|noDoubleEquals|noUnusedVariables|noUndeclaredVariables|noUnreachable|noGlobalEval|noFloatingPromises)$/
const CONFIG_CODE = /(?:^|\/)(?:\.eslintrc\.[cm]?js|eslint\.config\.[cm]?[jt]s|xo\.config\.[cm]?js)$/
/** So many are a matter of taste; from here on the linter is not looking. */
const FEW = 3

export function looseLinters(known: KnownQuality): ConfigurationFault[] {
  return [...switchedOff(known), ...nothingThere(known)]
}

interface Off {
  rule: string
  at: Evidence
}

function switchedOff(known: KnownQuality): ConfigurationFault[] {
  const files: { path: string; off: Off[] }[] = settingsFiles(known, 'lint').map((file) => ({
    path: file.path,
    off: file.settings.flatMap((setting): Off[] => {
      const rules = setting.way.indexOf('rules')
      // `"rule": "off"`, `"rule": ["off", …]`, and not in an override, which is about a few files.
      if (rules < 0 || setting.way.includes('overrides')) return []
      const name = setting.way.at(-1) === '0' ? setting.way.at(-2) : setting.way.at(-1) === 'level' ? setting.way.at(-2) : setting.way.at(-1)
      return name !== undefined && MATTERS.test(name) && /^(?:off|0|false)$/.test(setting.value) ? [{ rule: name, at: placeOf(file, setting) }] : []
    }),
  }))
  const { linked } = known
  linked.whole.files.forEach(({ path }, file) => {
    if (CONFIG_CODE.test(path) && !isSample(path)) files.push({ path, off: offInCode(known, file) })
  })
  return files.flatMap(({ path, off }): ConfigurationFault[] => {
    const [first, ...others] = off
    if (!first || off.length < FEW) return []
    return [
      {
        kind: 'loose-lint',
        form: 'rules switched off',
        subject: path,
        at: first.at,
        evidence: others.slice(0, 10).map(({ at }) => at),
        detail: `${off.length} rules that find faults are off: ${off
          .slice(0, 6)
          .map(({ rule }) => `\`${rule}\``)
          .join(', ')}${off.length > 6 ? ` and ${off.length - 6} more` : ''}.`,
        values: { rules: off.map(({ rule }) => rule).join(' ') },
        confidence: 'high',
      },
    ]
  })
}

function offInCode({ linked }: KnownQuality, file: number): Off[] {
  const { whole } = linked
  const found: Off[] = []
  for (let node = whole.base[file] as number; node < (whole.base[file + 1] as number); node++) {
    if (whole.kind[node] !== Kind.Property || (whole.a[node] as number) < 0) continue
    const rule = whole.text(whole.a[node] as number)
    if (!MATTERS.test(rule)) continue
    const value = whole.b[node] as number
    const level = whole.kind[value] === Kind.Array ? (whole.items(whole.a[value] as number)[0] ?? -1) : value
    if (level < 0) continue
    const isOff = (whole.kind[level] === Kind.String || whole.kind[level] === Kind.Number) && /^(?:off|0)$/.test(whole.text(whole.a[level] as number))
    if (isOff) found.push({ rule, at: citeLine(linked, file, whole.linesOf(node)[0]) })
  }
  return found
}

const LINTERS =
  /^(?:eslint|@biomejs\/biome|oxlint|xo|standard|jshint|tslint|@antfu\/eslint-config|gts|semistandard|ts-standard|deno|@angular-eslint\/builder|next|react-scripts|neostandard|rome)$/
/** Fewer files than this are a script. */
const SMALL = 5

function nothingThere({ extracted, files, linked }: KnownQuality): ConfigurationFault[] {
  const root = extracted.manifests.find(({ path }) => path === 'package.json')
  if (!root || linked.whole.files.length < SMALL) return []
  const has =
    (extracted.settings ?? []).some(({ format }) => format === 'lint') ||
    files.some(
      ({ path }) =>
        CONFIG_CODE.test(path) ||
        /(?:^|\/)(?:\.eslintrc[^/]*|\.jshintrc|\.xo-config[^/]*|\.oxlintrc\.json|oxlint\.json|biome\.jsonc?|\.standardrc|deno\.jsonc?|tslint\.json)$/.test(
          path,
        ),
    ) ||
    extracted.manifests.some(({ facts }) =>
      facts.some(
        ({ kind, name, value }) =>
          (kind === 'dependency' && LINTERS.test(name)) ||
          (kind === 'script' && /\b(?:eslint|biome|oxlint|jshint|xo|standard|next lint|ng lint)\b/.test(value ?? '')),
      ),
    )
  if (has) return deprecated(extracted)
  const first = root.facts[0]
  return first
    ? [
        {
          kind: 'loose-lint',
          form: 'no linter',
          subject: 'lint',
          at: { file: root.path, line: 1, text: '{' },
          evidence: [],
          detail:
            'No configuration of ESLint, Biome, oxlint, XO or Standard, and no script or dependency that would run one: faults that a machine finds are left to reviewers.',
          confidence: 'medium',
        },
      ]
    : []
}

function deprecated(extracted: KnownQuality['extracted']): ConfigurationFault[] {
  return extracted.manifests.flatMap(({ path, facts }) => {
    const tslint = facts.find(({ kind, name, ecosystem }) => kind === 'dependency' && name === 'tslint' && ecosystem === 'npm')
    const other = extracted.manifests.some((manifest) =>
      manifest.facts.some(({ kind, name }) => kind === 'dependency' && /^(?:eslint|@biomejs\/biome|oxlint)$/.test(name)),
    )
    return tslint && !other
      ? [
          {
            kind: 'loose-lint' as const,
            form: 'deprecated linter',
            subject: 'tslint',
            at: { file: path, line: tslint.line, text: tslint.text },
            evidence: [],
            detail:
              'TSLint has been given up in favour of typescript-eslint (2019): it knows nothing of newer syntax, and its rules are mended no more.',
            confidence: 'high' as const,
          },
        ]
      : []
  })
}
