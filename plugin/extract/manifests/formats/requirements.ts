import type { Format, Stated } from '../format'

/** `name[extra] >= 1.0 ; marker`, the version as written. */
const REQUIREMENT = /^([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*(?:@\s*(\S+)|\(?\s*((?:===|[=<>~!]=|[<>])[^;#)]*)?)/

export const requirements: Format = {
  name: 'requirements file',
  claims: ({ path, name }) =>
    /^(?:requirements|constraints)(?:[._-].+)?\.(?:txt|in)$/i.test(name) ||
    /^[\w-]+[._-]requirements\.txt$/i.test(name) ||
    /(?:^|\/)requirements\/[^/]+\.(?:txt|in)$/i.test(path),
  facts(source) {
    // The name says what the list is for: `requirements-dev.txt`, `requirements/test.txt`.
    const scope = /(?:^|[._/-])(?:dev(?:elop(?:ment)?)?|tests?|testing|lint(?:ing)?|docs?|ci|tools?)(?:[._-]|$)/i.test(source.name)
      ? 'dev'
      : 'runtime'
    const found: Stated[] = []
    for (let number = 1; number <= source.lineCount; number++) {
      const fact = requirementFact(source.line(number).trim(), number, scope)
      if (fact) found.push(fact)
    }
    return found
  },
}

export function requirementFact(written: string, line: number, scope: Stated['scope']): Stated | undefined {
  if (written === '' || /^[#-]/.test(written)) {
    const editable = /^-e\s.*#egg=([\w.-]+)/.exec(written)
    return editable ? { kind: 'dependency', ecosystem: 'pypi', name: editable[1] as string, scope, line } : undefined
  }
  const match = REQUIREMENT.exec(written)
  if (!match || /^[\w.-]+:\/\//.test(written)) return undefined
  const version = (match[2] ?? match[3])?.trim()
  return { kind: 'dependency', ecosystem: 'pypi', name: match[1] as string, version: version === '' ? undefined : version, scope, line }
}
