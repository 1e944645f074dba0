/** Installers from the network, files that everybody may change, and a program that nobody asks whether it is well. */
import type { ConfigurationFault } from '../../../../../types'
import type { KnownQuality } from '../../../known'
import { fault, type ImageCheck } from './shipped'

export const habits: ImageCheck = (image) => {
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
