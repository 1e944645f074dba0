import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkoutOf, webUrlOf } from '../../plugin/git'
import { scan } from '../../plugin/scan/index'
import { createWorld } from '../../plugin/world'
import { emptyDirectory, git, options, repository, tree, write } from '../tree'

describe('the web address of a remote', () => {
  test.each([
    ['https://github.com/owner/name.git', 'https://github.com/owner/name'],
    ['https://github.com/owner/name/', 'https://github.com/owner/name'],
    ['http://git.local/owner/name.git', 'http://git.local/owner/name'],
    ['git@github.com:owner/name.git', 'https://github.com/owner/name'],
    ['ssh://git@github.com/owner/name.git', 'https://github.com/owner/name'],
    ['ssh://git@ssh.github.com:443/owner/name.git', 'https://github.com/owner/name'],
    ['git://github.com/owner/name', 'https://github.com/owner/name'],
    ['git@gitlab.com:group/sub/name.git', 'https://gitlab.com/group/sub/name'],
    ['ssh://git@git.example.org:2222/owner/name.git', 'https://git.example.org/owner/name'],
    ['https://git.example.org:8443/owner/name.git', 'https://git.example.org:8443/owner/name'],
    ['git@bitbucket.org:team/name.git', 'https://bitbucket.org/team/name'],
    ['ssh://git@bitbucket.example.org:7999/PROJ/name.git', 'https://bitbucket.example.org/projects/PROJ/repos/name'],
    ['https://bitbucket.example.org/scm/proj/name.git', 'https://bitbucket.example.org/projects/proj/repos/name'],
    ['git@ssh.dev.azure.com:v3/org/project/name', 'https://dev.azure.com/org/project/_git/name'],
    ['https://org@dev.azure.com/org/project/_git/name', 'https://dev.azure.com/org/project/_git/name'],
    ['git@codeberg.org:owner/name.git', 'https://codeberg.org/owner/name'],
  ])('%s → %s', (remote, address) => expect(webUrlOf(remote)).toBe(address))

  test.each([
    'https://oauth2:glpat-SECRET@gitlab.com/o/n.git',
    'https://SECRET@github.com/o/n.git',
    'https://user:p%40SECRET@github.com/o/n.git',
    'https://x-access-token:SECRET@github.com:443/o/n',
    'https://github.com/o/n.git?private_token=SECRET#SECRET',
    'SECRET@github.com:o/n.git',
    'user:SECRET@github.com:o/n.git',
    'ssh://user:SECRET@github.com:22/o/n.git',
  ])('nothing secret of %s is left', (remote) => {
    expect(webUrlOf(remote)).toMatch(/^https:\/\/(github|gitlab)\.com\/o\/n$/)
  })

  test.each([
    '/srv/git/name.git',
    '../name',
    'file:///srv/name.git',
    'C:\\code\\name',
    'work:owner/name',
    'ext::sh -c whoami',
    'javascript://x/%0aalert(1)',
    'https://',
    '',
  ])('%s has none', (remote) => expect(webUrlOf(remote)).toBeUndefined())
})

describe('what git knows', () => {
  test('commit, branch, remote of the branch and files of HEAD, seen from a subdirectory', async () => {
    const root = repository({ 'a.ts': '', 'packages/api/b.ts': 'b', 'packages/api/ä|ö.ts': '' })
    git(root, 'remote', 'add', 'origin', 'git@github.com:fork/name.git')
    git(root, 'remote', 'add', 'upstream', 'https://token@github.com/owner/name.git')
    git(root, 'config', 'branch.main.remote', 'upstream')
    const checkout = await checkoutOf(path.join(root, 'packages/api'))
    expect(checkout?.repository).toEqual({
      commit: git(root, 'rev-parse', 'HEAD').trim(),
      branch: 'main',
      webUrl: 'https://github.com/owner/name',
      prefix: 'packages/api/',
      uncommitted: new Set(),
    })
    expect([...checkout!.committed.keys()].sort()).toEqual(['b.ts', 'ä|ö.ts'])
  })

  test('a detached head has no branch, and a repository without remote no address', async () => {
    const root = repository({ 'a.ts': '' })
    git(root, 'checkout', '--quiet', '--detach')
    expect((await checkoutOf(root))?.repository).toMatchObject({ branch: undefined, webUrl: undefined })
  })

  test('nothing outside git, and before the first commit', async () => {
    const root = tree({ 'a.ts': '' })
    expect(await checkoutOf(root)).toBeUndefined()
    git(root, 'init', '--quiet')
    expect(await checkoutOf(root)).toBeUndefined()
  })

  test('nothing when the repository says its files are elsewhere', async () => {
    const root = repository({ 'a.ts': '' })
    git(root, 'config', 'core.worktree', emptyDirectory())
    expect(await checkoutOf(root)).toBeUndefined()
  })

  test('a worktree is a checkout like any other', async () => {
    const root = repository({ 'a.ts': '' })
    const other = path.join(emptyDirectory(), 'other')
    git(root, 'worktree', 'add', '--quiet', other)
    expect((await checkoutOf(other))?.repository.branch).toBe('other')
  })

  test("somebody else's checkout, as in a container", async () => {
    const root = repository({ 'a.ts': '' })
    if (process.getuid?.() !== 0) return
    execFileSync('chown', ['-R', '12345', root])
    expect((await checkoutOf(root))?.repository.branch).toBe('main')
  })

  test('variables that a hook leaves behind change nothing', async () => {
    const root = repository({ 'a.ts': '' })
    process.env.GIT_DIR = path.join(repository({ 'b.ts': '' }), '.git')
    try {
      expect([...(await checkoutOf(root))!.committed.keys()]).toEqual(['a.ts'])
    } finally {
      delete process.env.GIT_DIR
    }
  })
})

