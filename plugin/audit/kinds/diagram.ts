/** Diagrams in documents: that what they draw under the names of the code is still called so. */
import type { Claim, DocumentFacts, Fence } from '../../types'
import { contradicted, holds, notJudged, type Spot } from '../claim'
import type { Ground } from '../ground'
import { whyNotDocument, whyNotFence } from '../not-claims'
import type { ClaimReader } from '../reader'
import { type DrawnName, drawnNames } from './mermaid-names'
import { ownCodeOf } from './own-code'

const kind = 'diagram'

/** A drawing speaks of the code where this many of its names, and this share of them, are names of the code. */
const leastNames = 2
const leastShare = 0.5

export const diagrams: ClaimReader = {
  id: kind,
  title: 'Diagrams',
  why: 'Whoever learns the system by a drawing looks for parts that it no longer has.',
  read(document, ground) {
    return document.fences.filter(({ language }) => language === 'mermaid').flatMap((fence) => inDrawing(document, fence, ground))
  },
}

function inDrawing(document: DocumentFacts, fence: Fence, ground: Ground): Claim[] {
  const drawn = drawnNames(fence.text)
  const told = drawn.map((it) => ({ ...it, known: whatIs(it, ground) }))
  const known = told.filter((it) => it.known)
  const isOfCode = known.length >= leastNames && known.length >= drawn.length * leastShare
  const why = whyNotDocument(document) ?? whyNotFence(document, fence)
  const lines = fence.text.split('\n')
  return told.flatMap((it): Claim[] => {
    const spot: Spot = { document, line: fence.line + it.line, text: lines[it.line] ?? '', heading: fence.heading }
    if (it.known) return [holds(kind, spot, it.name, `The code has ${it.name}.`, it.known.evidence)]
    if (!isOfCode || !isIdentifier(it)) return []
    return [unknownName(spot, it, why, ground)]
  })
}

function unknownName(spot: Spot, { name, of }: DrawnName, why: string | undefined, ground: Ground): Claim {
  const code = ownCodeOf(ground)
  if (why) return notJudged(kind, spot, name, why)
  if (of !== 'entity' && code.isKnown(name))
    return notJudged(kind, spot, name, 'The name stands in the code; whether it is the one meant could not be told.')
  const near = code.near(name, () => true)
  return contradicted(kind, spot, name, {
    says: `The system has ${name}.`,
    actual: near
      ? `Nothing in the code is called so; it has ${near.name}.`
      : 'Nothing in the code is called so, and the other parts of the drawing are.',
    impact: 'Whoever looks for that part does not find it.',
    action: near ? `Write ${near.name}.` : 'Draw what is there.',
    confidence: near ? 'high' : 'medium',
    evidence: near ? [near.at] : [],
    ...(near ? { patch: { line: spot.line, from: name, to: near.name } } : {}),
  })
}

/** Two words, or a name of one: what a person might write of the outside is left alone unless it looks like code. */
function isIdentifier({ name, of }: DrawnName): boolean {
  if (of !== 'box') return true
  return /^[A-Za-z_$][\w$]*$/.test(name) && (/^[a-z]/.test(name) || /[a-z][A-Z]/.test(name)) && !COMMON.test(name)
}

/** Parts of nearly every system, as people call them. */
const COMMON =
  /^(?:user|users|client|clients|browser|app|application|server|backend|frontend|front|back|api|apis|db|database|databases|cache|queue|web|website|proxy|gateway|cdn|mobile|desktop|admin|customer|visitor|request|response|start|end|yes|no|done|error|success|internet|network|cloud|disk|file|files|storage|external|internal|service|services|worker|workers|job|jobs|event|events|bus|broker|mail|email|auth|login|logs?|monitoring|ci|cd|build|deploy|test|tests|iOS|macOS|GitHub|GitLab|JavaScript|TypeScript|GraphQL|OAuth|OpenAPI|WebSocket|NextJs|NodeJs)$/i

function whatIs({ name, of }: DrawnName, ground: Ground): { evidence: Claim['evidence'] } | undefined {
  const { program } = ground
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')
  const own = ownCodeOf(ground).named(name.replace(/\(\)$/, ''))
  if (own[0]) return { evidence: [own[0].at] }
  const singular = (text: string) => plain(text).replace(/s$/, '')
  const entity = program.entities.find(
    (it) => singular(it.name) === singular(name) || (it.stored !== undefined && singular(it.stored) === singular(name)),
  )
  if (entity) return { evidence: [entity.at] }
  if (of === 'entity') return undefined
  const technology = program.technologies.find((it) => plain(it.name) === plain(name))
  if (technology) return { evidence: technology.evidence.slice(0, 1) }
  const component = program.architecture.components.find((it) => plain(it.name) === plain(name))
  if (component) return { evidence: component.evidence.slice(0, 1) }
  const service = program.manifests
    .flatMap(({ path, facts }) => facts.map((fact) => ({ file: path, ...fact })))
    .find((fact) => (fact.kind === 'service' || fact.kind === 'package') && plain(fact.name) === plain(name))
  if (service) return { evidence: [{ file: service.file, line: service.line, text: service.text }] }
  return undefined
}
