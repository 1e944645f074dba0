/**
 * Kubernetes objects, as they are written or as templates of Helm that make them. Workloads run, services and ingresses lead to
 * them, claims keep; maps of settings are steps on the way to the addresses that they hold.
 */
import type { DeclaredReference, DeclaredUnit } from '../../types'
import { at, entriesOf, entryAt, itemsOf, type Located, mapsIn, oneOrMore, textOf } from '../manifests/read/located'
import { readYaml } from '../manifests/read/yaml'
import { environment, hostsOfCommand } from './compose'
import type { DeploymentReader, Teller } from './reader'
import { type Readable, readableTemplate } from './template-text'

const WORKLOADS = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'ReplicationController', 'Pod', 'DeploymentConfig', 'Rollout'])
const INGRESSES = new Set([
  'Ingress',
  'Gateway',
  'HTTPRoute',
  'GRPCRoute',
  'TCPRoute',
  'TLSRoute',
  'IngressRoute',
  'VirtualService',
  'Route',
  'HTTPProxy',
])
const STEPS = new Set(['ConfigMap', 'Secret', 'HorizontalPodAutoscaler', 'ExternalSecret', 'SealedSecret'])

export const kubernetes: DeploymentReader = {
  from: 'kubernetes',
  claims: ({ name, text }) =>
    /\.ya?ml$/i.test(name) && text.includes('apiVersion') && /^["']?apiVersion["']?:\s*\S/m.test(text) && /^["']?kind["']?:\s*\S/m.test(text),
  read(source, tell) {
    const template = source.text.includes('{{') ? readableTemplate(source.text) : undefined
    const objects = readYaml(template ? { ...source, text: template.text } : source).flatMap((object) =>
      textOf(at(object, 'kind')) === 'List' ? itemsOf(at(object, 'items')) : [object],
    )
    return { units: objects.flatMap((object) => objectOf(object, tell)).map((unit) => (template ? filled(unit, template) : unit)) }
  },
}

/** With expressions where words stood for them, and the condition under which it stands. */
function filled(unit: DeclaredUnit, template: Readable): DeclaredUnit {
  const [condition] = template.conditionsAt(unit.line)
  const whole = JSON.parse(JSON.stringify(unit), (_, value: unknown) =>
    typeof value === 'string' ? template.restored(value) : value,
  ) as DeclaredUnit
  return condition === undefined ? whole : { ...whole, when: condition }
}

function objectOf(object: Located, tell: Teller): DeclaredUnit[] {
  const kind = entryAt(object, 'kind')
  const type = textOf(kind?.value)
  const name = textOf(at(object, 'metadata', 'name')) ?? textOf(at(object, 'metadata', 'generateName'))
  if (!kind || type === undefined || name === undefined) return []
  const namespace = textOf(at(object, 'metadata', 'namespace'))
  const line = entryAt(object, 'metadata', 'name')?.line ?? kind.line
  const group = namespace === undefined ? {} : { group: namespace }
  const spec = at(object, 'spec')
  if (WORKLOADS.has(type)) return [workload(type, name, type === 'Pod' ? object : at(spec, 'template'), spec, tell, line, group)]
  if (type === 'Job') return [{ ...workload(type, name, at(spec, 'template'), spec, tell, line, group), kind: 'job' }]
  if (type === 'CronJob') return [{ ...workload(type, name, at(spec, 'jobTemplate', 'spec', 'template'), spec, tell, line, group), kind: 'job' }]
  // Of Knative: it runs what its template says.
  if (type === 'Service' && at(spec, 'template', 'spec', 'containers'))
    return [workload('Knative Service', name, at(spec, 'template'), spec, tell, line, group)]
  if (type === 'Service') return [serviceOf(name, spec, tell, line, group)]
  if (INGRESSES.has(type)) return [tell.unit(name, 'ingress', type, line, { ...group, aliases: hostsOf(spec), refers: backends(spec, tell) })]
  if (type === 'PersistentVolumeClaim') return [tell.unit(name, 'storage', type, line, group)]
  if (!STEPS.has(type)) return []
  const target = at(spec, 'scaleTargetRef', 'name')
  return [
    tell.unit(name, 'resource', type, line, {
      ...group,
      isStep: true,
      refers: target
        ? []
        : environment(at(object, type === 'Secret' ? 'stringData' : 'data')).flatMap(({ name: key, value, line: there }) =>
            tell.hosts(key, value, there),
          ),
    }),
  ]
}

function workload(
  type: string,
  name: string,
  pod: Located | undefined,
  spec: Located | undefined,
  tell: Teller,
  line: number,
  group: { group?: string },
): DeclaredUnit {
  const inside = at(pod, 'spec')
  const containers = [...itemsOf(at(inside, 'containers')), ...itemsOf(at(inside, 'initContainers'))]
  const [main] = containers
  const replicas = Number(textOf(at(spec, 'replicas')) ?? Number.NaN)
  const command = [...oneOrMore(at(main, 'command')), ...oneOrMore(at(main, 'args'))].map(textOf).join(' ')
  const image = textOf(at(main, 'image'))
  const labels = entriesOf(at(pod, 'metadata', 'labels')).flatMap(({ key, value }) => labelOf(key, value))
  const claims = [...itemsOf(at(inside, 'volumes')), ...itemsOf(at(spec, 'volumeClaimTemplates'))]
  return tell.unit(name, 'workload', type, line, {
    ...group,
    ...(image === undefined ? {} : { image }),
    ...(command === '' ? {} : { command }),
    ...(Number.isInteger(replicas) ? { replicas } : {}),
    ports: containers.flatMap((container) => itemsOf(at(container, 'ports')).flatMap((port) => textOf(at(port, 'containerPort')) ?? [])),
    labels,
    refers: [
      ...containers.flatMap((container) => [
        ...environment(at(container, 'env')).flatMap(({ name: key, value, line: there }) => tell.hosts(key, value, there)),
        ...references(at(container, 'env'), tell),
        ...references(at(container, 'envFrom'), tell),
        ...[at(container, 'command'), at(container, 'args')].flatMap((each) =>
          each ? hostsOfCommand(oneOrMore(each).map(textOf).join(' '), each.line, tell) : [],
        ),
      ]),
      ...claims.flatMap((volume): DeclaredReference[] => {
        const claim = at(volume, 'persistentVolumeClaim', 'claimName')
        return claim ? [tell.named(textOf(claim) ?? '', 'keeps files in', claim.line, 'PersistentVolumeClaim')] : []
      }),
    ],
  })
}

/** Maps of settings that variables come from. */
function references(of: Located | undefined, tell: Teller): DeclaredReference[] {
  return mapsIn(of).flatMap((each) =>
    ['configMapRef', 'configMapKeyRef', 'secretRef', 'secretKeyRef'].flatMap((key) => {
      const name = at(each, key, 'name')
      const to = textOf(name)
      return name && to !== undefined ? [tell.named(to, 'settings', name.line, key.startsWith('config') ? 'ConfigMap' : 'Secret')] : []
    }),
  )
}

function serviceOf(name: string, spec: Located | undefined, tell: Teller, line: number, group: { group?: string }): DeclaredUnit {
  const selector = entriesOf(at(spec, 'selector'))
  const external = at(spec, 'externalName')
  return tell.unit(name, 'service', 'Service', line, {
    ...group,
    ports: itemsOf(at(spec, 'ports')).flatMap((port) => {
      const [outer, inner] = [textOf(at(port, 'port')), textOf(at(port, 'targetPort'))]
      return outer === undefined ? [] : [inner === undefined || inner === outer ? outer : `${outer}:${inner}`]
    }),
    refers: [
      ...(selector.length > 0
        ? [
            tell.picked(
              selector.flatMap(({ key, value }) => labelOf(key, value)),
              'leads to',
              selector[0]?.line ?? line,
            ),
          ]
        : []),
      ...(external ? tell.hosts('externalName', `tcp://${textOf(external)}`, external.line) : []),
    ],
  })
}

function labelOf(key: string, value: Located): string[] {
  const text = textOf(value)
  return text === undefined ? [] : [`${key}=${text}`]
}

function hostsOf(spec: Located | undefined): string[] {
  return mapsIn(spec).flatMap((each) =>
    [at(each, 'host'), ...itemsOf(at(each, 'hosts')), ...itemsOf(at(each, 'hostnames'))].flatMap((host) => textOf(host) ?? []),
  )
}

/** Every product has its own form; what they share is a map with the name of a service in a place that says so. */
function backends(spec: Located | undefined, tell: Teller): DeclaredReference[] {
  const found = mapsIn(spec).flatMap((each) => {
    const named = [
      at(each, 'backend', 'service', 'name'),
      at(each, 'defaultBackend', 'service', 'name'),
      at(each, 'backend', 'serviceName'),
      at(each, 'destination', 'host'),
      at(each, 'to', 'name'),
    ]
    const listed = [...itemsOf(at(each, 'backendRefs')), ...itemsOf(at(each, 'services'))].map((one) => at(one, 'name'))
    return [...named, ...listed].flatMap((name) => {
      const to = textOf(name)?.split('.')[0]
      return name && to !== undefined ? [tell.named(to, 'leads to', name.line, 'Service')] : []
    })
  })
  return [...new Map(found.map((each) => [each.to, each])).values()]
}
