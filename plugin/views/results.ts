/** The results file: what the pages are made of, for other programs. Keys and lists keep their order, so that equal input gives equal bytes. */

import { product } from '../product'
import type { EntryPoint, Results } from '../types'
import type { ViewContext } from './context'
import { byPath } from './derived/entry-points'
import { compareText } from './order'

export function resultsOf({ program, rows, verdict, date, repository }: ViewContext): Results {
  return {
    schema: 'plumbline/1',
    product: { name: product.name, version: product.version },
    project: { name: program.project.name, version: program.project.version },
    commit: repository?.commit ?? null,
    date,
    // A finding that is Fixed has left the program; the ledger remembers it.
    findings: [...rows]
      // SEC-1000 comes after SEC-999.
      .sort((a, b) => a.id.length - b.id.length || compareText(a.id, b.id))
      .flatMap(({ id, reportId, status, finding, suppressed }) =>
        finding ? [{ id, reportId, status, ...finding, file: finding.at.file, line: finding.at.line, ...(suppressed ? { suppressed } : {}) }] : [],
      ),
    endpoints: [...program.entryPoints].sort((a, b) => compareText(a.kind, b.kind) || byPath(a, b)).map(endpointOf),
    connections: [...program.connections]
      .sort((a, b) => compareText(a.at.file, b.at.file) || a.at.line - b.at.line || compareText(a.name, b.name))
      .map(({ kind, name, library, at, calls }) => ({ kind, name, library, file: at.file, line: at.line, calls })),
    technologies: [...program.technologies]
      .sort((a, b) => compareText(a.category, b.category) || compareText(a.name, b.name))
      .map(({ name, category, purpose, version, evidence }) => ({
        name,
        category,
        purpose,
        version: version ?? null,
        file: evidence[0]?.file ?? '',
        line: evidence[0]?.line ?? 0,
        evidence: evidence.map(({ file, line }) => ({ file, line })),
      })),
    notAnalysed: [...program.notAnalysed, ...verdict.problems].sort(
      (a, b) => compareText(a.subject, b.subject) || (a.line ?? 0) - (b.line ?? 0) || compareText(a.reason, b.reason),
    ),
    knowledge: program.knowledge,
  }
}

/** Key by key: entry points are made in several places, and each names its keys in an order of its own. */
function endpointOf(entry: EntryPoint): Results['endpoints'][number] {
  const { kind, framework, method, path, guards, generated, notes, at, handler, parameters, authRequired, rateLimited, validated } = entry
  return {
    kind,
    framework,
    method,
    path,
    guards: guards.map(({ name, role, scope, at: place, opaque }) => ({ name, role, scope, at: place, ...(opaque === undefined ? {} : { opaque }) })),
    generated,
    notes,
    file: at.file,
    line: at.line,
    handler: handler ? { name: handler.name, file: handler.at.file, line: handler.at.line } : null,
    params: parameters.map((parameter) => ({
      name: parameter.name,
      in: parameter.in,
      ...(parameter.schema === undefined ? {} : { schema: parameter.schema }),
    })),
    auth: authRequired,
    authRequired: told(authRequired.answer),
    rateLimited: told(rateLimited.answer),
    validated: told(validated.answer),
  }
}

function told(answer: EntryPoint['authRequired']['answer']): boolean | null {
  return answer === 'yes' ? true : answer === 'no' ? false : null
}
