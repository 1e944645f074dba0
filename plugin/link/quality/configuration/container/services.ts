/** Compose files and pods: rights that reach out of the container, databases on the host's network, sources mounted into production. */
import type { SettingFact, SettingsFacts } from '../../../../graph'
import type { ConfigurationFault } from '../../../../types'
import type { KnownQuality } from '../../known'
import { at, below, folderOf, placeOf, settingsFiles } from '../detector'
import { endOf, imageName, isFloating } from './image-names'

const DATABASE =
  /(?:^|\/)(?:mongo|postgres|postgis|mysql|mariadb|redis|valkey|memcached|elasticsearch|opensearch|couchdb|cassandra|rabbitmq|influxdb|clickhouse-server|neo4j|timescaledb|percona|mssql[\w/-]*server|etcd|zookeeper|kafka|minio)(?:$|[:/])/
const DEVELOPMENT = /(?:^|[/.-])(?:dev|development|local|test|tests|testing|ci|e2e|debug)(?:[/.-]|$)/i

export function composeFaults(known: KnownQuality): ConfigurationFault[] {
  const files = settingsFiles(known, 'compose')
  return files.flatMap((file) => {
    const names = at(file, 'services', '*').map(({ way }) => way[1] as string)
    return names.flatMap((service) => serviceFaults(file, service, files))
  })
}

function serviceFaults(file: SettingsFacts, service: string, files: SettingsFacts[]): ConfigurationFault[] {
  const found: ConfigurationFault[] = []
  const of = (...way: string[]) => at(file, 'services', service, ...way)
  const put = (form: string, setting: SettingFact, detail: string, more: Partial<ConfigurationFault> = {}) =>
    found.push({
      kind: 'ci-container-misconfig',
      form,
      subject: service,
      at: placeOf(file, setting),
      evidence: [],
      detail,
      confidence: 'high',
      values: { service },
      ...more,
    })
  const [image] = of('image')
  const isBuilt = below(file, 'services', service, 'build').length > 0
  const named = image && !isBuilt ? imageName(image.value) : undefined
  if (image && named && !/[${}]/.test(named.tag ?? '') && !/[${}]/.test(named.name)) {
    const ended = endOf(named.name, named.tag ?? '')
    if (isFloating(named))
      put('floating tag', image, `\`${image.value}\` names no version: the next start may bring another one, with data of the last.`, {
        values: { image: named.name, tag: named.tag ?? '', service },
      })
    else if (ended)
      put('unsupported version', image, `\`${image.value}\`: version ${ended.version} has had no fixes from its makers since ${ended.day}.`, {
        subject: `${named.name} ${ended.version}`,
        values: { image: named.name, version: ended.version, service },
      })
  }
  for (const setting of of('privileged'))
    if (setting.value === 'true') put('privileged container', setting, `\`${service}\` may do on the host whatever root may.`)
  for (const key of ['network_mode', 'pid', 'ipc'])
    for (const setting of of(key))
      if (setting.value === 'host')
        put(
          'host namespace',
          setting,
          `\`${service}\` shares \`${key === 'network_mode' ? 'the network' : key}\` with the host: nothing keeps it apart there.`,
        )
  for (const setting of below(file, 'services', service, 'cap_add'))
    if (/^(?:CAP_)?(?:ALL|SYS_ADMIN|SYS_PTRACE|SYS_MODULE|NET_ADMIN|DAC_READ_SEARCH)$/i.test(setting.value))
      put('broad capability', setting, `\`${service}\` gets \`${setting.value}\`, which is nearly as much as root.`)
  for (const setting of below(file, 'services', service, 'volumes'))
    if (/docker\.sock/.test(setting.value))
      put('container engine handed in', setting, `Whoever gets into \`${service}\` starts containers on the host, and so has the host.`)
  for (const setting of of('user')) if (/^(?:root|0)(?::|$)/.test(setting.value)) put('root user', setting, `\`${service}\` runs as root.`)
  if (named && DATABASE.test(named.name)) {
    // Databases alone are what a developer starts beside the program.
    const runsProgram = file.settings.some(({ way }) => way[0] === 'services' && way[2] === 'build')
    const environment = below(file, 'services', service, 'environment')
      .map(({ way, value }) => `${way.at(-1)}=${value}`)
      .join('\n')
    const command = below(file, 'services', service, 'command')
      .map(({ value }) => value)
      .join(' ')
    const hasPassword =
      /(?:PASSWORD|_PASS|AUTH)\w*[=:]?(?!.*ALLOW_EMPTY)/i.test(environment.replace(/TRUST|ALLOW_EMPTY_PASSWORD=\S+/gi, '')) ||
      /--requirepass|--auth\b/.test(command) ||
      below(file, 'services', service, 'env_file').length > 0
    for (const setting of at(file, 'services', service, 'ports', '*')) {
      const { value } = setting
      const published = value !== '' ? value : (at(file, 'services', service, 'ports', setting.way.at(-1) as string, 'published')[0]?.value ?? '')
      if (
        published === '' ||
        /^(?:127\.0\.0\.1|localhost|\[::1\]):/.test(published) ||
        at(file, 'services', service, 'ports', setting.way.at(-1) as string, 'host_ip').some(({ value: ip }) => ip.startsWith('127.'))
      )
        continue
      put(
        'database port open',
        setting,
        `The port of \`${service}\` is published on every address of the host${hasPassword ? '' : ', and the file sets no password for it'}: the database answers to the whole network.`,
        { confidence: DEVELOPMENT.test(file.path) || !runsProgram ? 'low' : hasPassword ? 'medium' : 'high', values: { service, port: published } },
      )
    }
  }
  found.push(...sourceMounts(file, service, files))
  return found
}

