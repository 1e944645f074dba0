/**
 * What git knows of a directory. In: a directory. Out: commit, branch, web address and the files of HEAD, or undefined.
 * The repository may be hostile: only plumbing that reads objects and refs is called, never anything that looks at the
 * work tree or the index, because there git would run programs named in the repository's configuration (filters,
 * fsmonitor, hooks, textconv). What differs from HEAD is found by comparing content, see `isCommitted`.
 */
import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { rowsByName } from './rows-by-name'
import type { Repository } from './types'

/** The files of HEAD below the analysed root: path (relative to that root) to object id. */
export type Committed = ReadonlyMap<string, string>

export interface Checkout {
  repository: Repository
  committed: Committed
  /** Seconds since 1970 at which HEAD was committed. */
  committedAt: number
}

/** Programs that a repository's own configuration could name, and ways to the network, all shut. */
const configuration: [key: string, value: string][] = [
  // The guard against other people's repositories is against the programs that are shut off here, and it stops every container build.
  ['safe.directory', '*'],
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['core.pager', 'cat'],
  ['core.attributesFile', '/dev/null'],
  ['core.sshCommand', 'false'],
  ['core.askPass', 'false'],
  ['core.quotePath', 'false'],
  ['credential.helper', ''],
  ['diff.external', ''],
  ['gpg.program', 'false'],
  ['log.showSignature', 'false'],
  ['protocol.allow', 'never'],
  ['protocol.ext.allow', 'never'],
  ['submodule.recurse', 'false'],
]

/** Built from nothing, since a hook or an editor that runs us leaves GIT_DIR and the like behind. */
function environment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'SYSTEMROOT', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR'].flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  )
  return {
    ...Object.fromEntries(kept),
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_COUNT: String(configuration.length),
    ...Object.fromEntries(
      configuration.flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_ASKPASS: 'false',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_PAGER: 'cat',
    GIT_SSH_COMMAND: 'false',
    GIT_TERMINAL_PROMPT: '0',
  }
}

/**
 * Runs git in a directory, hardened.
 *
 * @param args plumbing that leaves the work tree alone
 * @returns what it printed, or undefined when git is missing, failed, or took longer than half a minute
 */
export function git(directory: string, args: string[]): Promise<string | undefined> {
  const options = {
    cwd: directory,
    env: environment(),
    maxBuffer: 512 * 1024 * 1024,
    timeout: 30_000,
    killSignal: 'SIGKILL',
    windowsHide: true,
  } as const
  return new Promise((resolve) => {
    execFile('git', ['--no-pager', ...args], options, (error, stdout) => resolve(error ? undefined : stdout))
  })
}

/**
 * Runs git in a directory, hardened, and hands on what it prints as it comes.
 *
 * @param args plumbing that leaves the work tree alone
 * @param take is given each piece; `false` ends git, which then counts as done
 * @returns whether git ran to its end, or as far as it was asked to
 */
export function gitStream(directory: string, args: string[], take: (piece: Buffer) => boolean | undefined, input = ''): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', ['--no-pager', ...args], { cwd: directory, env: environment(), stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true })
    let isEnough = false
    child.stdout.on('data', (piece: Buffer) => {
      if (isEnough) return
      try {
        isEnough = take(piece) === false
      } catch (cause) {
        isEnough = true
        reject(cause)
      }
      if (isEnough) child.kill('SIGKILL')
    })
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(isEnough || code === 0))
    // It may be gone before it has read everything.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}

/** Undefined outside a repository, before the first commit, and where git is not installed. */
export async function checkoutOf(root: string): Promise<Checkout | undefined> {
  const asked = await git(root, ['rev-parse', '--show-toplevel', '--show-prefix', '--is-shallow-repository', '--symbolic-full-name', 'HEAD'])
  if (asked === undefined) return undefined
  const [top = '', prefix = '', shallow = '', head = ''] = asked.split('\n')
  // `core.worktree` may point anywhere; then the files of HEAD are not the files below the root.
  if ((await realpath(path.join(top, prefix)).catch(() => '')) !== (await realpath(root))) return undefined
  const [commit, remotes, tree] = await Promise.all([
    git(root, ['rev-list', '--max-count=1', '--timestamp', 'HEAD']),
    git(root, ['config', '-z', '--get-regexp', '^(remote\\..*\\.url|branch\\..*\\.remote)$']),
    git(root, ['ls-tree', '-r', '-z', 'HEAD']),
  ])
  const [, committedAt, hash] = /^(\d+) ([0-9a-f]{40,64})\s*$/.exec(commit ?? '') ?? []
  if (committedAt === undefined || hash === undefined) return undefined
  const branch = head.startsWith('refs/heads/') ? head.slice('refs/heads/'.length) : undefined
  const remote = remoteOf(remotes ?? '', branch)
  const webUrl = remote === undefined ? undefined : webUrlOf(remote)
  return {
    repository: { commit: hash, branch, webUrl, uncommitted: new Set(), prefix, ...(shallow === 'true' ? { shallow: true } : {}) },
    committed: filesOf(tree ?? ''),
    committedAt: Number(committedAt),
  }
}

