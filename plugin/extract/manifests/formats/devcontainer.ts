/** The machine that developers get: its image, and the features that are put into it. */
import { type Format, platform, type Stated } from '../format'
import { imageFact } from '../image'
import { readJson } from '../read/json'
import { at, entriesOf, textOf } from '../read/located'

export const devContainer: Format = {
  name: 'dev container',
  claims: ({ name }) => /^\.?devcontainer\.json$/.test(name),
  facts(source) {
    const root = readJson(source)
    const image = at(root, 'image')
    const features = entriesOf(at(root, 'features')).flatMap(({ key, value, line }): Stated[] => {
      const tool = /\/features\/([\w-]+)(?::|$)/.exec(key)?.[1]
      const version = textOf(at(value, 'version')) ?? textOf(value)
      return tool === undefined || version === undefined || !/\d/.test(version)
        ? []
        : [{ kind: 'engine', ecosystem: 'devcontainer', name: tool, version, value: 'dev container', line }]
    })
    return [platform('dev-container', root?.line ?? 1), ...(image ? imageFact(textOf(image) ?? '', image.line, 'devcontainer') : []), ...features]
  },
}
