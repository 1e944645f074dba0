/** Under which environment code runs. In: a node. Out: what the conditions around it say of the environment, in words. */
import { ChoiceKind, Kind } from '../../../graph'
import { rowsByName } from '../../../rows-by-name'
import type { Linked } from '../../linked'
import { variablesOf } from '../../names'
import { isEqual, isUnequal, NOT } from '../../operators'
import { knownAround } from '../../regions'

const ABOUT = /\b(?:NODE_ENV|APP_ENV|env|environment|isDev\w*|isProd\w*|isTest\w*|__DEV__|DEV|PROD)\b/
const NAME = /^(?:prod(?:uction)?|dev(?:elopment)?|test(?:ing)?|staging|local)$/i

/** `in production`, `outside development`; `''` where no condition on the environment is around. */
export function environmentOf(linked: Linked, node: number): string {
  const { whole } = linked
  for (const { condition, holds } of knownAround(whole, node)) {
    const said = saidBy(linked, condition, holds)
    if (said) return said
  }
  return ''
}

/** The nearest condition on settings around a node, as the code writes it; '' where there is none. */
export function settingAround(linked: Linked, node: number): string {
  const { whole } = linked
  for (const { condition, holds } of knownAround(whole, node)) {
    const source = written(linked, condition)
    if (/\b(?:process\.env|env|config|settings|options|DEBUG|argv)\b/.test(source)) return holds ? source : `!(${source})`
  }
  return ''
}

/** With what it is read from: a property is placed at its name. */
function written({ whole }: Linked, node: number): string {
  const { text } = whole.files[whole.fileOf(node)] as { text: string }
  const source = whole.sourceOf(node, 80)
  if (whole.kind[node] !== Kind.Load) return source
  const at = text.indexOf(source.replace(/…$/, ''), whole.pos[node] as number)
  return (at < 0 ? '' : (/(?:[\w$]+[?!]?\.)*$/.exec(text.slice(Math.max(0, at - 60), at))?.[0] ?? '')) + source
}

function saidBy(linked: Linked, condition: number, holds: boolean, hops = 0): string {
  const { whole, values } = linked
  if (condition < 0 || hops > 5) return ''
  const a = whole.a[condition] as number
  // `const isProduction = settings.get('STAGE') === 'live'`: what it is called says it.
  for (const { name } of variablesOf(whole, condition)) {
    const said = saidByName(name, holds)
    if (said) return said
  }
  switch (whole.kind[condition] as Kind) {
    case Kind.Unary:
      return whole.c[condition] === NOT ? saidBy(linked, a, !holds, hops + 1) : ''
    case Kind.Refine:
      return saidBy(linked, a, holds, hops + 1)
    case Kind.Choice:
      // One part of `a && b` is enough to say so, and of `a || b` where it does not hold; the other way round nothing is said of either.
      if (whole.c[condition] === (holds ? ChoiceKind.Or : ChoiceKind.And)) return ''
      return (
        whole
          .items(a)
          .map((item) => saidBy(linked, item, holds, hops + 1))
          .find((said) => said !== '') ?? ''
      )
    case Kind.Binary: {
      const equal = isEqual(whole.c[condition] as number)
      if (!equal && !isUnequal(whole.c[condition] as number)) return ''
      if (!ABOUT.test(whole.sourceOf(condition))) return ''
      const names = [a, whole.b[condition] as number].flatMap((side) =>
        whole.kind[side] === Kind.String ? values.texts(side).map(({ value }) => value) : [],
      )
      const name = names.find((text) => NAME.test(text))
      return name === undefined ? '' : `${equal === holds ? 'in' : 'outside'} ${full(name)}`
    }
    case Kind.Load:
    case Kind.Global:
    case Kind.Cell:
      return saidByName(values.nameOf(condition), holds)
    default:
      return ''
  }
}

function saidByName(name: string, holds: boolean): string {
  // `app.isPackaged` of Electron: it is installed, and does not run from a working copy.
  if (/^(?:is_?)?prod(?:uction)?(?:Mode|Env)?$|^is_?packaged$/i.test(name)) return `${holds ? 'in' : 'outside'} production`
  return /^(?:is_?)?dev(?:elopment)?(?:Mode|Env)?$|^__DEV__$/i.test(name) ? `${holds ? 'in' : 'outside'} development` : ''
}

const FULL: Record<string, string> = rowsByName({ prod: 'production', dev: 'development', testing: 'test' })
const full = (name: string): string => FULL[name.toLowerCase()] ?? name.toLowerCase()
