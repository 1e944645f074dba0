/** Compose: a service is a unit; what it waits for, is joined to and has addresses of are its references. */
import type { DeclaredReference, DeclaredUnit } from '../../types'
import { withDefaults } from '../manifests/image'
import { at, type Entry, entriesOf, itemsOf, type Located, oneOrMore, textOf } from '../manifests/read/located'
import { commandsIn } from '../manifests/read/shell'
import { readYaml } from '../manifests/read/yaml'
import type { DeploymentReader, Teller } from './reader'

export const compose: DeploymentReader = {
  from: 'compose',
  claims: ({ name }) => /^(?:docker-)?compose(?:[.-].+)?\.ya?ml$/i.test(name),
  read(source, tell) {
    const [root] = readYaml(source)
    const stack = textOf(at(root, 'name'))
    // The first version of the format had services at the top.
    const services = at(root, 'services') ?? (at(root, 'version') ? undefined : root)
    const networks = entriesOf(at(root, 'networks'))
    const units = entriesOf(services).flatMap((entry) => (entry.value.kind === 'map' ? [serviceOf(entry, tell, networks.length > 1)] : []))
    const used = new Set(units.flatMap(({ refers }) => refers.filter(({ type }) => type === 'network').map(({ to }) => to)))
    // One network joins all: it tells nothing.
    for (const { key, line } of networks) if (networks.length > 1 && used.has(key)) units.push(tell.unit(key, 'network', 'network', line))
    return { ...(stack === undefined ? {} : { stack }), units }
  },
}

function serviceOf({ key, line, value: service }: Entry, tell: Teller, hasNetworks: boolean): DeclaredUnit {
  const build = at(service, 'build')
  const context = textOf(build) ?? (build ? (textOf(at(build, 'context')) ?? '.') : undefined)
  const dockerfile = textOf(at(build, 'dockerfile'))
  const image = textOf(at(service, 'image'))
  const command = at(service, 'command')
  const script = textOf(command) ?? oneOrMore(command).map(textOf).join(' ')
  const replicas = Number(textOf(at(service, 'deploy', 'replicas')) ?? textOf(at(service, 'scale')) ?? Number.NaN)
  const profiles = oneOrMore(at(service, 'profiles')).flatMap((each) => textOf(each) ?? [])
  const container = textOf(at(service, 'container_name'))
  return tell.unit(key, 'service', 'service', line, {
    ...(image !== undefined && !build ? { image: withDefaults(image) } : {}),
    ...(build && context !== undefined ? { build: { context, ...(dockerfile === undefined ? {} : { dockerfile }), line: build.line } } : {}),
    ...(script === '' ? {} : { command: script }),
    ...(Number.isInteger(replicas) ? { replicas } : {}),
    ...(profiles.length > 0 ? { when: `profile ${profiles.join(' or ')}` } : {}),
    ports: oneOrMore(at(service, 'ports')).flatMap((port) => {
      const text = textOf(port) ?? [textOf(at(port, 'published')), textOf(at(port, 'target'))].filter(Boolean).join(':')
      return text === '' ? [] : [withDefaults(text)]
    }),
    aliases: [
      ...(container === undefined ? [] : [container]),
      ...[textOf(at(service, 'hostname'))].flatMap((name) => name ?? []),
      ...entriesOf(at(service, 'networks')).flatMap(({ value }) => itemsOf(at(value, 'aliases')).flatMap((alias) => textOf(alias) ?? [])),
    ],
    refers: [
      ...listed(at(service, 'depends_on'), (to, at) => tell.named(to, 'depends on', at)),
      ...listed(at(service, 'links'), (to, at) => tell.named(to.replace(/:.*$/, ''), 'links to', at)),
      ...(hasNetworks ? listed(at(service, 'networks'), (to, at) => tell.named(to, 'joins', at, 'network')) : []),
      ...environment(at(service, 'environment')).flatMap(({ name, value, line }) => tell.hosts(name, value, line)),
      ...(command ? hostsOfCommand(script, command.line, tell) : []),
    ],
  })
}

/** Names of a list, or keys of a map. */
function listed(of: Located | undefined, make: (name: string, line: number) => DeclaredReference): DeclaredReference[] {
  return [
    ...entriesOf(of).map(({ key, line }) => make(key, line)),
    ...itemsOf(of).flatMap((item) => {
      const name = textOf(item)
      return name === undefined ? [] : [make(name, item.line)]
    }),
  ]
}

/** `KEY: value`, `- KEY=value`, and the `- name: KEY` and `value: …` of Kubernetes. */
export function environment(of: Located | undefined): { name: string; value: string | undefined; line: number }[] {
  return [
    ...entriesOf(of).map(({ key, value, line }) => ({ name: key, value: withDefaults(textOf(value) ?? ''), line })),
    ...itemsOf(of).flatMap((item) => {
      const text = textOf(item)
      if (text !== undefined) {
        const equals = text.indexOf('=')
        return equals > 0 ? [{ name: text.slice(0, equals), value: withDefaults(text.slice(equals + 1)), line: item.line }] : []
      }
      const name = textOf(at(item, 'name')) ?? textOf(at(item, 'key'))
      return name === undefined ? [] : [{ name, value: textOf(at(item, 'value')), line: at(item, 'value')?.line ?? item.line }]
    }),
  ]
}

/** `wait-for-it db:5432`, `nc -z mongo 27017`: a command that names a host as a word. Whether there is one of the name, linking tells. */
export function hostsOfCommand(script: string, line: number, tell: Teller): DeclaredReference[] {
  const nested = /^(?:\S*\/)?(?:ba|z|da|a)?sh\s+-\w*c\s+(["']?)([\s\S]*)\1$/.exec(script.trim())?.[2] ?? script
  return commandsIn(nested, line).flatMap(({ name, words }) => {
    const asks =
      /^(?:nc|ncat|wait-for|wait-for-it|wait-for\.sh|wait-for-it\.sh|dockerize|pg_isready|redis-cli|mysqladmin|curl|wget|nslookup|ping)$/.test(name)
    return words.flatMap((word, index) => {
      const host = /:\/\//.test(word) ? word : asks && !word.startsWith('-') && !/^\d+$/.test(word) ? `tcp://${word}` : undefined
      const before = words[index - 1] ?? ''
      return host === undefined || /^-(?:w|t|timeout)$/.test(before) ? [] : tell.hosts(`command ${name}`, host, line)
    })
  })
}
