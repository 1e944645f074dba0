/** What is told may be no secret any more, or never was one; of an error it may be nothing. */
import { Kind } from '../../../graph'
import type { Linked } from '../../linked'
import { lookupOf } from '../../lookup'
import { everyPropertyOf, objectsOf } from '../every-property'
import { exceptionAsJson } from '../exceptions-as-json'
import { isNameOfFile } from '../names-of-files'
import { sensitivityOf } from '../sensitive'
import { type Doubt, helperAround, helperOn, low, medium } from './way'

/** Helpers that take secrets out of what is shown; what they leave is for them to say. */
const TAKES_OUT = /^(?:sanitize|redact|mask|scrub|censor|anonymi[sz]e|obfuscate|strip|filter)(?=[A-Z_]|$)/

const DISCLOSURES = new Set(['disclosure'])

export const disclosures: Doubt[] = [
  {
    of: DISCLOSURES,
    tell: (way) => {
      const helper = helperOn(way, (node) => helperAround(way.linked, node), TAKES_OUT)
      return helper ? low(`On the way stands \`${helper}\`, which may well take it out.`) : undefined
    },
  },
  {
    of: DISCLOSURES,
    tell: ({ linked, nodes }) =>
      isNameOfFile(linked, nodes) ? low('On the way it is handled as the name of a file, which says where something lies.') : undefined,
  },
  {
    of: DISCLOSURES,
    tell: ({ linked, steps }) =>
      isOfClaims(linked, steps[0] ?? -1)
        ? medium('It is an object of which the code reads other parts, so that it may be what a token says and no token.')
        : undefined,
  },
  {
    of: DISCLOSURES,
    tell: ({ linked, hit }) =>
      hit.library === 'clear-files' && isSettingsFile(linked, linked.whole.args(hit.at)[0] ?? -1)
        ? medium('The file is one of settings, which are where a program or a tool has what it signs by, or signs in by.')
        : undefined,
  },
  {
    // It is read by its name nowhere on the way: of all objects that get there, each lends its properties to all.
    of: DISCLOSURES,
    tell: ({ linked, nodes }) =>
      nodes.slice(1).some((node) => objectsOf(linked, everyPropertyOf(linked, node)) > 1)
        ? medium('A loop takes every property of whatever object it is handed: whether it is one that has this could not be told.')
        : undefined,
  },
  {
    tell: ({ linked, source, steps, hit }) =>
      source === 'exception' && exceptionAsJson(linked, steps, hit.at) === 'untold'
        ? low('As JSON an error has neither message nor stack, unless its library writes them.')
        : undefined,
  },
]

/** What texts have: a token that is asked for these is one. */
const OF_TEXTS = new Set([...Object.getOwnPropertyNames(String.prototype), 'value'])

/** `token.id` of `const token = await readToken(request)`: what a token says is an object; nothing of it that is read is a secret. */
function isOfClaims(linked: Linked, value: number): boolean {
  const { whole, values } = linked
  if (value < 0 || value >= whole.size) return false
  const made = bare(value)
  const parts = [...lookupOf(whole).inFunction(whole.functionOf(value))]
    .filter((node) => whole.kind[node] === Kind.Load && bare(whole.a[node] as number) === made)
    .map((node) => values.nameOf(node))
  if (whole.kind[made] !== Kind.Call || parts.length === 0 || !/token/i.test(whole.sourceOf(made, 60))) return false
  return parts.every((name) => !OF_TEXTS.has(name) && sensitivityOf(name) !== 'secret' && sensitivityOf(name) !== 'password')

  function bare(node: number): number {
    let at = node
    while (whole.kind[at] === Kind.Refine || whole.kind[at] === Kind.Await) at = whole.a[at] as number
    return at
  }
}

/** Of programs, and of tools that build them: `capacitor.config.ts`, `android/app/build.gradle`. */
const SETTINGS =
  /(?:^|[/\\])(?:\.env(?:\.\w+)*|(?:[\w.-]*[.-])?(?:config|settings|cfg)\.(?:json5?|ya?ml|toml|ini|xml|[cm]?[jt]s)|[\w-]+\.(?:gradle(?:\.kts)?|properties|xcconfig))$/

/** `join(folder, '.env')`, whatever folder that is. */
function isSettingsFile({ whole }: Linked, name: number): boolean {
  const stack = [name]
  for (let count = 0; stack.length > 0 && count < 40; count++) {
    const node = stack.pop() as number
    if (node < 0 || node >= whole.size) continue
    if (whole.kind[node] === Kind.String && SETTINGS.test(whole.text(whole.a[node] as number))) return true
    stack.push(...whole.madeOf(node))
  }
  return false
}
