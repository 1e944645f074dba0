/**
 * Samples that show a class or an interface of the project again. What they say of it is held against the original: what it
 * implements, of which types its parameters are, what it calls on them. That a sample shows less than the original is no fault.
 */
import type { Claim, ExportedMember, ExportedSymbol, Sample, SampleClass } from '../../types'
import { isClosed, isNear, type OwnCode, ownCodeOf } from './own-code'
import type { Bench } from './sample-bench'

/** Fewer members than this are an excerpt. */
const leastOfList = 3

export function restated(benches: Bench[]): Claim[] {
  const first = benches[0]
  if (!first) return []
  const code = ownCodeOf(first.ground)
  const claims = benches.flatMap((bench) => [
    ...bench.sample.classes.flatMap((shown) => ofClass(bench, shown, code)),
    ...bench.sample.shapes.flatMap((shown) => ofShape(bench, shown, code)),
    ...bench.sample.functions.flatMap((shown) => ofFunction(bench, shown, code)),
    ...bench.sample.callbacks.flatMap((shown) => ofCallback(bench, shown)),
  ])
  return [...claims, ...again(benches, claims)]
}

function ofClass(bench: Bench, shown: SampleClass, code: OwnCode): Claim[] {
  const symbols = code.named(shown.name).filter(({ kind }) => kind === 'class')
  const original = new Set(symbols.map(({ at }) => `${at.file}:${at.line}`)).size === 1 ? (symbols[0] as ExportedSymbol) : undefined
  const common = shown.members.filter(({ name }) => original?.members?.some((member) => member.name === name))
  if (!original || common.length === 0) return []
  return [
    ...shown.implements.flatMap(({ name, line }) => implemented(bench, shown, name, line, original, code)),
    ...common.flatMap(({ name, parameters = [] }) => {
      const own = original.members?.find((member) => member.name === name) as ExportedMember
      return [
        ...parameters.flatMap((parameter) => typed(bench, `${shown.name}.${name}`, parameter, own, original, code)),
        ...readsOf(bench, `${shown.name}.${name}`, own, code),
      ]
    }),
  ]
}

function implemented({ wrong, right }: Bench, shown: SampleClass, name: string, line: number, original: ExportedSymbol, code: OwnCode): Claim[] {
  const own = (original.implements ?? []).map((it) => it.replace(/<.*/, ''))
  const subject = `${shown.name} implements ${name}`
  if (own.includes(name)) return [right(line, subject, 'The class of the project does.', [original.at])]
  if (own.length === 0 || code.isKnown(name)) return []
  return [
    wrong(line, subject, {
      says: `${shown.name} implements ${name}.`,
      actual: `It implements ${own.join(', ')}; nothing in the code is called ${name}.`,
      impact: 'Whoever writes another one after the sample imports what is not there.',
      action: `Write ${own.join(', ')}.`,
      confidence: 'medium',
      evidence: [original.at],
      ...(own.length === 1 && shown.implements.length === 1 ? { patch: { line, from: name, to: own[0] as string } } : {}),
    }),
  ]
}

function typed(
  { wrong, right }: Bench,
  method: string,
  { name, type, line }: { name: string; type?: string; line: number },
  own: ExportedMember,
  original: ExportedSymbol,
  code: OwnCode,
): Claim[] {
  const real = own.parameters?.find((parameter) => parameter.name === name)?.type
  if (!type || !real || !/^[A-Z]\w*$/.test(type)) return []
  const subject = `${name} of ${method} is ${type}`
  if (type === real) return [right(line, subject, 'It is in the class of the project.', [original.at])]
  if (code.isKnown(type)) return []
  return [
    wrong(line, subject, {
      says: `${name} is a ${type}.`,
      actual: `It is a ${real}; nothing in the code is called ${type}.`,
      impact: 'Whoever writes another one after the sample imports what is not there.',
      action: `Write ${real}.`,
      confidence: 'medium',
      evidence: [original.at],
      patch: { line, from: type, to: real },
    }),
  ]
}

