/**
 * Units of all files, as they are meant together. In: what each file declares. Out: one entry a unit; files of Compose that add to
 * each other are one, templates of a chart have its values filled in. Names are not looked up yet.
 */
import { rowsByName } from '../../../rows-by-name'
import type { DeclaredReference, DeclaredUnit, DeploymentFile } from '../../../types'
import { baseOf, dirOf } from '../paths'
import { chartsOf, filledIn } from './charts'

export interface Declared extends Omit<DeclaredUnit, 'refers' | 'line' | 'text'> {
  id: string
  from: string
  file: string
  line: number
  text: string
  /** Folder in which names are looked up first. */
  folder: string
  refers: (DeclaredReference & { file: string })[]
}

/** Kept to try and to show the system: nobody runs it there. */
const ASIDE = /(?:^|\/)(?:(?:__)?fixtures?(?:__)?|__mocks__|test-?data|tests?|e2e|__tests__|examples?|samples?|benchmarks?|playgrounds?|vendor)\//i

export function declaredUnits(files: readonly { path: string; file: DeploymentFile }[]): Declared[] {
  const own = files.filter(({ path }) => !ASIDE.test(path))
  const charts = chartsOf(own)
  const found = new Map<string, Declared>()
  for (const { path, file } of [...own].sort(byImportance)) {
    const chart = file.from === 'kubernetes' || file.from === 'helm' ? charts.at(path) : undefined
    const from = chart ? 'helm' : file.from
    for (const unit of file.units.map((each) => (chart ? filledIn(each, chart) : each))) {
      // Files of Compose beside each other are laid over one another, as are those of a chart and its values.
      const place = file.from === 'compose' || unit.kind === 'image' ? dirOf(path) : path
      const id = `${from}:${place}${place === '' ? '' : '/'}${unit.type === 'network' ? 'network ' : ''}${unit.kind === 'image' ? baseOf(path) : idOf(unit)}`
      const known = found.get(id)
      const refers = unit.refers.map((each) => ({ ...each, file: path }))
      if (known && file.from === 'compose') merge(known, unit, refers)
      else if (!known)
        found.set(id, {
          ...unit,
          id,
          from,
          file: path,
          folder: dirOf(path),
          refers,
          group:
            (unit.group?.includes('{{') ? undefined : unit.group) ??
            chart?.name ??
            file.stack ??
            stackOf(from, file.from === 'compose' ? dirOf(path) : path),
        })
    }
  }
  return [...found.values()]
}

/** Names of resources are unique with their type only. */
function idOf({ name, type, aliases }: DeclaredUnit): string {
  return aliases[0]?.includes('.') && aliases[0].endsWith(`.${name}`) ? aliases[0] : /^[A-Z]/.test(type) ? `${type} ${name}` : name
}

/** `docker-compose.yml` before `docker-compose.test.yml`: what adds to another is named after it. */
function byImportance(one: { path: string }, other: { path: string }): number {
  const key = ({ path }: { path: string }) => `${dirOf(path)}/${String(baseOf(path).split('.').length).padStart(3, '0')}${baseOf(path)}`
  return key(one) < key(other) ? -1 : 1
}

function merge(known: Declared, unit: DeclaredUnit, refers: Declared['refers']): void {
  known.image ??= unit.image
  known.build ??= unit.build
  known.command ??= unit.command
  known.replicas ??= unit.replicas
  known.ports = [...new Set([...known.ports, ...unit.ports])]
  known.aliases = [...new Set([...known.aliases, ...unit.aliases])]
  known.refers.push(...refers)
}

const STACKS: Record<string, string> = rowsByName({
  compose: 'Compose',
  kubernetes: 'Kubernetes',
  terraform: 'Terraform',
  cloudformation: 'CloudFormation',
})

function stackOf(from: string, path: string): string | undefined {
  const name = STACKS[from]
  if (name === undefined) return undefined
  const folder = from === 'compose' ? path : from === 'cloudformation' ? path : dirOf(path)
  return folder === '' ? name : `${name}, ${folder}`
}
