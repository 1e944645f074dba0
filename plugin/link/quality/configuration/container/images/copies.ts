/** What is put into an image: files of the project, downloads, settings, and the whole folder. */
import type { ConfigurationFault } from '../../../../../types'
import { folderOf } from '../../detector'
import { fault, type ImageCheck } from './shipped'

export const copies: ImageCheck = (image) => {
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
