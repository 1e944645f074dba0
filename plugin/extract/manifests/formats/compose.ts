import { commandFacts, firstOfEach } from '../commands'
import { type Format, platform, type Stated } from '../format'
import { addressFacts, imageFact } from '../image'
import { at, type Entry, entriesOf, entryAt, oneOrMore, textOf } from '../read/located'
import { readYaml } from '../read/yaml'

export const compose: Format = {
  name: 'compose file',
  claims: ({ name }) => /^(?:docker-)?compose(?:[.-].+)?\.ya?ml$/i.test(name),
  facts(source) {
    const [root] = readYaml(source)
    const services = entryAt(root, 'services')
    if (!services) return []
    return [platform('docker-compose', services.line), ...firstOfEach(entriesOf(services.value).flatMap(serviceFacts))]
  },
}

function serviceFacts({ key, line, value: service }: Entry): Stated[] {
  const image = at(service, 'image')
  const build = at(service, 'build')
  const written = textOf(image)
  const context = textOf(build) ?? textOf(at(build, 'context'))
  const found: Stated[] = [{ kind: 'service', ecosystem: 'compose', name: key, value: build ? `built from ${context ?? '.'}` : written, line }]
  // With `build`, the name is only what the result is to be called.
  if (image && written !== undefined && !build) found.push(...imageFact(written, image.line, 'compose', `service ${key}`))
  for (const port of oneOrMore(at(service, 'ports'))) {
    const text = textOf(port) ?? [textOf(at(port, 'published')), textOf(at(port, 'target'))].filter(Boolean).join(':')
    if (text !== '') found.push({ kind: 'service', ecosystem: 'port', name: text, value: `published by service ${key}`, line: port.line })
  }
  const user = at(service, 'user')
  if (user) found.push({ kind: 'service', ecosystem: 'user', name: textOf(user) ?? '', value: `user of service ${key}`, line: user.line })
  const command = at(service, 'command')
  const script = textOf(command) ?? oneOrMore(command).map(textOf).join(' ')
  // What runs in someone else's image says nothing about this project.
  const commands = command && build ? commandFacts(script, command.line, 'compose') : []
  return [...found, ...commands, ...addressFacts(at(service, 'environment'))]
}
