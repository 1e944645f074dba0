/** What is left when encoding fails: a content security policy. In: helmet and its kind, and the header itself. Out: one control. */
import type { Control } from '../../../types'
import { cite } from '../../linked'
import { callsOfKind } from '../../usages/modelled'
import { packageOf } from '../../usages/origin'
import type { Known } from '../known'
import { control, counted } from './control'

const POLICY = { id: 'output-csp', aspect: 'Content security policy', recommended: 'A policy for every page, without unsafe-inline and unsafe-eval' }

export function secondLineOf({ linked, usages, middleware, extracted }: Known): Control {
  const wide = new Set(middleware.filter(({ scope }) => scope === 'application').map(({ at }) => `${at.file}:${at.line}`))
  const version = extracted.manifests.flatMap(({ facts }) => facts).find((fact) => fact.kind === 'dependency' && fact.name === 'helmet')?.version
  // Packages of its family share its model; only helmet itself sets a policy unasked, and that since version 4.
  const lines = new Set(
    callsOfKind(linked, 'helmet')
      .filter(([call]) => /^(?:helmet|@fastify\/helmet|fastify-helmet|koa-helmet)$/.test(packageOf(linked, linked.whole.a[call] as number) ?? ''))
      .map(([call]) => cite(linked, call))
      .map(({ file, line }) => `${file}:${line}`),
  )
  const helmets = usages.filter(({ kind, test, at }) => kind === 'helmet' && !test && lines.has(`${at.file}:${at.line}`))
  const own = usages.filter(({ kind, test }) => kind === 'content-policy' && !test)
  const headers = usages.filter(
    ({ kind, values, test }) => kind === 'response-header' && !test && values.name?.texts.includes('content-security-policy'),
  )
  const isOld = /^\D*[0-3]\./.test(version ?? '')
  const all = helmets.filter(({ values: { contentSecurityPolicy } }) =>
    isOld ? contentSecurityPolicy?.state !== 'missing' : contentSecurityPolicy?.texts.join() !== 'false',
  )
  const texts = [...all, ...own, ...headers].flatMap(({ values }) => Object.values(values).flatMap((value) => value.texts))
  const weak = texts.find((text) => /unsafe-(?:inline|eval)/.test(text))
  const everywhere = [...all, ...own].filter(({ at }) => wide.has(`${at.file}:${at.line}`))
  if (everywhere.length > 0) {
    const current = own.length > 0 ? 'a policy for every answer' : 'the policy that helmet sets unasked, for every answer'
    return control(
      POLICY,
      weak ? 'partial' : 'pass',
      weak ? `${current}, with ${/unsafe-\w+/.exec(weak)?.[0]}` : current,
      'It stands in front of every route.',
      everywhere.map(({ at }) => at),
    )
  }
  const some = [...all, ...own, ...headers]
  if (some.length > 0) {
    const current = `at ${counted(some.length, 'place')} only${weak ? `, with ${/unsafe-\w+/.exec(weak)?.[0]}` : ''}`
    return control(
      POLICY,
      'partial',
      current,
      'It is set where these lines run, and not for the whole application.',
      some.map(({ at }) => at),
    )
  }
  const off = helmets.map(({ at }) => at)
  const reason =
    off.length > 0 ? 'helmet is told to set none.' : 'Looked for helmet, for middleware of its kind and for the header itself: none sets one.'
  return control(POLICY, 'fail', '', reason, off)
}
