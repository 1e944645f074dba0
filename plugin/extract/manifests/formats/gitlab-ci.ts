import { commandFacts, firstOfEach } from '../commands'
import { type Format, platform, type Stated } from '../format'
import { addressFacts, imageFact } from '../image'
import { at, entriesOf, type Located, oneOrMore, textOf } from '../read/located'
import { readYaml } from '../read/yaml'

/** Top-level keys that are settings of the pipeline, not jobs. */
const SETTINGS = new Set([
  'default',
  'include',
  'stages',
  'variables',
  'workflow',
  'image',
  'services',
  'cache',
  'before_script',
  'after_script',
  'pages:deploy',
  'spec',
])

export const gitlabCi: Format = {
  name: 'GitLab pipeline',
  claims: ({ path, name }) => /^\.?gitlab-ci(?:[.-].+)?\.ya?ml$/i.test(name) || /(?:^|\/)\.gitlab\/(?:ci|pipelines?)\/.+\.ya?ml$/i.test(path),
  facts(source) {
    const documents = readYaml(source)
    const entries = documents.flatMap(entriesOf)
    const [first] = entries
    if (!first) return []
    const jobs = entries.filter(({ key, value }) => !SETTINGS.has(key) && !key.startsWith('.') && value.kind === 'map')
    const included = entries.filter(({ key }) => key === 'include').flatMap(({ value }) => oneOrMore(value).flatMap(templateFact))
    // Images and scripts of hidden jobs count: others extend them.
    const parts = [...documents, ...entries.filter(({ value }) => value.kind === 'map').map(({ value }) => value)]
    return firstOfEach([
      platform('gitlab-ci', first.line),
      ...included,
      ...jobs.map(({ key, line, value }): Stated => ({ kind: 'ci-job', ecosystem: 'gitlab-ci', name: key, value: textOf(at(value, 'stage')), line })),
      ...parts.flatMap(partFacts),
    ])
  },
}

function templateFact(include: Located): Stated[] {
  const template = at(include, 'template') ?? at(include, 'component')
  const name = textOf(template)
  return template && name !== undefined
    ? [{ kind: 'action', ecosystem: 'gitlab-template', name: name.split('@')[0] as string, version: name.split('@')[1], line: template.line }]
    : []
}

function partFacts(part: Located): Stated[] {
  const image = at(part, 'image')
  const used = image && (image.kind === 'map' ? at(image, 'name') : image)
  return [
    ...(used ? imageFact(textOf(used) ?? '', used.line, 'gitlab-ci') : []),
    ...oneOrMore(at(part, 'services')).flatMap((service) => {
      const name = service.kind === 'map' ? at(service, 'name') : service
      return name ? imageFact(textOf(name) ?? '', name.line, 'gitlab-ci', 'service') : []
    }),
    ...addressFacts(at(part, 'variables'), 'ci-datasource'),
    ...['before_script', 'script', 'after_script'].flatMap((key) => scripts(at(part, key))),
  ]
}

/** A script is a text, a list of texts, or lists of lists where parts are reused. */
function scripts(value: Located | undefined, depth = 0): Stated[] {
  if (!value || depth > 5) return []
  if (value.kind === 'list') return (value.value as Located[]).flatMap((each) => scripts(each, depth + 1))
  return commandFacts(textOf(value), value.line, 'gitlab-ci')
}
