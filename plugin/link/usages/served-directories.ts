/** Directories that are served as a whole, and hold more than pages: the code itself, installed packages, the file system. */
import { Kind } from '../../graph'
import type { Setting, Usage } from '../../types'
import type { Linked } from '../linked'
import { callsOfKind, usage } from './modelled'
import { settingAt } from './setting'

/** The directory of the file, of the process, or one above them, with nothing behind it. */
const WHOLE = /^(?:\{(?:__dirname|cwd|dirname|rootDir)\}|\.)?(?:\/\.{0,2})*$|^\.\.?(?:\/\.{0,2})*$/

/** All packages, or a whole one with its manifest; a directory inside one, `bootstrap/dist`, is there for pages. */
const PACKAGES = /(?:^|\/)node_modules(?:\/(?:@[^/]+\/)?[^/]*)?\/*$/

export function servedDirectories(linked: Linked): Usage[] {
  const { whole, values } = linked
  const found: Usage[] = []
  for (const [node, model] of callsOfKind(linked, 'static-files')) {
    const root = whole.args(node)[0]
    if (whole.kind[node] !== Kind.Call || root === undefined) continue
    const texts = values.texts(root).map(({ value }) => value)
    const what = texts.map((text) => whatIs(text)).find((said) => said !== undefined)
    const dotfiles = settingAt(linked, node, model.values.dotfiles ?? '1.dotfiles')
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
