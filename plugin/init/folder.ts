/**
 * A folder of documentation without a site. In: the directory of the code and the answers. Out: settings for the command
 * line, and the layout of the section with an index that says that nothing was analysed yet. What is there is not replaced.
 */
import { lstatSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { stringify } from 'yaml'
import { findSettings, settingsNames } from '../settings-file'
import { UserError } from '../user-error'
import { manifestName, writePages } from '../write-pages'
import type { Answerer, Choices, InitRim } from './types'

const section = 'security-docs'
const folders = [section, `${section}/analysis`, `${section}/compliance`]
const index = `${section}/index.md`

export async function beginFolder(root: string, answers: Answerer, { out, placeholder }: InitRim): Promise<void> {
  const settings = path.join(root, settingsNames[0]!)
  const known = findSettings(root)
  if (known) throw new UserError(`${known} is there already. Change it, or move it away to begin anew.`)
  const docs = path.resolve(
    await answers.docs({
      message: `Which directory is the documentation to go into? ${section}/ is made inside of it.`,
      suggestion: path.relative('', path.join(root, 'docs')) || 'docs',
      isDefault: false,
      expected: 'the directory that the documentation goes into',
      problem: (answer) => inTheWay(path.resolve(answer)),
    }),
  )
  const choices = await answers.choices()
  const pages = await placeholder(nameOf(root), choices)
  await writePages(docs, pages)
  for (const folder of folders) await mkdir(path.join(docs, folder), { recursive: true })
  await writeFile(settings, settingsText(path.relative(root, docs), choices), { flag: 'wx' })
  out.write(`Settings: ${shown(settings)}\nLayout: ${shown(path.join(docs, section))}\nNext: npx plumbline analyse ${shown(root)}\n`)
}

/** All that would hinder is found before the first file is written. */
function inTheWay(docs: string): string | undefined {
  const problem = (place: string, wanted: 'directory' | 'nothing') => {
    const stats = lstatSync(path.join(docs, place), { throwIfNoEntry: false })
    if (!stats || (wanted === 'directory' && stats.isDirectory())) return undefined
    return wanted === 'directory' ? `has no room: ${shown(path.join(docs, place))} is not a directory` : `has ${place} already, which is not replaced`
  }
  const self = lstatSync(docs, { throwIfNoEntry: false })
  if (self && !self.isDirectory() && !self.isSymbolicLink()) return 'is a file'
  for (const place of [index, manifestName]) {
    const found = problem(place, 'nothing')
    if (found) return found
  }
  return folders.map((place) => problem(place, 'directory')).find((found) => found !== undefined)
}

function settingsText(out: string, { frameworks, diagrams }: Choices): string {
  const settings = { out: out.split(path.sep).join('/') || '.', frameworks, diagrams }
  return `# Settings of "plumbline analyse" for this directory. Paths are relative to this file.\n${stringify(settings)}`
}

/** For the heading of an index that the first analysis replaces: a manifest that cannot be read is told then. */
function nameOf(root: string): string {
  try {
    const { name } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { name?: unknown }
    if (typeof name === 'string' && name.trim() !== '') return name
  } catch {
    // None, or not JSON: the directory has a name as well.
  }
  return path.basename(root)
}

/** As it would be typed from here. */
function shown(place: string): string {
  const relative = path.relative('', place) || '.'
  return /^[\w./@-]+$/.test(relative) ? relative : JSON.stringify(relative)
}
