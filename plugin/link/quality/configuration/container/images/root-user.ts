/** Who the program runs as: the last `USER` of the stage that is shipped, and of those that it begins with. */
import { placeOf } from '../../detector'
import type { Stage } from '../dockerfile'
import { fault, type ImageCheck } from './shipped'

/** Images whose makers set a user without rights. */
const UNPRIVILEGED = /nonroot|unprivileged|bitnami|chainguard|rootless/i
const BUILD_ONLY = /(?:^|[/.-])(?:base|dev|development|ci|test|builder|build|devcontainer)(?:[/.-]|$)/i

export const runsAsRoot: ImageCheck = (image) => {
  const { last, file } = image
  let setBy: { value: string; setting: Stage['from'] } | undefined
  for (let stage: Stage | undefined = last; stage && !setBy; stage = stage.base)
    setBy = stage.instructions.findLast(({ keyword }) => keyword === 'USER')
  const base = baseOf(last)
  if (setBy) {
    const user = setBy.value.split(':')[0] as string
    return user === 'root' || user === '0'
      ? [
          fault(
            image,
            'root user',
            'USER',
            setBy.setting,
            `\`USER ${user}\` is the last word: the program runs with every right inside the container.`,
          ),
        ]
      : []
  }
  if (base === 'scratch' || UNPRIVILEGED.test(base) || BUILD_ONLY.test(file.path)) return []
  const starts = last.instructions.findLast(({ keyword }) => keyword === 'CMD' || keyword === 'ENTRYPOINT')?.setting ?? last.from
  const made = last.instructions.find(({ keyword, value }) => keyword === 'RUN' && /\b(?:adduser|useradd)\b/.test(value))
  return [
    fault(
      image,
      'root user',
      'USER',
      starts,
      made
        ? 'A user is created, and no `USER` line selects it: the program still runs as root.'
        : 'No `USER` line: the program runs as root inside the container.',
      made ? { evidence: [placeOf(file, made.setting)] } : {},
    ),
  ]
}

const baseOf = (stage: Stage): string => (stage.base ? baseOf(stage.base) : stage.image)
