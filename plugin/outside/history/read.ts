/** One pass over what git prints of every commit. In: the repository, and the commit that was read last. Out: what was added. */
import { gitStream } from '../../git'
import type { World } from '../../types'
import type { Found } from './found'
import { Patches } from './patches'

export interface Read {
  found: Found[]
  from: string | undefined
  to: string | undefined
  /** Not everything was read. */
  isCut: boolean
}

/** Most that is read of one repository, in bytes of patches. Git prints some 30 MB a second. */
const MOST_BYTES = 6e9
/** Pieces are put together to so many bytes, so that few lines are cut in two. */
const BLOCK = 1 << 20

/** Written by tools, or nothing to read. */
const LEFT_OUT = (
  'package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb deno.lock composer.lock Gemfile.lock Cargo.lock poetry.lock go.sum ' +
  '*.min.js *.min.css *.map *.svg *.snap *.csv *.po *.pot *.xlf *.ipynb *.png *.jpg *.jpeg *.gif *.ico *.webp *.pdf *.woff *.woff2 *.ttf *.eot *.mp4 *.mp3 *.zip *.gz *.jar *.wasm'
).split(' ')

/** Code of others: what stands in it was never a secret of the project. */
const PACKAGES = ['node_modules', 'bower_components', 'jspm_packages']

/**
 * `--full-history`: else git follows the side of a merge that won and leaves out branches whose changes were taken back, which
 * is where secrets were removed. Nothing of the repository's own configuration may colour, rename, convert or pair anything.
 */
const LOG = [
  ...['-c', 'core.bigFileThreshold=2m', '-c', 'diff.renames=false', '-c', 'log.showRoot=true', '-c', 'diff.suppressBlankEmpty=false'],
  ...['log', '-p', '-U0', '--no-renames', '--no-textconv', '--no-ext-diff', '--no-color', '--no-notes', '--no-show-signature', '--full-history'],
  ...['--diff-filter=AM', '--diff-algorithm=myers', '--no-indent-heuristic', '--ignore-submodules', '--relative', '--no-mailmap'],
  ...['--src-prefix=a/', '--dst-prefix=b/', '--inter-hunk-context=0', '--format=commit %H %cs'],
]

export function logArguments(since: string | undefined): string[] {
  return [
    ...LOG,
    since ? `${since}..HEAD` : 'HEAD',
    '--',
    '.',
    ...LEFT_OUT.map((glob) => `:(exclude,glob)**/${glob}`),
    ...PACKAGES.map((folder) => `:(exclude,glob)**/${folder}/**`),
  ]
}

/** Undefined when git stopped on the way: half of a history must not pass for all of it. */
export async function readHistory(world: World, since: string | undefined): Promise<Read | undefined> {
  const patches = new Patches()
  let bytes = 0
  let waiting: Buffer[] = []
  let size = 0
  const take = (piece: Buffer): boolean => {
    bytes += piece.length
    waiting.push(piece)
    size += piece.length
    if (size >= BLOCK) {
      patches.take(Buffer.concat(waiting, size), false)
      waiting = []
      size = 0
      world.progress('outside', patches.commits, 0)
    }
    return bytes < MOST_BYTES
  }
  if (!(await gitStream(world.root, logArguments(since), take))) return undefined
  patches.take(Buffer.concat(waiting, size), true)
  const { found, from, to } = patches
  return { found, from, to, isCut: bytes >= MOST_BYTES }
}
