/** The results file: what the pages are made of, for other programs. Keys and lists keep their order, so that equal input gives equal bytes. */
import { product } from '../product'
import type {
  Audit,
  Claim,
  Discrepancy,
  Entity,
  EntryPoint,
  Finding,
  FrameworkResult,
  LedgerRow,
  NonfunctionalResult,
  Program,
  Results,
  SecurityResult,
  StatementCount,
  Transformation,
} from '../types'
import type { ViewContext } from './context'
import { claimsByDocument } from './derived/claims-by-document'
import { byPath } from './derived/entry-points'
import { acyclic } from './derived/shapes'
import { compareText } from './order'

export function resultsOf(context: ViewContext): Results {
  const { program, rows, nonfunctional, discrepancies, audit, verdict, date, repository } = context
  return {
    schema: 'plumbline/1',
    product: { name: product.name, version: product.version },
    project: { name: program.project.name, version: program.project.version },
    commit: repository?.commit ?? null,
    date,
    findings: [...securityOf(rows), ...nonfunctionalOf(nonfunctional)],
    endpoints: endpointsOf(program),
    connections: [...program.connections]
      .sort((a, b) => compareText(a.at.file, b.at.file) || a.at.line - b.at.line || compareText(a.name, b.name))
      .map(({ kind, name, library, at, calls }) => ({ kind, name, library, file: at.file, line: at.line, calls })),
    publications: program.publications.map(({ kind, library, topic, shape, at }) => ({
      kind,
      library,
      topic,
      ...(shape ? { shape: acyclic(shape) } : {}),
      file: at.file,
      line: at.line,
    })),
    serviceCalls: program.serviceCalls.map(({ protocol, library, method, host, path, at }) => ({
      protocol,
      library,
      method: method ?? null,
      host: { text: host.text, from: host.from, ...(host.name === undefined ? {} : { name: host.name }) },
      path,
      file: at.file,
      line: at.line,
    })),
    formats: program.formats.map(({ format, direction, library, calls, at }) => ({
      format,
      direction,
      library,
      calls,
      file: at.file,
      line: at.line,
    })),
    uiRoutes: program.uiRoutes.map(({ framework, path, component, guards, at }) => ({
      framework,
      path,
      component,
      guards,
      file: at.file,
      line: at.line,
    })),
    entities: program.entities.map(entityOf),
    controls: controlsOf(context.compliance),
    discrepancies: discrepancies.flatMap((row) => discrepancyOf(row) ?? []),
    documents: documentsOf(audit),
    statements: statementsOf(audit),
    ...architectureOf(program),
    technologies: [...program.technologies]
      .sort((a, b) => compareText(a.kind, b.kind) || compareText(a.name, b.name))
      .map(({ name, category, kind, purpose, version, versionOf, locked, share, evidence }) => ({
        name,
        group: category,
        category: kind,
        purpose,
        version: version ?? null,
        ...(versionOf === undefined ? {} : { versionOf }),
        locked: locked?.[0]?.version ?? null,
        ...(share === undefined ? {} : { share }),
        file: evidence[0]?.file ?? '',
        line: evidence[0]?.line ?? 0,
        evidence: evidence.map(({ file, line }) => ({ file, line })),
      })),
    functions: functionsOf(program),
    runtimes: program.runtimeAgreement.map(({ runtime, agree, reason, versions }) => ({
      runtime,
      agree,
      reason,
      versions: versions.map(({ at, ...said }) => ({ ...said, file: at.file, line: at.line })),
    })),
    notAnalysed: [...program.notAnalysed, ...verdict.problems].sort(
      (a, b) => compareText(a.subject, b.subject) || (a.line ?? 0) - (b.line ?? 0) || compareText(a.reason, b.reason),
    ),
    knowledge: program.knowledge,
  }
}

/** A finding that is Fixed has left the program; the ledger remembers it. */
function securityOf(rows: LedgerRow[]): SecurityResult[] {
  return [...rows]
    .sort(byNumber)
    .flatMap(({ id, reportId, status, finding, suppressed }) =>
      finding ? placesOf(finding).map((place) => ({ id, reportId, status, ...place, ...(suppressed ? { suppressed } : {}) })) : [],
    )
}

/** SEC-1000 comes after SEC-999. */
const byNumber = (a: LedgerRow, b: LedgerRow): number => a.id.length - b.id.length || compareText(a.id, b.id)

