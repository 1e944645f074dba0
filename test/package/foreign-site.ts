/** The packed package in a site of somebody else, with an installation of its own, as `npm install` makes it. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const repository = path.join(__dirname, '..', '..')

export interface ForeignSite {
  /** Beside it lies `service`, the code to analyse. */
  dir: string
  run(command: string, ...args: string[]): Promise<string>
  page(name: string): string
  remove(): void
}

/** @returns the path of the tarball, and what is in it */
export async function packed(): Promise<{ tarball: string; files: string[] }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-pack-'))
  // The scripts would empty `dist`, which others may be using; it has been compiled before.
  const json = await output(repository, 'npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder])
  const report = JSON.parse(json)
  const [{ filename, files }] = Array.isArray(report) ? report : Object.values(report)
  return { tarball: path.join(folder, filename), files: files.map((file: { path: string }) => file.path) }
}

export async function foreignSite(manifest: object, config: { name: string; text: string }): Promise<ForeignSite> {
  const root = mkdtempSync(path.join(tmpdir(), 'plumbline-foreign-'))
  const dir = path.join(root, 'website')
  const put = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  put('website/package.json', JSON.stringify({ name: 'website', private: true, ...manifest }, null, 2))
  put(`website/${config.name}`, config.text)
  put('website/docs/intro.md', '---\nslug: /\n---\n\n# Hello\n\n```mermaid title="Ours"\nflowchart LR\n  reader --> site\n```\n')
  put('service/package.json', JSON.stringify({ name: 'service', version: '1.2.3', dependencies: { express: '^4.21.0' } }, null, 2))
  put(
    'service/app.js',
    "const express = require('express')\nconst app = express()\n\napp.get('/orders/:id', (request, response) => response.json({}))\n\napp.listen(3000)\n",
  )
  const site: ForeignSite = {
    dir,
    run: (command, ...args) => output(dir, command, args),
    page: (name) => readFileSync(path.join(dir, 'build', name), 'utf8'),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
  await site.run('npm', 'install', '--no-audit', '--no-fund', '--no-update-notifier')
  return site
}

/** What a command printed; an error with all of it when it failed. */
function output(cwd: string, command: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, NODE_ENV: undefined, NO_UPDATE_NOTIFIER: '1', NO_COLOR: '1' }
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let out = ''
    let all = ''
    child.stdout.on('data', (chunk) => {
      out += chunk
      all += chunk
    })
    child.stderr.on('data', (chunk) => (all += chunk))
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve(out) : reject(new Error(`${command} ${args.join(' ')} ended with ${code}:\n${all}`))))
  })
}
