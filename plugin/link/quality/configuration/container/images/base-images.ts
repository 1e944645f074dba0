/** What images are made from: tags that move, and versions that their makers mend no more. */
import { endOf, imageName, isFloating } from '../image-names'
import { fault, type ImageCheck } from './shipped'

export const baseImages: ImageCheck = (image) => {
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
