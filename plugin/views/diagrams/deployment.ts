/** What runs where, as files of operation say it. In: units and links. Out: a graph, grouped by what they are part of. */
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
  const built = new Map(deployment.links.filter(({ label }) => label === 'built by').map(({ from, to }) => [to, from]))
  const names = new Map(components.map(({ id, name }) => [id, name]))
  const groups = new Map<string, string>()
  for (const unit of deployment.units) {
    // An image that a service is built of stands in the service.
    if (built.has(unit.id)) continue
    const group = unit.group ?? titles[unit.from] ?? unit.from
    groups.set(group, group)
    graph.node({ id: unit.id, label: labelOf(unit, names.get(unit.runs ?? '')), shape: SHAPES[unit.kind], group, leadsTo: unit.at })
  }
  for (const { from, to, label, evidence } of deployment.links) graph.edge(from, to, shortened(label, 40), evidence)
  return {
    diagram: graph.diagram(
      'Deployment',
      'TD',
      [...groups.keys()].map((id) => ({ id, label: id })),
      2,
    ),
  }
}

const titles: Record<string, string> = {
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
}

/** The name; what it runs, or else of which image; how many. */
function labelOf({ name, kind, type, image, runs, replicas, from, when }: DeploymentUnit, component: string | undefined): string {
  const inside =
    runs !== undefined && component !== undefined
      ? component
      : image !== undefined && from !== 'heroku'
        ? shortened(image, 32)
        : kind === 'service' || from === 'terraform'
          ? ''
          : kind
  const what = type === 'Service' ? 'Service' : inside
  return `${shortened(name)}${what === '' || what === name ? '' : ` (${what})`}${replicas !== undefined && replicas !== 1 ? ` × ${replicas}` : ''}${when === undefined ? '' : ' ?'}`
}

/** For the table: images that are built come after what they are built for. */
export function unitRows({ units }: Deployment): DeploymentUnit[] {
  return [...units].sort((one, other) => Number(one.kind === 'image') - Number(other.kind === 'image'))
}
