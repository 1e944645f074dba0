/**
 * Secrets that version control still holds. In: the repository, and the files of the tree. Out: sightings by commit, masked.
 * Git is read once, and from then on only what was committed since; what is kept between builds holds no secret, so those of
 * earlier builds are read anew from their commits where their texts are needed.
 */
import { git } from '../../git'
import type { AnalyseOptions, History, SecretSighting, SourceFile, World } from '../../types'
import type { Found } from './found'
import { type Kept, keep, recall } from './kept'
import { revived } from './revive'
import { presentIn } from './still-there'

/** Most secrets that are told apart. Whoever has more needs no list. */
const MOST_SIGHTINGS = 500

export async function historyOf(options: AnalyseOptions, world: World, files: SourceFile[]): Promise<History> {
  const notLooked = (reason: string): History => ({ state: 'not looked', reason, commits: 0, sightings: [] })
  if (!options.history) return notLooked('The option `history` is off.')
  const head = world.repository?.commit
  if (head === undefined) return notLooked('The analysed directory is not under version control, or git could not read it.')
  const isShallow = world.repository?.shallow === true
  const before = await recall(world, isShallow)
  const since = before && (await isAncestor(world, before.head, head)) ? before : undefined
  const known = since ? await revived(world, since.found) : []
  const read = since?.head === head ? nothingNew : await (await import('./read.js')).readHistory(world, since?.head)
  if (!read) return notLooked('Git could not list what was changed in the commits.')
  const found = onePerSecret([...known, ...read.found]).slice(0, MOST_SIGHTINGS)
  const commits = Number((await git(world.root, ['rev-list', '--count', 'HEAD'])) ?? 0)
  const [from, to] = [earliest(since?.from, read.from), latest(since?.to, read.to)]
  const isCut = read.isCut || (since?.isCut ?? false)
  const kept: Kept = { head, isShallow, from, to, isCut, found: found.map(({ secret: _, ...sighting }) => sighting) }
  await keep(world, kept)
  const present = await presentIn(world, files, found)
  return {
    state: isShallow || isCut ? 'part' : 'whole',
    reason: reasonOf(isShallow, isCut),
    commits,
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    sightings: found.map(({ secret, ...sighting }) => ({ ...sighting, stillThere: present.has(secret) })),
  }
}

const nothingNew = { found: [] as Found[], from: undefined, to: undefined, isCut: false }

async function isAncestor({ root }: World, one: string, of: string): Promise<boolean> {
  return one === of || (await git(root, ['merge-base', '--is-ancestor', one, of])) !== undefined
}

/** The commit that brought a secret in tells more than those that moved it; git lists the newest first. */
function onePerSecret(found: Found[]): Found[] {
  const first = new Map<string, Found>()
  for (const it of found) {
    const known = first.get(it.secret)
    if (!known || (it.date ?? '') <= (known.date ?? '')) first.set(it.secret, it)
  }
  return inOrder([...first.values()])
}

function inOrder<T extends SecretSighting>(found: T[]): T[] {
  const key = ({ date, file, line, commit }: T) => `${date} ${file} ${String(line).padStart(9, '0')} ${commit}`
  return [...found].sort((one, other) => (key(one) < key(other) ? 1 : -1))
}

const earliest = (one?: string, other?: string) => (one && other ? (one < other ? one : other) : (one ?? other))
const latest = (one?: string, other?: string) => (one && other ? (one > other ? one : other) : (one ?? other))

function reasonOf(isShallow: boolean, isCut: boolean): string {
  const all = 'Every commit that the analysed one is built on was looked at, apart from what merges themselves changed, lock files and binaries.'
  if (isShallow)
    return 'The clone is shallow: older commits are not here, and what they hold was not looked at. Clone with the whole history (`fetch-depth: 0` in GitHub Actions) to look at all of it.'
  return isCut ? 'The history is larger than is read; its newest part was looked at.' : all
}
