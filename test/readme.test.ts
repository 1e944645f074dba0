/** What README and the first guide tell a newcomer to type exists: scripts, commands, flags, files. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Writable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { run } from '../plugin/cli'
import { registerCommand } from '../plugin/docusaurus/site-command'
import { parsePluginOptions } from '../plugin/options'

const ROOT = path.join(__dirname, '..')
const pages = ['README.md', 'site/docs/getting-started.md']
const text = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const manifest = JSON.parse(text('package.json')) as { name: string; scripts: Record<string, string>; bin: Record<string, string> }

/** Commands of fenced shell blocks and of code in sentences, without comments, `&&` taken apart. */
function commandsIn(page: string): string[] {
  const blocks = [...page.matchAll(/^```(?:sh|bash|shell)\n([\s\S]*?)^```/gm)].flatMap(([, block]) => block!.split('\n'))
  const inSentences = [...page.replace(/^```[\s\S]*?^```/gm, '').matchAll(/`((?:npm|npx) [^`]+)`/g)].map(([, command]) => command!)
  return [...blocks, ...inSentences]
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .flatMap((line) => line.split('&&').map((command) => command.trim()))
    .filter((command) => command !== '')
}

async function help(...argv: string[]): Promise<string> {
  let said = ''
  const out = new Writable({
    write(chunk, _, done) {
      said += String(chunk)
      done()
    },
  }) as unknown as NodeJS.WriteStream
  const analyse = () => Promise.reject(new Error('help analyses nothing'))
  await run([...argv, '--help'], { analyse, out, err: out, env: {}, isCI: true, isProposal: false })
  return said
}

const flagsIn = (said: string) => [...new Set(said.match(/(?<![\w-])--[a-z][a-z-]*/g))]

/** The site's own command takes its flags from whoever registers it. */
function siteFlags(): string {
  const said: string[] = []
  const command = {
    command: () => command,
    description: () => command,
    option: (flag: string) => {
      said.push(flag)
      return command
    },
    action: () => command,
  }
  registerCommand(command as unknown as Parameters<typeof registerCommand>[0], parsePluginOptions({}), () => Promise.reject(new Error('not run')))
  return said.join('\n')
}

const ofDocusaurus = ['start', 'build']

/** What is not there of a command; undefined when all of it is. */
async function missing(command: string): Promise<string | undefined> {
  const [tool, verb = '', ...rest] = command.split(/\s+/)
  if (tool === 'npm' && verb === 'run') return manifest.scripts[rest[0]!] ? undefined : `no script ${rest[0]}`
  if (tool === 'npm' && verb === 'test') return manifest.scripts.test ? undefined : 'no script test'
  if (tool === 'npm' && (verb === 'audit' || verb === 'outdated')) return undefined
  if (tool === 'npm' && verb === 'ci') return existsSync(path.join(ROOT, 'package-lock.json')) ? undefined : 'no lock file'
  if (tool === 'npm' && verb === 'install') return rest.every((name) => name === manifest.name) ? undefined : `not our package: ${rest}`
  if (tool === 'npx' && verb === 'docusaurus') {
    if (ofDocusaurus.includes(rest[0]!)) return undefined
    if (!/^plumbline(:[\w-]+)?$/.test(rest[0]!)) return `no command ${rest[0]}`
    return missingFlag(rest, siteFlags())
  }
  if (tool === 'npx' && manifest.bin[verb]) {
    const options = rest.findIndex((word) => !/^[a-z]+$/.test(word))
    const words = options < 0 ? rest : rest.slice(0, options)
    if (words.length === 0) return missingFlag(rest, await help())
    if (!(await help()).includes(`\n  ${words[0]}`)) return `no command ${words[0]}`
    return missingFlag(rest, await help(...words))
  }
  return `not known: ${command}`
}

function missingFlag(words: string[], known: string): string | undefined {
  const flag = words.filter((word) => word.startsWith('--')).find((word) => !flagsIn(known).includes(word))
  return flag && `no flag ${flag}`
}

describe.each(pages)('%s', (file) => {
  const commands = commandsIn(text(file))

  test('names commands', () => {
    expect(commands.length).toBeGreaterThan(4)
    expect(commands).toEqual(expect.arrayContaining(['npm ci', 'npm test', 'npm run build']))
  })

  test.each([...new Set(commands)])('%s', async (command) => {
    expect(await missing(command)).toBeUndefined()
  })

  test('links to files that are there', () => {
    const links = [...text(file).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link]) => link!)
    expect(links.length).toBeGreaterThan(0)
    expect(links.filter((link) => !existsSync(path.join(ROOT, path.dirname(file), link)))).toEqual([])
  })

  test('names the Node version that the package asks for', () => {
    const { engines } = JSON.parse(text('package.json')) as { engines: { node: string } }
    expect(text(file)).toContain(`Node ${engines.node.replace('>=', '')} or later`)
  })
})

test('a command, a flag or a script that does not exist is noticed', async () => {
  const wrong = [
    'npm run biuld',
    'npx plumbline analize . --out x',
    'npx plumbline analyse . --uot x',
    'npx docusaurus plumbline --formt json',
    'npx docusaurus plumblime',
    'npm install left-pad',
  ]
  for (const command of wrong) expect(await missing(command), command).toBeDefined()
})

test('the table of flags in the first guide has every flag of the command line, and no other', async () => {
  const table = text('site/docs/getting-started.md')
    .split('\n')
    .filter((line) => line.startsWith('| `--'))
    .map((line) => line.split('|')[1]!)
    .join('\n')
  const real = flagsIn(await help('analyse')).filter((flag) => flag !== '--help')
  expect(flagsIn(table).sort()).toEqual(real.sort())
})

test('the two commands for a fresh machine stand in the README as they are', () => {
  expect(text('README.md')).toMatch(/^npm ci && npm run build\b/m)
  expect(text('README.md')).toMatch(/^npm ci && npm test\b/m)
})