/** What the method calls on its parameters: the same call with another end, or a member that nothing else has. */
function readsOf({ sample, wrong }: Bench, method: string, own: ExportedMember, code: OwnCode): Claim[] {
  const real = own.reads ?? []
  return sample.reads.flatMap(({ on, member, line, within, given }) => {
    if (within !== method || !given) return []
    const same = real.filter((read) => read.on === on)
    if (same.some((read) => read.member === member)) return []
    const isCall = on.endsWith(')')
    const onResult = real.filter((read) => read.on.startsWith(`${on}(`))
    if (same.length === 0 ? onResult.length === 0 || code.isKnown(member) : !isCall && code.isKnown(member)) return []
    const instead = same[0] ?? onResult[0]
    return [
      wrong(line, `${on}.${member}()`, {
        says: `${method} calls ${on}.${member}().`,
        actual:
          same.length > 0
            ? `It calls ${on}.${same.map((read) => read.member).join(', ')}.`
            : `It reads nothing on ${on} itself; it calls ${instead?.on}.${instead?.member}.`,
        impact: 'Whoever writes another one after the sample calls what may not be there.',
        action: same.length === 1 ? `Write ${same[0]?.member}.` : 'Show it as the project has it.',
        confidence: 'medium',
        evidence: instead ? [instead.at] : [],
      }),
    ]
  })
}

/** A signature, or the function itself, written out once more. */
function ofFunction({ wrong, right, sample }: Bench, { name, line, parameters }: Sample['functions'][number], code: OwnCode): Claim[] {
  const symbols = code.named(name).filter(({ kind }) => kind === 'function')
  const [original] = symbols
  if (!original?.parameters || symbols.some(({ at }) => at.file !== original.at.file || at.line !== original.at.line)) return []
  const own = original.parameters
  const common = parameters.filter((it) => own.some((parameter) => parameter.name === it.name))
  // Something else of the same name: a sample may make a function that is called as one of the project.
  if (parameters.length === 0 || common.length === 0 || sample.elided) return []
  if (parameters.some(({ name: told }) => told === '') || own.some((it) => !/^[\w$]+$/.test(it.name))) return []
  if (parameters.length <= own.length || own.some(({ rest }) => rest) || original.open)
    return [right(line, `${name}()`, 'It has these parameters.', [original.at])]
  const extra = parameters.filter((it) => !common.includes(it))
  return extra.slice(0, 1).map((it) =>
    wrong(it.line, `${it.name} of ${name}()`, {
      says: `${name} has ${parameters.length} parameters, ${it.name} among them.`,
      actual: `It has ${own.length}: ${own.map((parameter) => parameter.name).join(', ')}.`,
      impact: 'Whoever calls it by the document gives it something that nothing reads.',
      action: 'Show the parameters that it has.',
      confidence: 'medium',
      evidence: [original.at],
    }),
  )
}

/** The same call is in the code, and its function takes something else. */
function ofCallback({ wrong, ground }: Bench, { call, index, parameters }: Sample['callbacks'][number]): Claim[] {
  const own = ground.program.inventory.callbacks.filter((it) => it.call === call && it.index === index)
  const [original] = own
  if (!original || own.length > 1) return []
  return parameters.flatMap(({ name, type, line }) => {
    const real = original.parameters.find((parameter) => parameter.name === name)?.type
    const [told, had] = [membersOf(type), membersOf(real)]
    const extra = told?.filter((member) => !had?.includes(member)) ?? []
    if (!had || extra.length === 0) return []
    return [
      wrong(line, `${name} of ${call}`, {
        says: `${name} is ${type}.`,
        actual: `In the code it is ${real}.`,
        impact: 'Whoever gives it what the document says gives it what nothing reads.',
        action: `Write ${real}.`,
        confidence: 'medium',
        evidence: [original.at],
      }),
    ]
  })
}

/** Names in `{ a: string; b?: number }`; undefined for any other type. */
function membersOf(type: string | undefined): string[] | undefined {
  const inner = /^\{([^{}]*)\}$/.exec(type ?? '')?.[1]
  return inner
    ?.split(/[;,]/)
    .map((part) => part.split(/[?:]/)[0]?.trim() ?? '')
    .filter(Boolean)
}

