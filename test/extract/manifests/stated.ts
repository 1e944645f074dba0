import { manifestFacts } from '../../../plugin/extract/manifests/index'

/** Facts as lines to read: `3 dependency npm express ^4 (runtime) = value`. */
export function stated(path: string, text: string): string[] {
  const { facts } = manifestFacts({ path }, text)
  return facts.map(({ line, kind, ecosystem, name, version, scope, value }) =>
    [line, kind, ecosystem, name, version, scope && `(${scope})`, value && `= ${value}`]
      .filter((part) => part !== undefined && part !== '')
      .join(' '),
  )
}