/** Whether a file holds what HEAD holds. Line ends may differ, as they do in checkouts on Windows. */
export function isCommitted(committed: Committed, file: string, content: Uint8Array): boolean {
  const id = committed.get(file)
  if (id === undefined) return false
  return objectIdOf(content, id) === id || (content.includes(13) && objectIdOf(withoutCarriageReturns(content), id) === id)
}

function objectIdOf(content: Uint8Array, like: string): string {
  const hash = createHash(like.length === 64 ? 'sha256' : 'sha1')
  return hash.update(`blob ${content.length}\0`).update(content).digest('hex')
}

function withoutCarriageReturns(content: Uint8Array): Uint8Array {
  return content.filter((byte, index) => byte !== 13 || content[index + 1] !== 10)
}

/** Rows of `ls-tree`: `mode type id\tpath`. Links and submodules are no files of ours. */
function filesOf(tree: string): Committed {
  const rows = tree.split('\0').map((row) => /^100\d+ blob ([0-9a-f]+)\t(.*)$/s.exec(row))
  return new Map(rows.flatMap((row) => (row ? [[row[2]!, row[1]!]] : [])))
}

/** The remote that the branch follows, else `origin`, else the first by name. */
function remoteOf(settings: string, branch: string | undefined): string | undefined {
  const values = new Map<string, string>()
  for (const setting of settings.split('\0')) {
    const [key = '', value = ''] = split(setting, '\n')
    // git takes the first address of a remote, and the last word on a branch.
    if (key.startsWith('branch.') || !values.has(key)) values.set(key, value)
  }
  const remotes = [...values.keys()].filter((key) => key.startsWith('remote.')).sort()
  const followed = branch === undefined ? undefined : values.get(`branch.${branch}.remote`)
  return values.get(`remote.${followed}.url`) ?? values.get('remote.origin.url') ?? values.get(remotes[0] ?? '')
}

/** Hosts that take SSH under a name of its own. */
const webHosts: Record<string, string> = rowsByName({
  'ssh.github.com': 'github.com',
  'altssh.gitlab.com': 'gitlab.com',
  'altssh.bitbucket.org': 'bitbucket.org',
  'ssh.dev.azure.com': 'dev.azure.com',
})

/**
 * Web address of a repository: no user, password, token, query or `.git`. Undefined when the remote is a path, or
 * something no browser can open.
 */
export function webUrlOf(remote: string): string | undefined {
  const shorthand = /^(?:[^@/\s]+@)?([\w-]+(?:\.[\w-]+)+):(?!\/\/)\/?(.+)$/.exec(remote)
  const url = parsed(shorthand ? `ssh://${shorthand[1]}/${shorthand[2]}` : remote)
  if (!url || !/^(?:https?|ssh|git|git\+ssh|git\+https)$/.test(url.scheme) || url.hostname === '') return undefined
  const isWeb = /^https?$/.test(url.scheme)
  // A single word is an alias out of somebody's SSH configuration.
  if (!isWeb && !url.hostname.includes('.')) return undefined
  const host = webHosts[url.hostname] ?? url.hostname
  const port = isWeb && url.port !== '' ? `:${url.port}` : ''
  const steps = url.pathname
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .split('/')
    .filter((step) => step !== '')
  const place = placeOf(host, steps)
  return place && `${url.scheme === 'http' ? 'http' : 'https'}://${host}${port}/${place.join('/')}`
}

/** Two products lay out their web addresses otherwise than their remotes. */
function placeOf(host: string, steps: string[]): string[] | undefined {
  if (host === 'dev.azure.com' && steps[0] === 'v3') return steps.length === 4 ? [steps[1]!, steps[2]!, '_git', steps[3]!] : undefined
  const isBitbucketServer = host.includes('bitbucket') && host !== 'bitbucket.org'
  const [project, name] = steps[0] === 'scm' ? steps.slice(1) : steps
  if (isBitbucketServer && project && name && steps[0] !== 'projects') return ['projects', project, 'repos', name]
  return steps.length > 0 ? steps : undefined
}

/** Undefined when it is no address. SSH is read as https, since the URL standard leaves hosts of schemes it does not know as they were typed. */
function parsed(address: string): { scheme: string; hostname: string; port: string; pathname: string } | undefined {
  const [, scheme = '', rest = ''] = /^([a-z+]+):\/\/(.*)$/is.exec(address.trim()) ?? []
  const base = `${scheme.toLowerCase() === 'http' ? 'http' : 'https'}://${rest}`
  if (scheme === '' || !URL.canParse(base)) return undefined
  const { hostname, port, pathname } = new URL(base)
  return { scheme: scheme.toLowerCase(), hostname, port, pathname }
}

function split(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)]
}