function nonfunctionalOf(rows: LedgerRow[]): NonfunctionalResult[] {
  return rows
    .filter(({ finding }) => !finding)
    .sort(byNumber)
    .flatMap(({ id, reportId, status, nonfunctional, suppressed }): NonfunctionalResult[] => {
      if (!nonfunctional) return []
      const {
        rule,
        class: name,
        area,
        title,
        impact,
        subject,
        at,
        around,
        confidence,
        reason,
        found,
        figures,
        evidence,
        recommendation,
        places = [],
      } = nonfunctional
      return [at, ...places].map((place, index) => ({
        id,
        reportId,
        status,
        rule,
        class: name,
        area,
        title,
        severity: impact,
        confidence,
        subject,
        at: place,
        around,
        reason,
        found,
        ...(figures ? { figures } : {}),
        // As a trace is: told once, with the finding's own place.
        evidence: index > 0 ? [] : evidence,
        recommendation,
        file: place.file,
        line: place.line,
        ...(place.endLine === undefined ? {} : { endLine: place.endLine }),
        ...(index > 0 ? { isPlaceOf: rule } : {}),
        ...(suppressed ? { suppressed } : {}),
      }))
    })
}

/** One that could not be looked at again is in the ledger only. */
function discrepancyOf({ id, identity, status, claim, brokenBy }: LedgerRow): Discrepancy | undefined {
  if (!claim || status !== 'Open') return undefined
  const { kind, from, subject, doc, section, severity = 'Medium', confidence = 'high', evidence, patch } = claim
  const { says = '', actual = '', impact = '', action = '' } = claim
  return {
    id,
    identity,
    status,
    kind,
    from,
    subject,
    severity,
    confidence,
    docFile: doc.file,
    docLine: doc.line,
    docText: doc.text,
    section,
    claim: says,
    actual,
    codeFile: evidence[0]?.file ?? null,
    codeLine: evidence[0]?.line ?? null,
    impact,
    action,
    ...(patch ? { patch: { line: patch.line, from: patch.from, to: patch.to } } : {}),
    ...(brokenBy
      ? {
          brokenBy: {
            commit: brokenBy.commit,
            date: brokenBy.date,
            changed: brokenBy.changed,
            ...(brokenBy.author === undefined ? {} : { author: brokenBy.author }),
          },
        }
      : {}),
  }
}

function functionsOf({ quality }: Program): Results['functions'] {
  return quality.health.functions.map(({ at, name, endLine, cyclomatic, cognitive, lines, parameters }) => ({
    file: at.file,
    line: at.line,
    endLine,
    name,
    cyclomatic,
    cognitive,
    lines,
    parameters,
  }))
}

/** Key by key, so that their order does not depend on how a verdict came about. */
function controlsOf(results: readonly FrameworkResult[]): Results['controls'] {
  return results.flatMap(({ id: framework, requirements }) =>
    requirements
      .filter(({ verdict }) => verdict !== 'not selected')
      .map(({ id, topic, level, verdict, reason, evidence, gap, remediation, findings, decidedBy }) => ({
        framework,
        id,
        topic,
        level,
        verdict,
        reason,
        evidence,
        ...(gap === undefined ? {} : { gap }),
        ...(remediation === undefined ? {} : { remediation }),
        findings,
        ...(decidedBy === undefined ? {} : { decidedBy }),
      })),
  )
}

function documentsOf(audit: Audit): Results['documents'] {
  const claims = claimsByDocument(audit)
  return [...audit.documents]
    .sort((a, b) => compareText(a.path, b.path))
    .map(({ path }) => {
      const judged = (claims.get(path) ?? []).filter(({ from, verdict }) => from === 'doc' && verdict !== 'not judged')
      return { file: path, checked: judged.length, holds: judged.filter(({ verdict }) => verdict === 'holds').length }
    })
}

function statementsOf({ kinds, claims, unlisted }: Audit): StatementCount[] {
  return kinds.map(({ id, title }) => {
    const count = (fits: (claim: Claim) => boolean): number => claims.filter((claim) => claim.kind === id && fits(claim)).length
    return {
      kind: id,
      title,
      checked: count(({ verdict, from }) => verdict !== 'not judged' && from === 'doc'),
      holds: count(({ verdict }) => verdict === 'holds'),
      wrong: count(({ verdict, from }) => verdict === 'false' && from === 'doc'),
      missing: count(({ verdict, from }) => verdict === 'false' && from === 'code'),
      notJudged: count(({ verdict }) => verdict === 'not judged'),
      unlisted: unlisted.find(({ kind }) => kind === id)?.count ?? 0,
    }
  })
}

