/** Directories that are served as a whole, and hold more than pages: the code itself, installed packages, the file system. */
import { Kind } from '../../graph'
import type { Setting, Usage } from '../../types'
import { atPlace, type Linked } from '../linked'
import { callsOfKind, usage } from './modelled'
import { registrations } from './registered'
import { settingAt } from './setting'

/** The directory of the file, of the process, or one above them, with nothing behind it. */
const WHOLE = /^(?:\{(?:__dirname|cwd|dirname|rootDir)\}|\.)?(?:\/\.{0,2})*$|^\.\.?(?:\/\.{0,2})*$/

/** All packages, or a whole one with its manifest; a directory inside one, `bootstrap/dist`, is there for pages. */
const PACKAGES = /(?:^|\/)node_modules(?:\/(?:@[^/]+\/)?[^/]*)?\/*$/

const SERVES = new Set(['static-files', 'served-files'])
/** Names under which models say where the directory stands. */
const ROOTS = ['root', 'path', 'public', 'first', 'handled']

export function servedDirectories(linked: Linked): Usage[] {
  const { whole, values } = linked
  const found: Usage[] = []
  const registered = registrations(linked).flatMap(([node, models]) =>
    models.filter(({ kind }) => SERVES.has(kind)).map((model) => [node, model] as const),
  )
  const calls = [...[...SERVES].flatMap((kind) => callsOfKind(linked, kind)), ...registered]
  for (const [node, model] of calls) {
    const roots = ROOTS.flatMap((name) => (model.values[name] === undefined ? [] : atPlace(linked, node, model.values[name])))
    if (whole.kind[node] !== Kind.Call || roots.length === 0) continue
    // Only what handlers send by name.
    if (settingAt(linked, node, '1.serve').texts.includes('false')) continue
    const texts = roots.flatMap((root) => values.texts(root)).map(({ value }) => value)
    const what = texts.map((text) => whatIs(text)).find((said) => said !== undefined)
    const told = settingAt(linked, node, model.values.dotfiles ?? '1.dotfiles')
    // `hidden: true`, as Koa's own says it.
    const isHiddenServed = model.values.hidden !== undefined && settingAt(linked, node, model.values.hidden).texts.includes('true')
    const dotfiles = isHiddenServed ? constant('allow') : told
    if (what !== undefined || dotfiles.texts.includes('allow'))
      found.push(
        usage(linked, node, 'served-directory', model.library, 'static', {
          dotfiles,
          sure: constant(String(what !== 'a directory of installed packages')),
          ...(what === undefined ? {} : { what: constant(what) }),
        }),
      )
  }
  return found
}

const constant = (text: string): Setting => ({ state: 'constant', texts: [text] })

function whatIs(text: string): string | undefined {
  if (PACKAGES.test(text)) return 'a directory of installed packages'
  if (/\{homedir\}\/*$|^~\/?$/.test(text)) return 'the home directory'
  if (/(?:^|\/)(?:\.git|\.ssh|\.aws|etc)(?:\/|$)/.test(text)) return 'a directory of settings'
  return text !== '' && WHOLE.test(text) ? 'the directory of the code itself' : undefined
}
