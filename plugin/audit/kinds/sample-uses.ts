/** What samples read and call on own things: members, number of arguments, keys of options. */
import type { Claim, ExportedMember, ExportedParameter, ExportedSymbol, SampleArguments, SampleOrigin } from '../../types'
import { hasMember, isClosed, isNear, nearMember, type OwnCode, ownCodeOf } from './own-code'
import type { Bench } from './sample-bench'
import { targetOf } from './sample-imports'

export function useClaims(bench: Bench): Claim[] {
  const code = ownCodeOf(bench.ground)
  return [...reads(bench, code), ...calls(bench, code)]
}

/** Own symbols that a name of the sample stands for; none where that is not sure. */
interface Meant {
  symbols: ExportedSymbol[]
  /** Which members can be read on it. */
  fits: (member: ExportedMember) => boolean
}

const ANY = () => true
const OF_INSTANCES = (member: ExportedMember) => !member.static
const OF_CLASSES = (member: ExportedMember) => member.static === true

function meant(bench: Bench, origin: SampleOrigin, code: OwnCode): Meant | undefined {
  if (origin.kind === 'import') {
    const target = targetOf(bench, origin.specifier ?? '', code)
    if (!target || target.files.length === 0) return undefined
    const symbols = target.files.flatMap((file) => exported(code.inFile(file), origin.name))
    return symbols.length > 0 ? { symbols, fits: symbols[0]?.kind === 'class' ? OF_CLASSES : ANY } : undefined
  }
  const { sample } = bench
  if (sample.classes.some(({ name }) => name === origin.name) || sample.shapes.some(({ name }) => name === origin.name)) return undefined
  const imported = sample.imports.flatMap((it) =>
    it.names.filter(({ local }) => local === origin.name).map((name) => ({ ...name, specifier: it.specifier })),
  )[0]
  const symbols = imported
    ? (meant(bench, { kind: 'import', name: imported.imported, specifier: imported.specifier }, code)?.symbols ?? [])
    : sample.declared.includes(origin.name)
      ? []
      : code.named(origin.name)
  const made = symbols.filter(({ kind }) => kind === 'class' || (kind === 'type' && origin.kind === 'type'))
  return made.length > 0 && made.length === symbols.length ? { symbols: made, fits: OF_INSTANCES } : undefined
}

/** `*` is the module: what it exports by name are its members, besides those of its default. */
function exported(symbols: ExportedSymbol[], name: string): ExportedSymbol[] {
  if (symbols.some((symbol) => symbol.name === '*')) return symbols.filter((symbol) => symbol.name === name && !symbol.isDefault)
  if (name === 'default') return symbols.filter(({ isDefault }) => isDefault)
  if (name !== '*') return symbols.filter((symbol) => symbol.name === name && !symbol.isDefault)
  const main = symbols.find(({ isDefault }) => isDefault)
  if (main && main.kind !== 'constant') return [main]
  const members = symbols
    .filter(({ isDefault }) => !isDefault)
    .map(({ name: of, parameters }) => ({ name: of, kind: 'property' as const, parameters }))
  const first = main ?? symbols[0]
  if (!first) return []
  return [
    {
      name: '*',
      file: first.file,
      kind: 'constant',
      isDefault: false,
      members: [...(main?.members ?? []), ...members.filter(({ name: of }) => !main?.members?.some((member) => member.name === of))],
      ...(main?.open ? { open: true } : {}),
      at: first.at,
    },
  ]
}

function reads(bench: Bench, code: OwnCode): Claim[] {
  return bench.sample.reads.flatMap(({ on, member, line, origin, given }) => {
    if (!origin) return []
    const { symbols, fits } = meant(bench, origin, code) ?? { symbols: [], fits: ANY }
    if (symbols.length === 0) return []
    const owner = origin.kind === 'import' && (origin.name === '*' || origin.name === 'default') ? on : origin.name
    const subject = `${owner}.${member}`
    const having = symbols.filter((symbol) => hasMember(symbol, member, fits))
    const first = having[0]
    if (first) {
      const found = first.members?.find(({ name }) => name === member)
      const right = bench.right(line, subject, `${owner} has ${member}.`, [first.at])
      const wrong =
        given && found?.parameters && having.length === 1
          ? argumentFaults(bench, code, subject, line, given, found.parameters, first, `${first.name}.${member}`)
          : []
      return [right, ...wrong]
    }
    if (!symbols.every(isClosed)) return []
    const near = nearMember(member, symbols)
    return [
      bench.wrong(line, subject, {
        says: `${owner} has ${member}.`,
        actual: near ? `It has ${near}, and no ${member}.` : `${owner} in ${symbols[0]?.file} has no ${member}.`,
        impact: 'Whoever copies the sample gets undefined, or an error.',
        action: near ? `Write ${near}.` : 'Write what is there.',
        confidence: origin.kind === 'import' || near ? 'high' : 'medium',
        evidence: symbols.slice(0, 1).map(({ at }) => at),
        ...(near ? { patch: { line, from: `.${member}`, to: `.${near}` } } : {}),
      }),
    ]
  })
}

