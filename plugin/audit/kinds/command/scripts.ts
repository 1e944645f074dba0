/**
 * Scripts and tasks that commands ask for by name. In: the words of a command. Out: which runner is asked for what in which
 * package; undefined where the command is about something else.
 */
export interface Asked {
  runner: 'script' | 'nps' | 'nx' | 'turbo' | 'make'
  name: string
  /** A workspace package by name, or a folder. */
  of?: { package: string } | { folder: string }
  /** In any package: `pnpm -r build`, `lerna run build`. */
  anywhere?: boolean
  /** The manager runs a program of that name as well: `yarn jest`. */
  orProgram?: boolean
  /** What the script is given beyond its name. */
  rest: string[]
}

const YARN =
  'access add audit autoclean bin cache check config constraints create dedupe dlx exec explain explore generate-lock-entry global help import info init install install-peerdeps licenses link list login logout node npm outdated owner pack patch patch-commit plugin policies prune publish rebuild remove run search set stage tag team unlink unplug up upgrade upgrade-interactive version versions why workspace workspaces'
const PNPM =
  'add approve-builds audit bin bugs c cache cat-file cat-index completion config create dedupe deploy dlx docs doctor edit env exec fetch find-hash help i import init install install-test it licenses link list ll ln login logout ls outdated owner pack patch patch-commit patch-remove ping pkg prefix profile prune publish rb rebuild recursive remove rm root run run-script search self-update server set-script setup stage star store t test tst un uninstall unlink unpublish up update upgrade version view whoami why'
const BUN =
  'a add audit build c create exec feedback help i info init install link ls outdated patch pm publish r remove repl rm run test uninstall unlink update upgrade why x'
/** Commands of npm that have no alias here are found by their first letters too, so only whole words are held against it. */
export const NPM = new Set(
  'access add add-user adduser apihelp audit author bin birthday bugs c cache ci cit clean-install clean-install-test completion config create ddp dedupe deprecate diff dist-tag dist-tags docs doctor edit exec explain explore find find-dupes fund get help help-search home hook i ic in info init innit ins inst insta instal install install-ci-test install-clean install-test isnt isnta isntal isntall isntall-clean issues it la link list ll ln login logout ls ogr org outdated owner pack ping pkg prefix profile prune publish query r rb rebuild remove repo restart rm root rum run run-script s sbom se search set shrinkwrap show sit star stars start stop t team test token tst udpate un undeprecate uninstall unlink unpublish unstar up update upgrade urn v verison version view whoami why x'.split(
    ' ',
  ),
)
const BUILT_IN: Record<string, ReadonlySet<string>> = { yarn: new Set(YARN.split(' ')), pnpm: new Set(PNPM.split(' ')), bun: new Set(BUN.split(' ')) }
/** Options of managers that take a word. */
const TAKES_WORD =
  /^(?:-w|--workspace|-C|--prefix|--dir|--cwd|--filter|-F|--scope|--loglevel|--registry|-p|--package|-f|-j|--jobs|--reporter|--user|-u)$/

interface Parsed {
  words: string[]
  options: Map<string, string>
  rest: string[]
}

/** Options apart from words; what follows `--` belongs to the script. */
function parsed(words: string[]): Parsed {
  const options = new Map<string, string>()
  const plain: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string
    if (word === '--') return { words: plain, options, rest: words.slice(at + 1) }
    if (!word.startsWith('-')) plain.push(word)
    else if (word.includes('=')) options.set(word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1))
    else if (TAKES_WORD.test(word) && words[at + 1] !== undefined) options.set(word, words[++at] as string)
    else options.set(word, '')
  }
  return { words: plain, options, rest: [] }
}

/** Without what only sets the stage: `sudo`, `cross-env A=b`, `npx`, `dotenv --`. */
export function bare(words: string[]): string[] {
  let left = words
  for (let hops = 0; hops < 6; hops++) {
    const [first = '', second = ''] = left
    if (/^(?:sudo|time|env|cross-env|nohup|command|exec|then|do)$/.test(first))
      left = left.slice(1).filter((word, at, all) => !isSetting(word) || all.slice(0, at).some((it) => !isSetting(it)))
    else if (/^(?:npx|bunx|pnpx)$/.test(first) && /^(?:-y|--yes|--no-install|--no)$/.test(second)) left = [first, ...left.slice(2)]
    else break
  }
  return left
}

const isSetting = (word: string) => /^[A-Za-z_]\w*=/.test(word) || word.startsWith('-')

