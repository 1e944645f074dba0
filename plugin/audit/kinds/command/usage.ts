/** What programs print of how to call them, held against the name under which they are published. */
import type { Claim } from '../../../types'
import type { Ground } from '../../ground'
import { packagesOf } from './packages'

export function usageClaims(ground: Ground): Claim[] {
  const { programs } = packagesOf(ground)
  return ground.program.inventory.usageTexts.flatMap(({ text, program, how, at }): Claim[] => {
    const isCreated = /(?:create|init)$/.test(how)
    const called = isCreated ? createdBy(program) : program
    const base = { kind: 'command', from: 'doc' as const, doc: at, section: '', subject: `${how} ${program}` }
    if (programs.has(called)) return [{ ...base, verdict: 'holds', reason: 'That is its name.', evidence: [programs.get(called) as Claim['doc']] }]
    const near = [...programs].find(([name]) => isAlike(called, name))
    // Whatever else a text has one run is a tool of somebody else's.
    if (!near || packagesOf(ground).isDependency(called)) return []
    const [name, evidence] = near
    const wanted = isCreated ? name.replace(/^create-/, '') : name
    return [
      {
        ...base,
        verdict: 'false',
        reason: `The package is called ${name}.`,
        says: text,
        actual: `The package is called ${name}.`,
        impact: 'Whoever follows the help text runs a package of somebody else, or none.',
        action: `Write ${how} ${wanted}.`,
        severity: 'Medium',
        confidence: 'high',
        evidence: [evidence],
        ...(at.text.split(program).length === 2 ? { patch: { line: at.line, from: program, to: wanted } } : {}),
      },
    ]
  })
}

function createdBy(name: string): string {
  return name.startsWith('@') ? name.replace('/', '/create-') : `create-${name}`
}

/** Most of the words are the same, in the same order; one word in common says nothing. */
function isAlike(told: string, real: string): boolean {
  const parts = (name: string) => name.replace(/^@[^/]+\//, '').split(/[-_./]/)
  const [a, b] = [parts(told), parts(real)]
  const common = a.filter((part) => b.includes(part)).length
  return told !== real && common >= 2 && common * 2 > Math.max(a.length, b.length)
}
