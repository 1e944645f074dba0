/** What leaves the process, and what enters it by other doors than HTTP: calls whose API path a model knows. */
import { Kind } from '../graph'
import type { Connection, EntryPoint, Evidence } from '../types'
import type { Guards } from './guards'
import { LabelKind } from './labels'
import { atPlace, calledName, cite, isTest, type Linked } from './linked'
import type { DecoratorModel } from './models'

export function connectionsOf(linked: Linked): Connection[] {
  const { solver, models, whole, values } = linked
  const found = new Map<string, Connection>()
  for (const [call, paths] of [...solver.apiCalls].sort((one, other) => one[0] - other[0]))
    for (const path of paths)
      for (const { library, act } of models.acts.get(path) ?? []) {
        if (act.act !== 'connect' || isTest((whole.files[whole.fileOf(call)] as { path: string }).path)) continue
        let { name } = act
        if (act.kind === 'http') {
          const first = whole.args(call)[0]
          name = first === undefined ? 'an address from configuration' : hostOf(values.texts(first).map(({ value }) => value))
        }
        const from = packageOf(linked, call) ?? library
        const key = `${act.kind} ${name} ${from}`
        const known = found.get(key)
        if (known) known.calls++
        else found.set(key, { kind: act.kind, name, library: from, at: cite(linked, call), calls: 1 })
      }
  return [...found.values()]
}

/** The package or global a call was reached through, where that stands in the same file. */
function packageOf({ whole }: Linked, call: number): string | undefined {
  let node = call
  for (let hops = 0; hops < 12 && node >= 0; hops++) {
    switch (whole.kind[node] as Kind) {
      case Kind.Import: {
        const specifier = whole.text(whole.a[node] as number)
        return /^[./]/.test(specifier) ? undefined : specifier.replace(/^node:/, '')
      }
      case Kind.Global:
        return whole.text(whole.a[node] as number)
      case Kind.Cell:
        node = whole.items(whole.a[node] as number)[0] ?? -1
        break
      case Kind.Call:
      case Kind.New:
      case Kind.Load:
      case Kind.Await:
      case Kind.Refine:
        node = whole.a[node] as number
        break
      default:
        return undefined
    }
  }
  return undefined
}

/** Host of an address, or that it is not written in the code. */
function hostOf(texts: string[]): string {
  for (const text of texts) {
    const match = /^(?:https?|wss?):\/\/([^/:?#{]+)/.exec(text)
    if (match) return match[1] as string
  }
  return 'an address from configuration'
}

export function listenersOf(
  linked: Linked,
  guards: Guards,
  decorated: { model: DecoratorModel; library: string; node: number; cls: number; method: string; labels: string[] }[],
): EntryPoint[] {
  const { solver, models, values, whole } = linked
  const found: EntryPoint[] = []
  const make = (
    kind: EntryPoint['kind'],
    framework: string,
    method: string,
    path: string,
    at: Evidence,
    handler: EntryPoint['handler'],
    functions: number[],
  ): EntryPoint => {
    const denials = functions.flatMap((fn) => guards.ofFunction(fn).denials)
    const checked = kind === 'websocket' || kind === 'webhook' || kind === 'http'
    return {
      kind,
      framework,
      method,
      path,
      at,
      handler,
      parameters: [],
      responses: [],
      guards: [],
      authRequired: denials[0]
        ? { answer: 'yes', reason: 'Checked inside the handler', evidence: [denials[0].at] }
        : {
            answer: 'no',
            reason: checked ? 'No check was found in its handler' : 'Reached from inside the system, not by callers from outside',
            evidence: [],
          },
      rateLimited: { answer: 'not-looked', reason: 'Rate limits are looked for on HTTP routes only', evidence: [] },
      validated: functions.some((fn) => guards.ofFunction(fn).roles.has('validation'))
        ? { answer: 'yes', reason: 'Validated inside the handler', evidence: [at] }
        : { answer: 'no', reason: 'No schema or validator was found', evidence: [] },
      generated: false,
      notes: [],
    }
  }
  for (const [call, paths] of [...solver.apiCalls].sort((one, other) => one[0] - other[0]))
    for (const path of paths)
      for (const { library, act } of models.acts.get(path) ?? []) {
        if (act.act !== 'listen') continue
        const args = [...whole.args(call)]
        for (const context of values.contexts(args)) {
          const labels = (place: string) =>
            atPlace(linked, call, place, context)
              .flatMap((node) => values.elements(node, context))
              .flatMap((node) => values.texts(node, context))
              .filter(({ value }) => !/^\{.*\}$/.test(value))
              .map(({ value }) => value)
          const texts =
            act.label === 'member'
              ? [calledName(linked, call)]
              : (act.label
                  .split('|')
                  .map(labels)
                  .find((found) => found.length > 0) ?? [])
          const nodes = act.handler === undefined ? [] : atPlace(linked, call, act.handler, context)
          if (act.handler !== undefined && nodes.length === 0) continue
          const functions = nodes.flatMap((node) =>
            solver
              .of(node)
              .filter((label) => solver.labels.kind[label] === LabelKind.Function)
              .map((label) => solver.labels.data[label] as number),
          )
          const fact = whole.functions[functions[0] ?? -1]
          const handler = fact ? { name: fact.fact.name || 'anonymous function', at: cite(linked, fact.node) } : undefined
          if (act.label !== 'member' && texts.length === 0) texts.push('a name that is not in the code')
          for (const text of texts)
            if (!act.ignore.includes(text))
              found.push(make(act.kind, library, act.method, act.kind === 'cli' ? commandOf(text) : text, cite(linked, call), handler, functions))
        }
      }
  for (const { model, library, node, cls, method, labels } of decorated) {
    const name = `${whole.classes[cls]?.fact.name || 'anonymous'}.${method}`
    const at = cite(linked, node)
    const member = whole.classes[cls]?.members.find((candidate) => candidate.name === method)
    const fn = member && member.node >= 0 ? solver.of(member.node).find((label) => solver.labels.kind[label] === LabelKind.Function) : undefined
    for (const label of labels.length > 0 ? labels : [method])
      found.push(
        make(
          model.kind ?? 'event',
          library,
          model.method ?? 'ON',
          label,
          at,
          { name, at },
          fn === undefined ? [] : [solver.labels.data[fn] as number],
        ),
      )
  }
  return found
}

/** `import <file> [options]` is the command `import`. */
function commandOf(text: string): string {
  return text.replace(/\s*[<[$].*$/, '').trim() || text
}