function calls(bench: Bench, code: OwnCode): Claim[] {
  return bench.sample.calls.flatMap(({ name, isNew, line, origin, given }) => {
    if (origin?.kind !== 'import') return []
    const { symbols } = meant(bench, origin, code) ?? { symbols: [] }
    const [symbol] = symbols
    if (!symbol?.parameters || symbols.length !== 1 || symbol.kind !== (isNew ? 'class' : 'function')) return []
    return argumentFaults(
      bench,
      code,
      isNew ? `new ${name}()` : `${name}()`,
      line,
      given,
      symbol.parameters,
      symbol,
      isNew ? `${symbol.name}.constructor` : symbol.name,
    )
  })
}

function argumentFaults(
  bench: Bench,
  code: OwnCode,
  subject: string,
  line: number,
  given: SampleArguments,
  parameters: ExportedParameter[],
  symbol: ExportedSymbol,
  path: string,
): Claim[] {
  return [...numberOf(bench, subject, line, given, parameters, symbol), ...keysOf(bench, code, subject, given, parameters, path)]
}

function numberOf(
  { sample, wrong }: Bench,
  subject: string,
  line: number,
  { count, spread }: SampleArguments,
  parameters: ExportedParameter[],
  { open, typed, at }: ExportedSymbol,
): Claim[] {
  if (spread || sample.elided || sample.brokenAt !== undefined) return []
  const most = parameters.some(({ rest }) => rest) || (open && !typed) ? Number.POSITIVE_INFINITY : parameters.length
  const least = parameters.filter(({ required }) => required).length
  if (count <= most && count >= least) return []
  const takes = most === least ? `${most}` : most === Number.POSITIVE_INFINITY ? `at least ${least}` : `${least} to ${most}`
  return [
    wrong(line, `arguments of ${subject}`, {
      says: `${subject} takes ${count === 0 ? 'nothing' : count}.`,
      actual: `It takes ${takes}: ${parameters.map(({ name, required, rest }) => `${rest ? '…' : ''}${name}${required || rest ? '' : '?'}`).join(', ') || 'nothing'}.`,
      impact: count > most ? 'What is given beyond that is ignored, or does not compile.' : 'Whoever copies the sample leaves out what is needed.',
      action: 'Give what it takes.',
      confidence: typed ? 'high' : 'medium',
      evidence: [at],
    }),
  ]
}

/** Keys of an object literal, against what the function takes out of it or its type has. */
function keysOf(
  { wrong, right }: Bench,
  code: OwnCode,
  subject: string,
  { objects }: SampleArguments,
  parameters: ExportedParameter[],
  path: string,
): Claim[] {
  return objects.flatMap(({ index, keys }) => {
    const parameter = parameters[index]
    if (!parameter || parameter.rest) return []
    const allowed = allowedKeys(code, path, index, parameter)
    if (!allowed) return []
    return keys.flatMap(({ name, line }) => {
      const told = `${name} of ${subject}`
      if (allowed.names.includes(name)) return [right(line, told, `${subject} takes ${name}.`, [allowed.at])]
      const near = allowed.names.filter((other) => isNear(other, name))
      return [
        wrong(line, told, {
          says: `${subject} takes the option ${name}.`,
          actual: near.length === 1 ? `It takes ${near[0]}.` : `It takes ${allowed.names.slice(0, 8).join(', ')}.`,
          impact: 'What is set there changes nothing, or does not compile.',
          action: near.length === 1 ? `Write ${near[0]}.` : 'Remove it, or name the option that is there.',
          evidence: [allowed.at],
          ...(near.length === 1 ? { patch: { line, from: name, to: near[0] as string } } : {}),
        }),
      ]
    })
  })
}

function allowedKeys(code: OwnCode, path: string, index: number, parameter: ExportedParameter): { names: string[]; at: Claim['doc'] } | undefined {
  const type = /^(?:Partial|Readonly|Required)?<?\s*([A-Z][\w$]*)\s*>?(?:\s*\|\s*(?:undefined|null))?$/.exec(parameter.type ?? '')?.[1]
  const types = type ? code.named(type).filter(({ kind }) => kind === 'type' || kind === 'class') : []
  if (types.length === 1 && isClosed(types[0] as ExportedSymbol)) {
    const [{ members = [], at }] = types as [ExportedSymbol]
    return { names: members.map(({ name }) => name), at }
  }
  // A type that is not seen may allow more than this function takes.
  if (parameter.type && !/^\{/.test(parameter.type)) return undefined
  const read = code
    .optionsOf(path.split('.').at(-1) as string)
    .filter((entry) => entry.index === index && (entry.function === path || !entry.function.includes('.')))
  return read.length === 1 && read[0]?.closed ? { names: read[0].keys.map(({ name }) => name), at: read[0].at } : undefined
}
