import { counted, ofKind, type Reason, type Style } from './scene'

/** One server whose folders are features, each with doors, logic and data of its own. */
export const modularMonolith: Style = (scene) => {
  const servers = ofKind(scene, 'backend').filter(({ whole }) => whole === undefined)
  const [server] = servers
  if (!server || servers.length > 1) return undefined
  const id = scene.model.ids.get(server) as string
  const own = scene.model.parts.filter((part) => scene.components.some((each) => each.id === part.id && each.parent === id))
  const { whole } = scene.known.linked
  // A feature holds more than one layer: what takes requests and what does the work.
  const rolesOf = (files: readonly number[]) =>
    new Set(
      files.flatMap((file) => {
        const path = whole.files[file]?.path ?? ''
        const role =
          /(?:^|[./-])(controller|service|repository|entity|model|resolver|route|router|module|dto|schema|handler|guard)s?(?:\.[cm]?[jt]s|\/|\.)/i.exec(
            path,
          )?.[1]
        return role ? [role.toLowerCase()] : []
      }),
    )
  const features = own.filter(
    ({ files, purpose, loose }) => !loose && (purpose === undefined || /feature/.test(purpose)) && files.length >= 2 && rolesOf(files).size >= 2,
  )
  if (features.length < 3) return undefined
  const crossing = scene.relations.filter(({ from, to }) => features.some(({ id: a }) => a === from) && features.some(({ id: b }) => b === to))
  const reasons: Reason[] = [
    {
      text: `One server is made of ${counted(features.length, 'feature')}: ${features
        .slice(0, 5)
        .map(({ name }) => name.replace(/ module$/, ''))
        .join(', ')}${features.length > 5 ? '…' : ''}. Each has layers of its own.`,
      evidence: features.slice(0, 4).flatMap(({ evidence }) => evidence.slice(0, 1)),
    },
  ]
  const against: Reason[] = []
  const pairs = features.length * (features.length - 1)
  if (crossing.length > 0)
    against.push({
      text: `${counted(crossing.length, 'pair')} of features of ${pairs} lean on each other.`,
      evidence: crossing.slice(0, 4).flatMap(({ evidence }) => evidence.slice(0, 1)),
    })
  return { name: 'modular monolith', reasons, against, fit: 62 + Math.min(12, features.length * 2) - (crossing.length > pairs / 2 ? 10 : 0) }
}
