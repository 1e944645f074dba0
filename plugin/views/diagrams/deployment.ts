/** What runs where, as files of operation say it. In: units and links. Out: a graph, grouped by what they are part of. */
import { rowsByName } from '../../rows-by-name'
import type { Deployment, DeploymentUnit, DiagramNode, Program } from '../../types'
import { type Drawing, Graph, shortened } from './drawn'

const SHAPES: Record<DeploymentUnit['kind'], DiagramNode['shape']> = {
  service: 'box',
  workload: 'box',
  job: 'round',
  function: 'round',
  'data store': 'database',
  cache: 'database',
  queue: 'queue',
  storage: 'database',
  ingress: 'hexagon',
  network: 'actor',
  image: 'box',
  resource: 'box',
}

export function deploymentDrawing({ architecture: { deployment, components } }: Pick<Program, 'architecture'>): Drawing {
  const graph = new Graph()
  const names = new Map(components.map(({ id, name }) => [id, name]))
  const groups = new Map<string, string>()
  const standsFor = stoodFor(deployment)
  const made = madeElsewhere(deployment.units)
  const { drawn, copies } = withoutCopies(deployment.units.filter((unit) => !standsFor.has(unit.id) && !made.has(unit)))
  for (const unit of drawn) {
    const group = groupOf(unit)
    groups.set(group, group)
    graph.node({ id: unit.id, label: labelOf(unit, names.get(unit.runs ?? '')), shape: SHAPES[unit.kind], group, leadsTo: unit.at })
  }
  for (const { from, to, label, evidence } of deployment.links)
    graph.edge(standsFor.get(from) ?? from, standsFor.get(to) ?? to, shortened(label, 40), evidence)
  return {
    diagram: graph.diagram(
      'Deployment',
      'LR',
      [...groups.keys()].map((id) => ({ id, label: id })),
      2,
    ),
    notes: copies.map(
      ({ group, like, count }) =>
        `\`${group}\` describes ${count} of the units of \`${like}\` once more. It is not drawn; the table has all of them.`,
    ),
  }
}

const groupOf = ({ group, from }: DeploymentUnit) => group ?? titles[from] ?? from

/**
 * What is drawn as another: an image that a service is built of stands in the service, and a name under which workloads are
 * reached stands in the workload, where it leads to one alone.
 */
function stoodFor({ units, links }: Deployment): Map<string, string> {
  const byId = new Map(units.map((unit) => [unit.id, unit]))
  const found = new Map(links.filter(({ label }) => label === 'built by').map(({ from, to }) => [to, from]))
  for (const unit of units) {
    if (unit.type !== 'Service') continue
    const targets = links.filter(({ from }) => from === unit.id).map(({ to }) => byId.get(to))
    const [only] = targets
    if (only && targets.length === 1 && groupOf(only) === groupOf(unit) && only.type !== 'Service') found.set(unit.id, only.id)
  }
  return found
}

/** Dockerfiles whose image others run, as far as names tell: `src/cart/Dockerfile` and `registry.example/shop/cart:1.2`. */
function madeElsewhere(units: readonly DeploymentUnit[]): Set<DeploymentUnit> {
  const images = new Set(
    units.flatMap(({ kind, image }) =>
      kind === 'image' || image === undefined
        ? []
        : [
            image
              .replace(/@.*$/, '')
              .replace(/:[^/]*$/, '')
              .split('/')
              .at(-1) ?? '',
          ],
    ),
  )
  return new Set(
    units.filter(
      ({ kind, at }) =>
        kind === 'image' &&
        at.file
          .split('/')
          .slice(0, -1)
          .some((folder) => images.has(folder)),
    ),
  )
}

interface Copy {
  group: string
  like: string
  count: number
}

/** Share of a group's units that another one has under the same names, from which on it is a copy. */
const ALIKE = 0.7
const FEWEST = 3

/** One system is often described several times over: as manifests, as a chart, as a release. The fullest is drawn. */
function withoutCopies(units: DeploymentUnit[]): { drawn: DeploymentUnit[]; copies: Copy[] } {
  const groups = new Map<string, DeploymentUnit[]>()
  for (const unit of units) groups.set(groupOf(unit), [...(groups.get(groupOf(unit)) ?? []), unit])
  const ranked = [...groups].sort(([, one], [, other]) => other.length - one.length)
  const kept: [string, DeploymentUnit[]][] = []
  const copies: Copy[] = []
  for (const [group, members] of ranked) {
    const shared = (others: DeploymentUnit[]) =>
      members.filter(({ name, kind }) => others.some((other) => other.name === name && other.kind === kind)).length
    const like = kept.find(([, others]) => members.length >= FEWEST && shared(others) >= members.length * ALIKE)
    if (like) copies.push({ group, like: like[0], count: shared(like[1]) })
    else kept.push([group, members])
  }
  const drawn = new Set(kept.flatMap(([, members]) => members))
  return { drawn: units.filter((unit) => drawn.has(unit)), copies }
}

const titles: Record<string, string> = rowsByName({
  Dockerfile: 'Images',
  Procfile: 'Processes',
  vercel: 'Vercel',
  netlify: 'Netlify',
  fly: 'Fly.io',
  render: 'Render',
  digitalocean: 'DigitalOcean',
  'app-engine': 'App Engine',
  railway: 'Railway',
  heroku: 'Heroku',
  firebase: 'Firebase',
  cloudflare: 'Cloudflare',
  serverless: 'Serverless Framework',
  'elastic-beanstalk': 'Elastic Beanstalk',
})

/** The name; what it runs, or else of which image; how many. */
function labelOf({ name, kind, type, image, runs, replicas, from, when }: DeploymentUnit, component: string | undefined): string {
  const last =
    image
      ?.replace(/@sha256:[0-9a-f]*$/, '')
      .split('/')
      .at(-1) ?? ''
  // An image that is called like the unit says nothing more.
  const ofImage = last.replace(/:.*$/, '') === name || from === 'heroku' ? '' : shortened(last, 28)
  const other = kind === 'service' || from === 'terraform' || last !== '' ? '' : kind
  const what = type === 'Service' ? 'Service' : runs !== undefined && component !== undefined ? component : ofImage || other
  return `${shortened(name)}${what === '' || what === name ? '' : ` (${what})`}${replicas !== undefined && replicas !== 1 ? ` × ${replicas}` : ''}${when === undefined ? '' : ' ?'}`
}

/** For the table: images that are built come after what they are built for. */
export function unitRows({ units }: Deployment): DeploymentUnit[] {
  return [...units].sort((one, other) => Number(one.kind === 'image') - Number(other.kind === 'image'))
}
