/** Dockerfiles: who runs the program, what it is made from, and what is put into it. One function a form of fault. */
import type { SettingsFacts } from '../../../../graph'
import type { ConfigurationFault } from '../../../../types'
import type { KnownQuality } from '../../known'
import { folderOf, placeOf, settingsFiles } from '../detector'
import { assignments, type Stage, stagesOf } from './dockerfile'
import { endOf, imageName, isFloating } from './image-names'
import { commandsOf, LOCKED, unlockedInstall } from './install'

interface Shipped {
  file: SettingsFacts
  stages: Stage[]
  /** The last one: what runs. */
  last: Stage
  known: KnownQuality
}

type Check = (image: Shipped) => ConfigurationFault[]

export function dockerfileFaults(known: KnownQuality): ConfigurationFault[] {
  return settingsFiles(known, 'dockerfile').flatMap((file) => {
    // Where somebody works, not what is shipped.
    if (/(?:^|[/.])(?:gitpod|devcontainer|codespaces)(?:[/.]|$)/i.test(file.path)) return []
    const stages = stagesOf(file)
    const last = stages.at(-1)
    return last ? checks.flatMap((check) => check({ file, stages, last, known })) : []
  })
}

const fault = (
  { file }: Shipped,
  form: string,
  subject: string,
  setting: { line: number; text: string },
  detail: string,
  more: Partial<ConfigurationFault> = {},
): ConfigurationFault => ({
  kind: 'ci-container-misconfig',
  form,
  subject,
  at: placeOf(file, setting),
  evidence: [],
  detail,
  confidence: 'high',
  ...more,
})

/** Images whose makers set a user without rights. */
const UNPRIVILEGED = /nonroot|unprivileged|bitnami|chainguard|rootless/i
const BUILD_ONLY = /(?:^|[/.-])(?:base|dev|development|ci|test|builder|build|devcontainer)(?:[/.-]|$)/i

const runsAsRoot: Check = (image) => {
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

const baseImages: Check = (image) => {
  const seen = new Set<string>()
  return image.stages.flatMap(({ image: reference, base, from }) => {
    if (base || reference === 'scratch' || seen.has(reference) || /[${}]/.test(reference)) return []
    seen.add(reference)
    const named = imageName(reference)
    if (isFloating(named)) {
      const what = named.tag === undefined ? 'no tag, which means `latest`' : `the tag \`${named.tag}\`, which moves`
      return [
        fault(
          image,
          'floating tag',
          reference,
          from,
          `\`${reference}\` has ${what}: two builds of one commit can differ, and a new major version arrives unasked.`,
          { values: { image: named.name, tag: named.tag ?? '' } },
        ),
      ]
    }
    const ended = endOf(named.name, named.tag ?? '')
    return ended
      ? [
          fault(
            image,
            'unsupported version',
            `${named.name} ${ended.version}`,
            from,
            `\`${reference}\`: version ${ended.version} has had no fixes from its makers since ${ended.day}.`,
            { values: { image: named.name, version: ended.version } },
          ),
        ]
      : []
  })
}

const installs: Check = (image) =>
  image.stages.flatMap(({ instructions }) =>
    instructions.flatMap(({ keyword, value, setting }) => {
      if (keyword !== 'RUN') return []
      return commandsOf(value).flatMap(({ text, line }) => {
        const how = unlockedInstall(text)
        if (!how) return []
        const hasLock = image.known.files.some(({ path }) =>
          /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?)$/.test(path),
        )
        const at = { line: setting.line + line, text: line === 0 ? setting.text : text }
        return [
          fault(
            image,
            'unlocked install',
            how,
            at,
            `\`${how}\` ${hasLock ? 'may go past the lock file' : 'has no lock file to follow'}: the image gets whatever versions are newest on the day it is built.`,
            { values: { command: LOCKED[how] as string, written: text, lock: hasLock ? 'yes' : 'no' } },
          ),
        ]
      })
    }),
  )

