/** How strict the TypeScript compiler is told to be, `extends` followed. In: compiler configurations. Out: one fault a configuration that is looser than `strict`. */
import type { SettingFact, SettingsFacts } from '../../../../graph'
import { rowsByName } from '../../../../rows-by-name'
import type { ConfigurationFault } from '../../../../types'
import type { KnownQuality } from '../../known'
import { at, folderOf, isSample, placeOf, settingsFiles } from '../detector'

/** What `strict` switches on (typescriptlang.org/tsconfig, "strict"), and what each catches. */
const PARTS: Record<string, string> = rowsByName({
  strictNullChecks: 'a value that may be missing is used as if it were there',
  noImplicitAny: 'what has no type is checked for nothing',
  strictFunctionTypes: 'functions take the place of others that are called differently',
  strictBindCallApply: 'arguments of `bind`, `call` and `apply` are not checked',
  strictPropertyInitialization: 'fields are read before anything is put into them',
  noImplicitThis: '`this` may be anything',
  useUnknownInCatchVariables: 'what is caught is used without a look',
})
/** Presets on npm that are strict. */
const STRICT_PRESET =
  /^@(?:tsconfig|vue\/tsconfig|sindresorhus\/tsconfig|total-typescript\/tsconfig|astrojs\/tsconfig|electron-toolkit\/tsconfig)|astro\/tsconfigs\/strict|expo\/tsconfig|gts\/|@adonisjs\/tsconfig/

export function looseCompilers(known: KnownQuality): ConfigurationFault[] {
  const files = settingsFiles(known, 'compiler').filter(({ path }) => /(?:^|\/)tsconfig[^/]*\.json$/.test(path))
  const byPath = new Map(files.map((file) => [file.path, file]))
  return files.flatMap((file) => {
    // A part that only differs in what it emits says nothing of its own.
    const own = at(file, 'compilerOptions', '*')
    const isMain = /(?:^|\/)tsconfig\.json$/.test(file.path)
    const bases = at(file, 'extends')
      .filter(({ value }) => value !== '')
      .concat(at(file, 'extends', '*'))
    const says = own.filter(({ way }) => way[1] === 'strict' || PARTS[way[1] as string] !== undefined)
    if (says.length === 0 && (!isMain || bases.length > 0)) return []
    if (own.length === 0 && at(file, 'references').length > 0) return []
    if (isSample(file.path) || !hasCode(known, file)) return []
    const merged = mergedOf(file, byPath, new Set())
    if (merged.get('allowJs')?.setting.value === 'true' && merged.get('checkJs')?.setting.value !== 'true' && !hasTypescript(known, file)) return []
    const strict = merged.get('strict')
    const off = Object.keys(PARTS).filter((part) => merged.get(part)?.setting.value === 'false')
    if (strict?.setting.value === 'true') {
      if (off.length === 0) return []
      return [
        fault(
          file,
          'parts of strict off',
          off.join(', '),
          merged.get(off[0] as string) as Option,
          `\`strict\` is on, and ${off.map((part) => `\`${part}\``).join(' and ')} ${off.length === 1 ? 'is' : 'are'} off again: ${off.map((part) => PARTS[part]).join('; ')}.`,
        ),
      ]
    }
    if (merged.get('…')) return []
    const on = Object.keys(PARTS).filter((part) => merged.get(part)?.setting.value === 'true')
    if (on.includes('strictNullChecks') && on.includes('noImplicitAny')) return []
    const home = own[0] ?? file.settings[0]
    const place: Option | undefined =
      strict ?? (off[0] === undefined ? undefined : merged.get(off[0])) ?? (home && { file, setting: at(file, 'compilerOptions')[0] ?? home })
    if (!place) return []
    const missing = Object.keys(PARTS)
      .filter((part) => !on.includes(part))
      .slice(0, 2)
    return [
      fault(
        file,
        'strict off',
        'strict',
        place,
        `\`strict\` is ${strict ? 'off' : 'not set'}${on.length > 0 ? ` (only ${on.map((part) => `\`${part}\``).join(', ')})` : ''}: ${missing.map((part) => PARTS[part]).join(', and ')}, and the compiler says nothing.`,
      ),
    ]
  })
}

interface Option {
  file: SettingsFacts
  setting: SettingFact
}

const fault = (file: SettingsFacts, form: string, subject: string, { file: from, setting }: Option, detail: string): ConfigurationFault => ({
  kind: 'loose-compiler',
  form,
  subject: `${file.path} ${subject}`,
  at: placeOf(from, setting),
  evidence: [],
  detail,
  values: { options: subject, file: file.path },
  confidence: 'high',
})

/** Options in force; `…` where a base is not here to be read. */
function mergedOf(file: SettingsFacts, byPath: Map<string, SettingsFacts>, seen: Set<string>): Map<string, Option> {
  const merged = new Map<string, Option>()
  if (seen.has(file.path)) return merged
  seen.add(file.path)
  for (const base of [...at(file, 'extends'), ...at(file, 'extends', '*')]) {
    if (base.value === '') continue
    if (STRICT_PRESET.test(base.value)) merged.set('strict', { file, setting: { ...base, value: 'true' } })
    else {
      const target = targetOf(file.path, base.value, byPath)
      if (target) for (const [name, option] of mergedOf(target, byPath, seen)) merged.set(name, option)
      else merged.set('…', { file, setting: base })
    }
  }
  for (const setting of at(file, 'compilerOptions', '*')) merged.set(setting.way[1] as string, { file, setting })
  return merged
}

function targetOf(from: string, base: string, byPath: Map<string, SettingsFacts>): SettingsFacts | undefined {
  if (base.startsWith('.')) {
    const parts = `${folderOf(from)}${base}`.split('/')
    const path: string[] = []
    for (const part of parts) {
      if (part === '..') path.pop()
      else if (part !== '.' && part !== '') path.push(part)
    }
    const plain = path.join('/')
    return byPath.get(plain) ?? byPath.get(`${plain}.json`) ?? byPath.get(`${plain}/tsconfig.json`)
  }
  // A package of the same workspace: `@acme/tsconfig/base.json`.
  const tail = base
    .split('/')
    .slice(base.startsWith('@') ? 1 : 0)
    .join('/')
  const found = [...byPath].filter(([path]) => path.endsWith(`/${tail}`) || path.endsWith(`/${tail}.json`) || path.endsWith(`/${tail}/tsconfig.json`))
  return found.length === 1 ? found[0]?.[1] : undefined
}

const hasCode = (known: KnownQuality, file: SettingsFacts): boolean =>
  known.files.some(({ path, kind }) => kind === 'code' && path.startsWith(folderOf(file.path)))
const hasTypescript = (known: KnownQuality, file: SettingsFacts): boolean =>
  known.files.some(({ path }) => path.startsWith(folderOf(file.path)) && /(?<!\.d)\.[cm]?tsx?$/.test(path))