/** The same call in another sample of the document, where the original was found to call something else. */
function again(benches: Bench[], claims: Claim[]): Claim[] {
  const wrong = new Map<string, Claim>()
  for (const claim of claims) {
    const call = /^([\w$]+)\(.*\)\.([\w$]+)\(\)$/.exec(claim.subject)
    if (claim.verdict === 'false' && call) wrong.set(`${call[1]} ${call[2]}`, claim)
  }
  if (wrong.size === 0) return []
  return benches.flatMap((bench) =>
    bench.sample.reads.flatMap(({ on, member, line, given }) => {
      const before = wrong.get(`${/^([\w$]+)\(/.exec(on)?.[1]} ${member}`)
      if (!before || !given || (before.doc.line === line && before.doc.file === bench.document.path)) return []
      return [
        bench.wrong(line, `${on}.${member}()`, {
          says: `There is ${member}() on what ${on} gives.`,
          actual: before.actual ?? '',
          impact: 'Whoever writes another one after the sample calls what may not be there.',
          action: before.action ?? '',
          confidence: 'low',
          evidence: before.evidence,
        }),
      ]
    }),
  )
}

/** An interface of the project, written out once more. */
function ofShape(bench: Bench, shown: Bench['sample']['shapes'][number], code: OwnCode): Claim[] {
  const { sample, wrong, right } = bench
  const symbols = code.named(shown.name).filter(({ kind }) => kind === 'type')
  const original = symbols.find((symbol) => isClosed(symbol))
  if (!original || symbols.some((symbol) => symbol.at.file !== original.at.file)) return []
  const members = original.members ?? []
  const common = shown.members.filter(({ name }) => members.some((member) => member.name === name))
  // Something else of the same name.
  if (common.length * 2 < shown.members.length) return []
  const present = shown.members.flatMap(({ name, line, type }): Claim[] => {
    const subject = `${shown.name}.${name}`
    const own = members.find((member) => member.name === name)
    if (!own) {
      const near = members.filter((member) => isNear(member.name, name) && !shown.members.some((other) => other.name === member.name))
      return [
        wrong(line, subject, {
          says: `${shown.name} has ${name}.`,
          actual: near.length === 1 ? `It has ${near[0]?.name}.` : `It has no ${name}.`,
          impact: 'Whoever uses it by the document gets undefined, or a program that does not compile.',
          action: near.length === 1 ? `Write ${near[0]?.name}.` : 'Remove it from the document.',
          evidence: [original.at],
          ...(near.length === 1 ? { patch: { line, from: name, to: near[0]?.name as string } } : {}),
        }),
      ]
    }
    if (type && own.type && PLAIN.test(type) && PLAIN.test(own.type) && type !== own.type)
      return [
        wrong(line, `${subject} is ${type}`, {
          says: `${subject} is of the type ${type}.`,
          actual: `It is of the type ${own.type}.`,
          impact: 'Whoever uses it by the document has a program that does not compile.',
          action: `Write ${own.type}.`,
          evidence: [original.at],
          patch: { line, from: type, to: own.type },
        }),
      ]
    return [right(line, subject, `${shown.name} has it.`, [original.at])]
  })
  const left = members.filter(({ name }) => !shown.members.some((member) => member.name === name))
  if (sample.elided || common.length < leastOfList || common.length * 2 < members.length) return present
  return [
    ...present,
    ...left.map(({ name }): Claim => {
      const claim = wrong(shown.line, `${shown.name}.${name}`, {
        says: `${shown.name} is shown without ${name}.`,
        actual: `It has ${name}.`,
        impact: 'Who reads the document does not know of it.',
        action: `Add ${name}, or say that something is left out.`,
        severity: 'Low',
        evidence: [original.at],
      })
      return claim.verdict === 'false' ? { ...claim, from: 'code' } : claim
    }),
  ]
}

const PLAIN = /^(?:string|number|boolean|Date|string\[\]|number\[\]|boolean\[\])$/