/** A mount of the working copy belongs into development; a file that production builds upon brings it along. */
function sourceMounts(file: SettingsFacts, service: string, files: SettingsFacts[]): ConfigurationFault[] {
  if (DEVELOPMENT.test(file.path)) return []
  const home = folderOf(file.path)
  const isProduction = /prod/i.test(file.path)
  const builtUpon = files.find(
    (other) =>
      other !== file && folderOf(other.path) === home && /[.-]prod(?:uction)?\.ya?ml$/i.test(other.path) && at(other, 'services', service).length > 0,
  )
  const production = below(file, 'services', service, 'environment').some(
    ({ way, value }) => /NODE_ENV/.test(`${way.at(-1)} ${value}`) && /production/.test(value),
  )
  if (!isProduction && !builtUpon && !production) return []
  if (builtUpon && below(builtUpon, 'services', service, 'volumes').length > 0) return []
  return at(file, 'services', service, 'volumes', '*')
    .filter(({ value }) => /^(?:\.|\.\/|\.\/src|\$\{?PWD\}?)\/?:/.test(value))
    .map((setting) => ({
      kind: 'ci-container-misconfig',
      form: 'sources mounted in production',
      subject: service,
      at: placeOf(file, setting),
      evidence: builtUpon ? [placeOf(builtUpon, at(builtUpon, 'services', service)[0] as SettingFact)] : [],
      detail: `\`${setting.value}\` puts the working copy over what the image holds${builtUpon ? `, and \`${builtUpon.path}\` leaves that as it is` : ''}: production runs whatever lies on the disk, not what was built.`,
      values: { service },
      confidence: builtUpon ? 'high' : 'medium',
    }))
}

export function podFaults(known: KnownQuality): ConfigurationFault[] {
  return settingsFiles(known, 'kubernetes').flatMap((file) =>
    file.settings.flatMap((setting): ConfigurationFault[] => {
      const key = setting.way.at(-1) as string
      const made = (form: string, detail: string): ConfigurationFault => ({
        kind: 'ci-container-misconfig',
        form,
        subject: setting.way.slice(-3).join('.'),
        at: placeOf(file, setting),
        evidence: [],
        detail,
        confidence: 'high',
      })
      if (key === 'privileged' && setting.value === 'true')
        return [made('privileged container', 'The container may do on its node whatever root may.')]
      if (/^host(?:Network|PID|IPC)$/.test(key) && setting.value === 'true')
        return [made('host namespace', `\`${key}\`: the pod shares it with its node; nothing keeps it apart there.`)]
      if (key === 'allowPrivilegeEscalation' && setting.value === 'true')
        return [made('broad capability', 'Programs in the container may take more rights than they were started with.')]
      if (key === 'runAsUser' && setting.value === '0') return [made('root user', 'The container runs as root.')]
      if (key === 'image' && setting.value !== '' && isFloating(imageName(setting.value)) && !/[${}]/.test(setting.value))
        return [made('floating tag', `\`${setting.value}\` names no version: pods that start today and tomorrow may run different programs.`)]
      return []
    }),
  )
}
