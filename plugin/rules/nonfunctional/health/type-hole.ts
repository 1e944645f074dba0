import { grouped } from '../../../grouped'
import type { TypeHole } from '../../../types'
import { defineNonfunctionalRule } from '../rule'
import { counted, type Found, isTestPath } from './counted'

/** A file with fewer is told together with the others: one `any` at a border is no habit. */
const MANY = 8
const MOST_PLACES = 200

export default defineNonfunctionalRule({
  id: 'type-hole',
  class: 'type-hole',
  area: 'Code health',
  title: 'Places where the type checker looks away',
  why: 'Behind `any`, a silenced error, `!` or a cast over `unknown`, mistakes are found by users and not by the compiler. Counted in files with types that are no tests.',
  check(program) {
    const perFile = grouped(
      program.quality.health.typeHoles.filter(({ at }) => !isTestPath(at.file)),
      ({ at }) => at.file,
    )
    const many = perFile.filter((holes) => holes.length >= MANY)
    const few = perFile.filter((holes) => holes.length < MANY).flat()
    return [...many.map((holes) => told(holes, holes[0]?.at.file ?? '')), ...(few.length > 0 ? [told(few, '')] : [])]
  },
})

/** @param file '' for what is left of all files */
function told(holes: readonly TypeHole[], file: string): Found {
  const kinds = grouped(holes, ({ kind }) => kind).map((group) => `${group.length} × ${NOUNS[group[0]?.kind ?? 'any']}`)
  const [first, ...rest] = holes as [TypeHole, ...TypeHole[]]
  const files = new Set(holes.map(({ at }) => at.file)).size
  const places = rest
    .map(({ at }) => at)
    .filter(({ file: path, line }, index, all) => all.findIndex((other) => other.file === path && other.line === line) === index)
  const suppressed = holes.filter(({ kind }) => kind === 'suppressed error').length
  return {
    title: file
      ? `${counted(holes.length, 'hole')} in the types of ${file}`
      : `${counted(holes.length, 'hole')} in the types of ${counted(files, 'file')}, few in each`,
    impact: 'Low',
    reason:
      suppressed > 0
        ? `The compiler reports an error at ${counted(suppressed, 'place')}, and was told to keep quiet.`
        : 'The compiler takes what stands there on trust.',
    found: `${kinds.join(', ')}.`,
    subject: file || 'other files',
    at: first.at,
    evidence: places.slice(0, 8),
    ...(places.length > 0 ? { places: places.slice(0, MOST_PLACES) } : {}),
    around: '',
    recommendation: {
      text: 'Begin where data comes in: read it as `unknown` and check it with a schema. Give `@ts-expect-error` a reason, and ask whether a value is there instead of writing `!`.',
    },
    confidence: 'high',
    figures: { holes: holes.length, files },
  }
}

const NOUNS: Record<TypeHole['kind'], string> = {
  any: '`any`',
  'suppressed error': 'silenced error',
  'non-null assertion': '`!`',
  'double cast': 'cast over `unknown`',
}