const copies: Check = (image) => {
  const { file, last, known } = image
  const all = image.stages.flatMap(({ instructions }) => instructions)
  const sources = (value: string) =>
    value
      .replace(/--\S+\s+/g, '')
      .replace(/[[\]",]/g, ' ')
      .trim()
      .split(/\s+/)
      .slice(0, -1)
  const found: ConfigurationFault[] = []
  for (const { keyword, value, setting } of all) {
    if (keyword !== 'ADD' && keyword !== 'COPY') continue
    if (/--from=/.test(value)) continue
    if (keyword === 'ADD' && sources(value).every((source) => !/^(?:https?:|git@)|\.(?:tar|tgz|t?[gx]z|zip|bz2)/.test(source)))
      found.push(
        fault(
          image,
          'add instead of copy',
          'ADD',
          setting,
          '`ADD` also unpacks archives and fetches addresses; for files of the project `COPY` does what is meant, and no more.',
          { values: { sources: value } },
        ),
      )
    else if (keyword === 'ADD' && sources(value).some((source) => /^https?:/.test(source)) && !/--checksum=/.test(value))
      found.push(
        fault(
          image,
          'unchecked download',
          'ADD',
          setting,
          'The file is fetched without a checksum: the image holds whatever the address gives on the day.',
        ),
      )
    if (sources(value).some((source) => /(?:^|\/)\.env(?:\.(?!example|sample|template|dist)\w+)?$/.test(source)))
      found.push(
        fault(
          image,
          'environment file in the image',
          '.env',
          setting,
          'The file with the settings becomes a layer of the image; whoever can pull the image can read it.',
        ),
      )
  }
  const whole = all.find(
    ({ keyword, value }) =>
      (keyword === 'COPY' || keyword === 'ADD') &&
      !/--from=/.test(value) &&
      sources(value).some((source) => source === '.' || source === './' || source === '*'),
  )
  const home = folderOf(file.path)
  const isThere = known.files.some(({ path }) => path === `${home}.dockerignore` || path === '.dockerignore' || path === `${file.path}.dockerignore`)
  if (whole && !isThere)
    found.push(
      fault(
        image,
        'no dockerignore',
        '.dockerignore',
        whole.setting,
        'The whole folder is copied, and no `.dockerignore` leaves anything out: `.git`, `node_modules` and local `.env` files end up in the image.',
        { confidence: last ? 'high' : 'low' },
      ),
    )
  return found
}

const SECRET_NAME =
  /(?:^|_)(?:PASS(?:WORD|WD|PHRASE)?|SECRET|TOKEN|API_?KEY|PRIVATE_?KEY|ACCESS_?KEY|CREDENTIALS?)(?:$|_(?!FILE|PATH|NAME|URL|EXPIR|TTL|LENGTH))/i

const secrets: Check = (image) =>
  image.stages.flatMap(({ instructions }) =>
    instructions.flatMap(({ keyword, value, setting }) => {
      if (keyword !== 'ARG' && keyword !== 'ENV') return []
      return assignments(value)
        .filter(([name, given]) => SECRET_NAME.test(name) && (keyword === 'ARG' || (given !== '' && !/^\$/.test(given))))
        .map(([name]) =>
          keyword === 'ARG'
            ? fault(
                image,
                'secret as build argument',
                name,
                setting,
                `\`${name}\` is handed in as a build argument, which stays in the history of the image for everyone who can pull it.`,
                { confidence: 'medium', values: { name } },
              )
            : fault(
                image,
                'secret in the image',
                name,
                setting,
                `\`${name}\` is set in the image itself: whoever can pull it, or looks at a running container, reads the value.`,
                { confidence: 'medium', values: { name } },
              ),
        )
    }),
  )

const settings: Check = (image) => {
  const { last } = image
  const found: ConfigurationFault[] = []
  for (const { keyword, value, setting } of image.stages.flatMap(({ instructions }) => instructions)) {
    if (keyword !== 'RUN') continue
    if (/\b(?:curl|wget)\b[^|;&]*\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b/.test(value))
      found.push(
        fault(image, 'piped installer', 'curl | sh', setting, 'A script from the network is run as it comes, with no version and no checksum.'),
      )
    if (/\bchmod\s+(?:-R\s+)?(?:0?777|a\+rwx)\b/.test(value))
      found.push(
        fault(
          image,
          'writable by all',
          'chmod 777',
          setting,
          'Every user in the container may change these files, the program’s own code among them.',
        ),
      )
  }
  const exposes = last.instructions.some(({ keyword }) => keyword === 'EXPOSE')
  const isChecked = last.instructions.some(({ keyword }) => keyword === 'HEALTHCHECK') || hasProbe(image.known)
  if (exposes && !isChecked)
    found.push(
      fault(
        image,
        'no health check',
        'HEALTHCHECK',
        last.from,
        'Nothing asks whether the program still answers: a container that hangs stays in service.',
        { confidence: 'medium' },
      ),
    )
  return found
}

/** Orchestrators ask in their own way. */
function hasProbe({ extracted }: KnownQuality): boolean {
  return (extracted.settings ?? []).some(
    ({ format, settings: all }) =>
      (format === 'compose' || format === 'kubernetes') &&
      all.some(({ way }) => way.some((step) => /^(?:healthcheck|livenessProbe|readinessProbe)$/.test(step))),
  )
}

const checks: Check[] = [runsAsRoot, baseImages, installs, copies, secrets, settings]