export function askedFor(given: string[]): Asked | undefined {
  const [manager = '', ...more] = bare(given)
  const { words, options, rest } = parsed(more)
  const [verb = '', name = ''] = words
  const anywhere = ['-r', '--recursive', '--workspaces', '-ws', '-ws=true'].some((it) => options.has(it)) || undefined
  const target = options.get('-w') || options.get('--workspace') || options.get('--filter') || options.get('-F') || options.get('--scope')
  const folder = options.get('-C') || options.get('--prefix') || options.get('--dir') || options.get('--cwd')
  const where = { ...(target ? ofTarget(target) : folder ? { of: { folder } } : {}), ...(anywhere ? { anywhere } : {}) }
  const script = (asked: string, left: string[], orProgram = false): Asked | undefined =>
    asked === '' ? undefined : { runner: 'script', name: asked, ...where, ...(orProgram ? { orProgram } : {}), rest: [...left, ...rest] }
  switch (manager) {
    case 'npm':
      if (/^(?:run|run-script|rum|urn)$/.test(verb)) return script(name, words.slice(2))
      if (/^(?:start|stop|test|t|tst|restart)$/.test(verb)) return script(/^(?:t|tst)$/.test(verb) ? 'test' : verb, words.slice(1))
      return undefined
    case 'yarn':
      if (verb === 'run') return script(name, words.slice(2), true)
      if (verb === 'workspace') return workspace(words.slice(1), rest)
      if (verb === 'workspaces') {
        const at = words.indexOf('run')
        return at > 0 && words[at + 1] ? { runner: 'script', name: words[at + 1] as string, anywhere: true, rest } : undefined
      }
      break
    case 'pnpm':
      if (/^(?:run|run-script)$/.test(verb)) return script(name, words.slice(2))
      if (/^(?:test|t|tst)$/.test(verb)) return script('test', words.slice(1))
      break
    case 'bun':
      if (verb === 'run') return /[./]/.test(name) ? undefined : script(name, words.slice(2), true)
      return undefined
    case 'node':
      return more[0] === '--run' && more[1] ? { runner: 'script', name: more[1], rest: [] } : undefined
    case 'nps':
      return nps(words)
    case 'nx':
      return nx(words, options)
    case 'turbo':
      return verb === '' ? undefined : { runner: 'turbo', name: verb === 'run' ? name : verb, rest: [] }
    case 'lerna':
      return verb === 'run' && name ? { runner: 'script', name, ...where, anywhere: true, rest } : undefined
    case 'make':
      return verb === '' || /=/.test(verb) || folder || options.has('-f') ? undefined : { runner: 'make', name: verb, rest: [] }
    case 'npx':
    case 'bunx':
    case 'pnpx':
      return /^(?:nps|nx|turbo|lerna)$/.test(verb) ? askedFor(more) : undefined
    default:
      return undefined
  }
  // What is left are managers that run a script by its bare name.
  if (verb === '' || BUILT_IN[manager]?.has(verb) === true) {
    if (/^(?:exec|dlx)$/.test(verb) && /^(?:nps|nx|turbo|lerna)$/.test(name)) return askedFor(words.slice(1))
    return undefined
  }
  return script(verb, words.slice(1), true)
}

function ofTarget(target: string): Pick<Asked, 'of' | 'anywhere'> {
  const plain = target.replace(/^\.{3}|\.{3}$|^\^|\^$/g, '')
  if (/[*![\]{}]/.test(plain)) return { anywhere: true }
  return /^\.{0,2}\//.test(plain) ? { of: { folder: plain } } : { of: { package: plain } }
}

/** `yarn workspace web start` */
function workspace([name = '', verb = '', script = '']: string[], rest: string[]): Asked | undefined {
  const asked = verb === 'run' ? script : verb
  if (name === '' || asked === '' || BUILT_IN.yarn?.has(asked)) return undefined
  return { runner: 'script', name: asked, of: { package: name }, orProgram: true, rest }
}

/** `nps "test --coverage" build`: each word is a task with what it is given. */
export function nps(words: string[]): Asked | undefined {
  const [name = '', ...rest] = (words[0] ?? '').split(/\s+/)
  return name === '' ? undefined : { runner: 'nps', name, rest }
}

const NX =
  'add affected affected:apps affected:graph cloud conformance connect connect-to-nx-cloud console daemon dep-graph exec fix-ci format format:check format:write g generate graph import init init-ci install list login logout mcp migrate nx-cloud print-affected record register release repair report reset run-many show start-agents stop-all-agents sync sync:check view-logs watch workspace-generator workspace-lint'

/** `nx serve api`, `nx run api:serve`, `nx run-many -t build`. */
function nx(words: string[], options: Map<string, string>): Asked | undefined {
  const [verb = '', project = ''] = words
  if (verb === 'run') return project.includes(':') ? { runner: 'nx', name: project, rest: [] } : undefined
  if (verb === 'run-many' || verb === 'affected') {
    const target = options.get('-t') ?? options.get('--target') ?? options.get('--targets')
    return target && !target.includes(',') ? { runner: 'nx', name: `:${target}`, rest: [] } : undefined
  }
  if (verb === '' || NX.split(' ').includes(verb)) return undefined
  return { runner: 'nx', name: `${project}:${verb}`, rest: [] }
}