/**
 * A finding once for each of its places: the first is the finding's own; the others say so in `isPlaceOf`, and hold what is said
 * of their place. Whoever counts findings counts ids, whoever marks lines takes all.
 */
export function placesOf(finding: Finding): Omit<SecurityResult, 'id' | 'reportId' | 'status'>[] {
  const { places = [], ...own } = finding
  const { otherRoutes, flow: ownFlow, proofOfConcept, route: ownRoute, ...common } = own
  return [
    inOrder(own),
    ...places.map(({ rule, subject, around, class: name, cwe, confidence, route, description = own.description, trace = [], flow, ...at }) => ({
      ...inOrder({
        ...common,
        ...{ rule, subject, around, class: name, cwe, confidence, at, description, trace },
        ...(route ? { route } : {}),
        ...(flow ? { flow } : {}),
      }),
      isPlaceOf: finding.rule,
    })),
  ]
}

/** Key by key: routes and requests come to a finding one after the other. */
function inOrder(finding: Finding): Omit<Finding, 'places'> & { file: string; line: number } {
  const { at, route, otherRoutes, trace, flow, around, description, impact, remediation, references, proofOfConcept, places, ...head } = finding
  return {
    ...head,
    at,
    ...(route ? { route } : {}),
    ...(otherRoutes ? { otherRoutes } : {}),
    trace,
    ...(flow ? { flow } : {}),
    around,
    description,
    impact,
    remediation,
    references,
    ...(proofOfConcept ? { proofOfConcept } : {}),
    file: at.file,
    line: at.line,
  }
}

/** Key by key, so that their order does not depend on the reader that found it. */
function entityOf({ name, stored, library, kind, at, fields, relations, ends }: Entity): Results['entities'][number] {
  return {
    name,
    ...(stored === undefined ? {} : { stored }),
    library,
    kind,
    file: at.file,
    line: at.line,
    fields: fields.map((field) => ({
      name: field.name,
      type: field.type,
      required: field.required,
      ...(field.unique === undefined ? {} : { unique: field.unique }),
      ...(field.primary === undefined ? {} : { primary: field.primary }),
      ...(field.default === undefined ? {} : { default: field.default }),
      ...(field.hidden === undefined ? {} : { hidden: field.hidden }),
      ...(field.values === undefined ? {} : { values: field.values }),
      ...(field.transformedBy === undefined ? {} : { transformedBy: field.transformedBy.map(transformationOf) }),
      file: field.at.file,
      line: field.at.line,
    })),
    relations: relations.map(({ to, kind: of, by, at: place }) => ({
      to,
      kind: of,
      ...(by === undefined ? {} : { by }),
      file: place.file,
      line: place.line,
    })),
    ...(ends === undefined ? {} : { ends: ends.map(({ how, by, at: place }) => ({ how, by, file: place.file, line: place.line })) }),
  }
}

function transformationOf({ name, does, with: by, weak, at }: Transformation) {
  return {
    name,
    ...(does === undefined ? {} : { does }),
    ...(by === undefined ? {} : { with: by }),
    ...(weak === undefined ? {} : { weak }),
    file: at.file,
    line: at.line,
  }
}

export function endpointsOf({ entryPoints }: Pick<Program, 'entryPoints'>): Results['endpoints'] {
  return [...entryPoints].sort((a, b) => compareText(a.kind, b.kind) || byPath(a, b)).flatMap(endpointsOfOne)
}

