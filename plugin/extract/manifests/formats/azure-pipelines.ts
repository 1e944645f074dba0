import { rowsByName } from '../../../rows-by-name'
import { commandFacts, firstOfEach } from '../commands'
import { type Format, platform, type Stated } from '../format'
import { imageFact } from '../image'
import { at, entriesOf, type Located, mapsIn, textOf } from '../read/located'
import { readYaml } from '../read/yaml'

/** Tasks that install a language, and the input that says which version of it. */
const TOOLS: Record<string, [engine: string, input: string]> = rowsByName({
  NodeTool: ['node', 'versionSpec'],
  UseNode: ['node', 'version'],
  UsePythonVersion: ['python', 'versionSpec'],
  UseDotNet: ['dotnet', 'version'],
  GoTool: ['go', 'version'],
  JavaToolInstaller: ['java', 'versionSpec'],
  UseRubyVersion: ['ruby', 'versionSpec'],
})

export const azurePipelines: Format = {
  name: 'Azure pipeline',
  claims: ({ path, name }) => /^\.?azure-pipelines?(?:[.-].+)?\.ya?ml$/i.test(name) || /(?:^|\/)\.?azure-pipelines?\/.+\.ya?ml$/i.test(path),
  facts(source) {
    const [root] = readYaml(source)
    const [first] = entriesOf(root)
    return first ? firstOfEach([platform('azure-pipelines', first.line), ...mapsIn(root).flatMap(partFacts)]) : []
  },
}

function partFacts(part: Located): Stated[] {
  const found: Stated[] = []
  const job = at(part, 'job') ?? at(part, 'deployment')
  const task = at(part, 'task')
  const image = at(part, 'vmImage')
  const container = at(part, 'container') ? undefined : at(part, 'image')
  if (job) found.push({ kind: 'ci-job', ecosystem: 'azure-pipelines', name: textOf(job) ?? '', line: job.line })
  if (image) found.push({ kind: 'tool', ecosystem: 'runner', name: textOf(image) ?? '', line: image.line })
  if (container) found.push(...imageFact(textOf(container) ?? '', container.line, 'azure-pipelines'))
  if (task) {
    const [name, version] = (textOf(task) ?? '').split('@') as [string, string | undefined]
    found.push({ kind: 'action', ecosystem: 'azure-task', name, version, line: task.line })
    const [engine, input] = Object.hasOwn(TOOLS, name) ? (TOOLS[name] as [string, string]) : []
    const wanted = input === undefined ? undefined : at(part, 'inputs', input)
    const text = textOf(wanted)
    if (wanted && engine !== undefined && text !== undefined && !text.includes('$'))
      found.push({ kind: 'engine', ecosystem: 'azure-pipelines', name: engine, version: text, value: input, line: wanted.line })
  }
  for (const key of ['script', 'bash', 'pwsh', 'powershell']) {
    const script = at(part, key)
    if (script) found.push(...commandFacts(textOf(script), script.line, 'azure-pipelines'))
  }
  return found
}
