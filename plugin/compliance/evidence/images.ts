/** Dockerfiles and what starts from them: the account the program runs under, and whether images are pinned. */
import Joi from 'joi'
import type { Evidence, ManifestFact } from '../../types'
import { counted, listed, outcome } from '../outcome'
import { check } from './check'

export const images = check<'without root' | 'pinned'>(Joi.valid('without root', 'pinned').required(), (are, { program }) => {
  const files = program.manifests.filter(({ path, facts }) => facts.some(isBase) && !(are === 'without root' && WRITTEN_IN.test(path)))
  if (files.length === 0) return outcome('nothing', `Looked for Dockerfiles among ${counted(program.manifests.length, 'manifest')}: none.`)
  const place = (path: string, { line, text }: ManifestFact): Evidence => ({ file: path, line, text })
  if (are === 'pinned') {
    const all = files.flatMap(({ path, facts }) => facts.filter(isBase).map((fact) => ({ fact, at: place(path, fact) })))
    const loose = all.filter(({ fact }) => fact.version === undefined || /^(?:latest|alpine|slim|lts|stable)?$/.test(fact.version))
    return loose.length > 0
      ? outcome(
          'not met',
          `${loose.length} of ${counted(all.length, 'base image')} without a version: ${listed(loose.map(({ fact }) => fact.name))}.`,
          loose.map(({ at }) => at),
        )
      : outcome(
          'met',
          `${all.length} of ${counted(all.length, 'base image')} with a version.`,
          all.map(({ at }) => at),
        )
  }
  // What tests run in, and what other images are built on, is not what runs.
  const running = files.filter(({ path }) => !HELPS.test(path))
  const judged = (running.length > 0 ? running : files).map(({ path, facts }) => {
    // The last stage is what runs; a builder stage may be root.
    const image = facts.filter(isBase).at(-1)!
    const user = facts.filter(({ kind, value, line }) => kind === 'service' && value === 'container user' && line > image.line).at(-1)
    const isTold = !user?.name.startsWith('$')
    const isRoot = user ? /^(?:root|0)(?::|$)/.test(user.name) : !/nonroot/.test(`${image.name} ${image.version ?? ''}`)
    return { image, isTold, isRoot, user, at: place(path, user ?? image) }
  })
  const untold = judged.filter(({ isTold }) => !isTold)
  const root = judged.filter(({ isRoot }) => isRoot)
  if (root.length > 0)
    return outcome(
      'not met',
      `${root.length} of ${counted(judged.length, 'Dockerfile')} ${root.length === 1 ? 'runs' : 'run'} the program as root: ${root[0]!.user ? 'it says so' : 'no USER is set'}.`,
      root.map(({ at }) => at),
    )
  if (untold.length > 0)
    return outcome(
      'partly',
      `${counted(judged.length, 'Dockerfile')} with a USER, which a variable names: ${listed(untold.map(({ user }) => user!.name))}.`,
      untold.map(({ at }) => at),
    )
  return outcome(
    'met',
    `${judged.length} of ${counted(judged.length, 'Dockerfile')} with a USER other than root (${listed(judged.map(({ user, image }) => user?.name ?? `${image.name}:${image.version}`))}).`,
    judged.map(({ at }) => at),
  )
})

/** Images in which code is written. */
const WRITTEN_IN = /(?:^|\/)\.(?:gitpod|devcontainer)/
/** Dockerfiles of tests and examples, and those that are called a base or a builder of others. */
const HELPS =
  /(?:^|\/)(?:tests?|e2e|spec|__tests__|fixtures|examples?|samples?)\/|(?:^|\/)(?:Dockerfile[.-](?:base|builder|build|test|tests|e2e|ci)|(?:base|builder|build|test|e2e)\.Dockerfile)$/i

const isBase = ({ kind, ecosystem }: ManifestFact): boolean => kind === 'image' && ecosystem === 'dockerfile'
