/**
 * Texts that stand in where a setting is missing, and that the program does not start with: `export const KEY = process.env.KEY || 'dev'`
 * and `if (isProduction && KEY === 'dev') throw …` behind it. In: the text. Out: what else has to hold for it to be refused, as it is
 * written; '' where nothing has to, undefined where nothing refuses it.
 */
import { ChoiceKind, Kind, RegionKind } from '../../graph'
import { calledName, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import { thingNamed } from '../names'
import { isEqual } from '../operators'
import { knownAround, takenApart } from '../regions'

const STOPS = /^(?:exit|abort)$/
/** Of each condition, in characters. */
const MOST_TEXT = 60

export function refusedWhere(linked: Linked, literal: number): string | undefined {
  const { whole } = linked
  if (literal < 0 || whole.functionOf(literal) >= 0) return undefined
  const file = whole.fileOf(literal)
  const ofModule = lookupOf(whole)
    .of(Kind.Choice)
    .filter((node) => whole.fileOf(node) === file && whole.functionOf(node) < 0)
  const standing = ofModule.find(
    (node) => (whole.c[node] === ChoiceKind.Or || whole.c[node] === ChoiceKind.Nullish) && whole.items(whole.a[node] as number).at(-1) === literal,
  )
  if (standing === undefined) return undefined
  for (const node of [...lookupOf(whole).of(Kind.Throw), ...lookupOf(whole).called(STOPS)]) {
    if (whole.fileOf(node) !== file || whole.functionOf(node) >= 0 || (whole.kind[node] === Kind.Call && !STOPS.test(calledName(linked, node))))
      continue
    if (isCaught(linked, node)) continue
    const known = knownAround(whole, node).flatMap(({ condition, holds }) => takenApart(whole, condition, holds))
    const asks = known.filter(({ condition, holds }) => holds && isSame(linked, condition, standing, literal))
    if (asks.length === 0) continue
    return known
      .filter((each) => !asks.includes(each))
      .map(({ condition, holds }) => (holds ? textOf(linked, condition) : `!${textOf(linked, condition)}`))
      .join(' && ')
  }
  return undefined
}

/** `KEY === 'dev'` */
function isSame({ whole }: Linked, condition: number, standing: number, literal: number): boolean {
  if (whole.kind[condition] !== Kind.Binary || !isEqual(whole.c[condition] as number)) return false
  const sides = [whole.a[condition] as number, whole.b[condition] as number]
  const isText = (side: number) => whole.kind[side] === Kind.String && whole.text(whole.a[side] as number) === whole.text(whole.a[literal] as number)
  return sides.some((side) => thingNamed(whole, side) === standing) && sides.some(isText)
}

function isCaught({ whole }: Linked, node: number): boolean {
  for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number)
    if (whole.regions[region * 4] === RegionKind.Try) return true
  return false
}

function textOf({ whole }: Linked, node: number): string {
  const text = whole.sourceOf(node, MOST_TEXT).trim()
  return whole.kind[node] === Kind.Choice || whole.kind[node] === Kind.Binary ? `(${text})` : text
}