/** Key by key: entry points are made in several places, and each names its keys in an order of its own. */
function endpointsOfOne(entry: EntryPoint): Results['endpoints'] {
  const { kind, framework, guards, generated, notes, at, handler, parameters, responses, authRequired, rateLimited, validated } = entry
  return addressesOf(entry).map(({ method, path }) => ({
    kind,
    framework,
    method,
    path,
    ...(entry.through === undefined ? {} : { through: entry.through }),
    ...(entry.purpose === undefined ? {} : { purpose: entry.purpose }),
    guards: guards.map((guard) => ({
      name: guard.name,
      role: guard.role,
      scope: guard.scope,
      at: guard.at,
      ...(guard.opaque === undefined ? {} : { opaque: guard.opaque }),
      ...(guard.roles === undefined ? {} : { roles: guard.roles }),
      ...(guard.schema === undefined ? {} : { schema: guard.schema }),
    })),
    generated,
    notes,
    file: at.file,
    line: at.line,
    handler: handler ? { name: handler.name, file: handler.at.file, line: handler.at.line } : null,
    params: parameters.map((parameter) => ({
      name: parameter.name,
      in: parameter.in,
      ...(parameter.schema === undefined ? {} : { schema: parameter.schema }),
      ...(parameter.required === undefined ? {} : { required: parameter.required }),
      ...(parameter.default === undefined ? {} : { default: parameter.default }),
      ...(parameter.shape === undefined ? {} : { shape: acyclic(parameter.shape) }),
    })),
    ...(entry.body === undefined ? {} : { body: bodyOf(entry.body) }),
    responses: responses.map(({ status, media, shape, at: place }) => ({
      status: status ?? null,
      ...(media === undefined ? {} : { media }),
      ...(shape === undefined ? {} : { shape: acyclic(shape) }),
      file: place.file,
      line: place.line,
    })),
    auth: authRequired,
    authRequired: told(authRequired.answer),
    rateLimited: told(rateLimited.answer),
    validated: told(validated.answer),
    ...(entry.csrf === undefined ? {} : { csrfProtected: told(entry.csrf.answer) }),
    ...(entry.webhook === undefined ? {} : { webhook: { provider: entry.webhook.provider, verified: told(entry.webhook.verified.answer) } }),
  }))
}

function bodyOf({ media, shape, required }: NonNullable<EntryPoint['body']>): NonNullable<EntryPoint['body']> {
  return { ...(media === undefined ? {} : { media }), shape: acyclic(shape), required }
}

/** What `all()` of routers stands for in the results file: the methods that browsers and API clients send. */
const EVERY_METHOD = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']

/** Addresses as a client writes them; the notation stands at `Results.endpoints`. */
function addressesOf({ kind, method, path, through, answersTo, parameters }: EntryPoint): { method: string; path: string }[] {
  switch (kind) {
    case 'graphql': {
      const type = method.charAt(0) + method.slice(1).toLowerCase()
      return [{ method: 'POST', path: `${through ?? '/graphql'}#${type}.${path}` }]
    }
    case 'websocket':
      return [{ method: 'SEND', path: `ws://${through && through !== '/' ? `${through.replace(/^\//, '')}/` : ''}${path}` }]
    case 'cli':
      return [{ method: 'CLI', path: `cli://${[through, ...path.split(' ')].filter(Boolean).join('/')}` }]
    default:
      if (kind !== 'http') return [{ method, path }]
      if (method === 'ACTION') return [{ method: 'POST', path: `/${path}` }]
      return (method === 'ALL' ? (answersTo ?? EVERY_METHOD) : [method]).map((each) => ({ method: each, path: withRest(path, parameters) }))
  }
}

/** `/files/[...path]` where a file of that name takes all that is left; routers keep the notation of their own. */
function withRest(path: string, parameters: EntryPoint['parameters']): string {
  const takesRest = (name: string) => parameters.some((parameter) => parameter.rest && parameter.name === name)
  return path.replace(/:(\w+)\*(?=\/|$)/g, (text, name: string) => (takesRest(name) ? `[...${name}]` : text))
}

function told(answer: EntryPoint['authRequired']['answer']): boolean | null {
  return answer === 'yes' ? true : answer === 'no' ? false : null
}

function architectureOf({ architecture }: Program): Pick<Results, 'components' | 'edges'> {
  const { components, relations } = architecture
  const names = new Map(components.map(({ id, name }) => [id, name]))
  return {
    components: components.map(({ id, name, kind, level, parent, folder, technology, purpose, files, doors, evidence }) => ({
      id,
      name,
      kind,
      level,
      ...(parent === undefined ? {} : { parent }),
      ...(folder === undefined ? {} : { folder }),
      technology,
      ...(purpose === undefined ? {} : { purpose }),
      files,
      doors,
      file: evidence[0]?.file ?? null,
      line: evidence[0]?.line ?? null,
    })),
    edges: relations.flatMap(({ from, to, kind, through, count, conditional, evidence }) =>
      evidence[0]
        ? [
            {
              from: names.get(from) ?? from,
              to: names.get(to) ?? to,
              kind,
              why: `${kind}: ${through}`,
              count,
              ...(conditional === undefined ? {} : { conditional }),
              file: evidence[0].file,
              line: evidence[0].line,
            },
          ]
        : [],
    ),
  }
}