describe('a hostile repository runs nothing', () => {
  /** A program that leaves a trace, and a repository that names it wherever git would run one. */
  function trapped() {
    const traces = emptyDirectory()
    const trap = path.join(traces, 'trap.sh')
    writeFileSync(trap, `#!/bin/sh\ntouch ${traces}/sprung-by-$1\n[ "$1" = remote ] || cat\n`)
    chmodSync(trap, 0o755)
    const root = repository({ 'a.ts': 'one\n', 'b.ts': 'two\n', '.gitattributes': '* filter=trap diff=trap merge=trap\n' })
    const sprung = () =>
      execFileSync('ls', [traces], { encoding: 'utf8' })
        .trim()
        .split('\n')
        .filter((name) => name !== 'trap.sh')
    return { root, trap, sprung }
  }

  function arm(root: string, trap: string) {
    const settings = {
      'core.fsmonitor': `${trap} fsmonitor`,
      'core.pager': `${trap} pager`,
      'core.editor': `${trap} editor`,
      'core.sshCommand': `${trap} ssh`,
      'core.askPass': trap,
      'core.gitProxy': trap,
      'core.alternateRefsCommand': `${trap} alternates`,
      'core.hooksPath': path.join(root, 'hooks'),
      'pager.log': `${trap} pager-log`,
      'diff.external': `${trap} external`,
      'diff.trap.command': `${trap} diff`,
      'diff.trap.textconv': `${trap} textconv`,
      'filter.trap.clean': `${trap} clean`,
      'filter.trap.smudge': `${trap} smudge`,
      'filter.trap.process': `${trap} process`,
      'filter.trap.required': 'true',
      'gpg.program': trap,
      'log.showSignature': 'true',
      'credential.helper': `!${trap} credential`,
      'remote.origin.url': `ext::${trap} remote`,
      'remote.origin.promisor': 'true',
      'remote.origin.partialclonefilter': 'blob:none',
      'remote.origin.uploadpack': `${trap} uploadpack`,
      'extensions.partialClone': 'origin',
      'protocol.ext.allow': 'always',
      'uploadpack.packObjectsHook': `${trap} pack`,
      'alias.rev-parse': `!${trap} alias`,
      'alias.ls-tree': `!${trap} alias`,
    }
    const ini = Object.entries(settings).map(([key, value]) => {
      const [section, ...rest] = key.split('.')
      const name = rest.pop()
      return `[${section}${rest.length > 0 ? ` "${rest.join('.')}"` : ''}]\n\t${name} = "${value}"\n`
    })
    const config = path.join(root, '.git/config')
    writeFileSync(config, `${readFileSync(config, 'utf8')}${ini.join('')}`)
    mkdirSync(path.join(root, 'hooks'))
    for (const hook of ['post-index-change', 'post-checkout', 'pre-commit', 'reference-transaction', 'fsmonitor-watchman'])
      writeFileSync(path.join(root, 'hooks', hook), `#!/bin/sh\n${trap} hook\n`, { mode: 0o755 })
  }

  test('whatever its configuration, hooks and attributes say', async () => {
    const { root, trap, sprung } = trapped()
    arm(root, trap)
    write(root, { 'a.ts': 'changed\n' })
    const world = await createWorld({ root, cacheDirectory: false })
    const { files } = await scan(options, world)
    expect(sprung()).toEqual([])
    expect(world.repository).toMatchObject({ branch: 'main', webUrl: undefined })
    expect(files.filter((file) => file.uncommitted).map((file) => file.path)).toEqual([
      'a.ts',
      ...files.map((file) => file.path).filter((file) => file.startsWith('hooks/')),
    ])
  })

  test('the trap works: plain git springs it', () => {
    const { root, trap, sprung } = trapped()
    arm(root, trap)
    // As long as before and of another time: only its contents tell whether it changed, and those go through the filter.
    write(root, { 'a.ts': 'new\n' })
    utimesSync(path.join(root, 'a.ts'), 1, 1)
    spawnSync('git', ['status'], { cwd: root, stdio: 'ignore', env: { PATH: process.env.PATH } })
    expect(sprung()).toEqual(expect.arrayContaining(['sprung-by-fsmonitor', 'sprung-by-process']))
  })

  test('nor when an object is missing and would be fetched', async () => {
    const { root, trap, sprung } = trapped()
    const treeId = git(root, 'rev-parse', 'HEAD^{tree}').trim()
    rmSync(path.join(root, '.git/objects', treeId.slice(0, 2), treeId.slice(2)))
    arm(root, trap)
    const world = await createWorld({ root, cacheDirectory: false })
    await scan(options, world)
    expect(sprung()).toEqual([])
    spawnSync('git', ['ls-tree', '-r', 'HEAD'], { cwd: root, stdio: 'ignore', env: { PATH: process.env.PATH } })
    expect(sprung(), 'plain git fetches').toEqual(['sprung-by-remote'])
  })
})
