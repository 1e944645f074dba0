/**
 * Assessment results in OSCAL 1.1.2 (NIST), for programs that manage compliance. In: results of a standard. Out: the document.
 * Everything in it follows from the results: ids are UUIDs of version 5 (RFC 9562) over names, so that equal input gives equal bytes.
 */
import { createHash } from 'node:crypto'
import { product } from '../../product'
import type { Evidence, FrameworkResult, RequirementResult } from '../../types'
import type { ViewContext } from '../context'
import { selectedOf } from './totals'

const OSCAL = '1.1.2'

/** Of names that begin with an address, RFC 9562 section 6.6. */
const URL_NAMESPACE = '6ba7b811-9dad-11d1-80b4-00c04fd430c8'

/** Words of ours, where OSCAL has none: `property` names are qualified by it. */
const NS = 'https://www.npmjs.com/package/docusaurus-plugin-plumbline/ns/oscal'

export function uuidOf(name: string): string {
  const hash = createHash('sha1')
    .update(Buffer.from(URL_NAMESPACE.replaceAll('-', ''), 'hex'))
    .update(`${NS}/${name}`)
    .digest()
    .subarray(0, 16)
  hash[6] = (hash[6]! & 0x0f) | 0x50
  hash[8] = (hash[8]! & 0x3f) | 0x80
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export function oscalOf(result: FrameworkResult, { program, repository, date, options }: ViewContext): Record<string, unknown> {
  const { id, title, version, publisher, selection } = result
  const requirements = selectedOf(result.requirements)
  // Days are all that is known; a document wants an instant.
  const instant = `${date}T00:00:00Z`
  const base = `${program.project.name}/${repository?.commit ?? 'no commit'}/${id}/${selection.value}`
  const tool = uuidOf(`${base}/tool`)
  const observations = requirements.filter(({ verdict }) => verdict !== 'not assessed').map((it) => observationOf(it, base, instant, tool))
  return {
    'assessment-results': {
      uuid: uuidOf(base),
      metadata: {
        title: `${title} ${version}: ${program.project.name}`,
        'last-modified': instant,
        version: program.project.version ?? repository?.commit ?? 'not versioned',
        'oscal-version': OSCAL,
        remarks: 'Assessed from source code alone: nothing was run, and what is decided outside the code is not assessed.',
      },
      'import-ap': { href: publisher, remarks: 'There is no assessment plan in OSCAL; the standard is the plan.' },
      results: [
        {
          uuid: uuidOf(`${base}/result`),
          title: `${title} ${version}, ${selection.name}: ${selection.value}`,
          description: `What the source code of ${program.project.name} says of ${requirements.length} requirements.`,
          start: instant,
          props: [
            property('selection', selection.value),
            property('selection-assumed', String(selection.assumed)),
            ...(repository ? [property('commit', repository.commit)] : []),
            ...(options.audience ? [property('audience', options.audience)] : []),
          ],
          'reviewed-controls': {
            'control-selections': [
              { description: `${title} ${version}`, 'include-controls': requirements.map((it) => ({ 'control-id': tokenOf(it.id) })) },
            ],
          },
          'assessment-log': {
            entries: [
              { uuid: uuidOf(`${base}/log`), title: 'Static analysis', start: instant, end: instant, remarks: `${product.title} ${product.version}` },
            ],
          },
          ...(observations.length > 0 ? { observations } : {}),
          findings: requirements.map((it) => findingOf(it, base)),
        },
      ],
      'back-matter': { resources: [{ uuid: uuidOf(`${base}/standard`), title: `${title} ${version}`, rlinks: [{ href: publisher }] }] },
    },
  }
}

const property = (name: string, value: string) => ({ name, ns: NS, value })

/** A token of OSCAL begins with a letter or an underscore and holds no brackets. */
export const tokenOf = (id: string): string =>
  id
    .replace(/[^\w.-]+/g, '-')
    .replace(/-$/, '')
    .replace(/^(?![A-Za-z_])/, '_')

function observationOf({ id, topic, reason, evidence }: RequirementResult, base: string, instant: string, tool: string) {
  return {
    uuid: uuidOf(`${base}/observation/${id}`),
    title: `${id} ${topic}`,
    description: reason,
    methods: ['TEST-AUTOMATED'],
    types: ['control-objective'],
    origins: [{ actors: [{ type: 'tool', 'actor-uuid': tool }] }],
    ...(evidence.length > 0 ? { 'relevant-evidence': evidence.map(evidenceOf) } : {}),
    collected: instant,
  }
}

const evidenceOf = ({ file, line, withheld }: Evidence) => ({ description: withheld ? 'withheld' : `${file}:${line}` })

const STATES: Partial<Record<RequirementResult['verdict'], 'satisfied' | 'not-satisfied'>> = { pass: 'satisfied', 'not applicable': 'satisfied' }

function findingOf({ id, topic, verdict, reason, gap, findings }: RequirementResult, base: string) {
  return {
    uuid: uuidOf(`${base}/finding/${id}`),
    title: `${id} ${topic}`,
    description: gap ?? reason,
    props: [property('verdict', verdict.replaceAll(' ', '-')), ...findings.map((finding) => property('finding', finding))],
    target: {
      type: 'objective-id',
      'target-id': tokenOf(id),
      // OSCAL knows two states; the property above keeps ours.
      status: { state: STATES[verdict] ?? 'not-satisfied', reason: verdict === 'pass' ? 'pass' : verdict === 'fail' ? 'fail' : 'other' },
    },
    ...(verdict === 'not assessed' ? {} : { 'related-observations': [{ 'observation-uuid': uuidOf(`${base}/observation/${id}`) }] }),
  }
}
