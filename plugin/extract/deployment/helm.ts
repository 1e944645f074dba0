/** A chart and its values. What templates make of them stands in `kubernetes.ts`. */
import { at, entriesOf, itemsOf, type Located, textOf } from '../manifests/read/located'
import { readYaml } from '../manifests/read/yaml'
import type { DeploymentReader } from './reader'

/** Other charts that are installed with it. */
export const helmChart: DeploymentReader = {
  from: 'helm',
  claims: ({ name, text }) => /^chart\.ya?ml$/i.test(name) && /^apiVersion:/m.test(text),
  read(source, tell) {
    const [root] = readYaml(source)
    const name = textOf(at(root, 'name'))
    return {
      ...(name === undefined ? {} : { stack: name }),
      units: itemsOf(at(root, 'dependencies')).flatMap((each) => {
        const chart = at(each, 'name')
        const called = textOf(at(each, 'alias')) ?? textOf(chart)
        const condition = textOf(at(each, 'condition'))
        return chart && called !== undefined
          ? [
              tell.unit(called, 'service', 'chart', chart.line, {
                // As if it were an image: charts of products are called after them.
                image: textOf(chart) ?? called,
                ...(condition === undefined ? {} : { when: `.Values.${condition}` }),
              }),
            ]
          : []
      }),
      values: {
        'Chart.Name': name ?? '',
        'Chart.AppVersion': textOf(at(root, 'appVersion')) ?? '',
        'Chart.Version': textOf(at(root, 'version')) ?? '',
      },
    }
  },
}

export const helmValues: DeploymentReader = {
  from: 'helm',
  claims: ({ name }) => /^values\.ya?ml$/i.test(name),
  read(source) {
    const [root] = readYaml(source)
    const values: Record<string, string> = {}
    gather(root, 'Values', values)
    return { units: [], values }
  },
}

/** Passwords and their like are never needed to name what runs. */
const SECRET = /pass|secret|token|key|credential|auth|cert/i
const MOST = 400

function gather(of: Located | undefined, path: string, into: Record<string, string>): void {
  for (const { key, value } of entriesOf(of)) {
    if (SECRET.test(key) || Object.keys(into).length >= MOST) continue
    const text = textOf(value)
    const place = `${path}.${key}`
    if (text === undefined) gather(value, place, into)
    else if (text.length <= 100 && !/:\/\/[^/]*@/.test(text)) into[place] = text
  }
}
