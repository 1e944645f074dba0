/** Where the data come from or end up is less open to harm than the sink alone says. */

import { Kind } from '../../../graph'
import { firstOf } from '../../first-of'
import { calledName, type Linked } from '../../linked'
import { lookupOf, untilMoreIsLearned } from '../../lookup'
import { DELETE } from '../../operators'
import { pathsOfCall } from '../../usages/modelled'
import { settingAt } from '../../usages/setting'
import { usesOf } from '../../uses'
import { fixedNameOn } from '../fixed-names'
import { fixedOfWrite } from '../fixed-writes'
import { looksForAny } from '../looks-for-any'
import { isInMail } from '../mail-components'
import { underAnotherKey } from '../other-keys'
import { ofAnotherObject, ofFreshObject } from '../other-objects'
import { ownRecordsOn } from '../own-records'
import { ownerSetOn } from '../owner-set'
import { isTypeOfUpload } from '../parts-of-uploads'
import { isOnlyQueried } from '../queried-expressions'
import { beginningOf } from '../texts'
import { takenInTurn } from '../written-over'
import { type Doubt, low, medium } from './way'

/** Options of a request under which it is made by something of the program's own, which may turn hosts away. */
const AGENTS = [
  '1.dispatcher',
  '1.agent',
  '1.lookup',
  '1.httpAgent',
  '1.httpsAgent',
  '0.agent',
  '0.lookup',
  '0.dispatcher',
  '0.httpAgent',
  '0.httpsAgent',
]

const RECORDS = new Set(['record'])
const URLS = new Set(['url'])

/** Loading a module runs it, whatever its name. */
const LOADS = /^(?:module\.)?(?:require|import)/
/** What secrets of machines and programs are kept in under names that everybody knows. */
const OF_SECRETS = /^(?:\.|credentials|secrets?\b|id_[a-z0-9]+)/i

export const surroundings: Doubt[] = [
  {
    of: new Set(['redirect']),
    tell: ({ linked, hit }) =>
      isInMail(linked, hit.at) ? medium('The link stands in a mail: whoever is sent it is led elsewhere, and no visitor of a page.') : undefined,
  },
  {
    tell: ({ linked, steps }) => {
      const other = ofAnotherObject(linked, steps)
      return other
        ? medium(`Objects of \`${other}\` are made at several places; whether the one read here took the data could not be told.`)
        : undefined
    },
  },
  {
    tell: ({ linked, steps }) => {
      const other = ofFreshObject(linked, steps)
      return other
        ? medium(`It is put into an object that was made there and then; whether the \`${other}\` read later is that one could not be told.`)
        : undefined
    },
  },
  {
    tell: ({ linked, steps }) => {
      const other = underAnotherKey(linked, steps)
      return other ? low(`It is kept as \`${other.put}\`, and what is read is \`${other.read}\`.`) : undefined
    },
  },
  {
    of: RECORDS,
    tell: ({ linked, asked, nodes, hit }) => {
      // Of a model that is defined here, what is left tells by itself whether it matters.
      const known = asked.isModelled(hit.at) ? (hit.leavesOut ?? []) : []
      const helper = firstOf(nodes, (node) => takesFieldsOut(linked, node, known))
      return helper === undefined ? undefined : medium(`On the way ${helper} takes fields out; whether those are all that matter could not be told.`)
    },
  },
  {
    of: RECORDS,
    tell: ({ linked, steps, hit }) => {
      const owner = ownerSetOn(linked, steps, hit.at)
      return owner === undefined
        ? undefined
        : medium(`\`${owner}\` is set by the program, whatever was sent; whether any other field decides on rights could not be told.`)
    },
  },
  {
    of: new Set(['nosql']),
    tell: ({ linked, steps }) => {
      const condition = ownRecordsOn(linked, steps)
      return condition === undefined ? undefined : low(`\`${condition}\` beside it leaves nothing to be found but the caller's own.`)
    },
  },
  {
    of: new Set(['property', 'merge']),
    tell: ({ linked }) =>
      isPrototypeFrozen(linked) ? low('The program freezes `Object.prototype`: nothing can be written to what all objects share.') : undefined,
  },
  {
    of: new Set(['property']),
    tell: ({ linked, hit }) =>
      calledName(linked, hit.at) === 'defineProperty'
        ? medium("It makes a property of the object's own, whatever it is called: others are not changed by it.")
        : undefined,
  },
  {
    of: new Set(['property']),
    tell: ({ linked, hit }) => {
      const fixed = fixedOfWrite(linked, hit.at)
      return fixed === undefined
        ? undefined
        : medium(
            fixed === 'name'
              ? 'The program decides the name that is written there: other objects get that one property, and no other.'
              : 'The program decides the name and the value that are written there: what it does to other objects is that alone.',
          )
    },
  },
  {
    of: new Set(['html']),
    tell: ({ linked, hit }) =>
      isEvent(linked, hit.at) ? low('It is written as an event of a stream, which a script of the page reads, and no page shows.') : undefined,
  },
  {
    of: new Set(['matched']),
    tell: ({ linked, steps }) =>
      isTypeOfUpload(linked, steps)
        ? low('It is the type of an uploaded file, a line of some thousand characters at most, which are those of a token.')
        : undefined,
  },
  {
    of: new Set(['nosql']),
    tell: ({ linked, hit }) =>
      looksForAny(linked, hit.at) ? medium('Only whether there is such a record is asked: what it holds goes nowhere.') : undefined,
  },
  {
    of: new Set(['path']),
    tell: ({ linked, steps, hit }) => {
      const name = LOADS.test(hit.api) ? undefined : fixedNameOn(linked, steps)
      if (name === undefined || OF_SECRETS.test(name)) return undefined
      return medium(`Files called \`${name}\` are all that can be reached: what was sent names a folder.`)
    },
  },
  {
    of: new Set(['regex']),
    tell: ({ linked, hit }) =>
      isOnlyQueried(linked, hit.at)
        ? medium('The expression only stands in a query: the engine of the database runs it, with limits of its own, and not this process.')
        : undefined,
  },
  {
    of: new Set(['code']),
    tell: ({ linked, hit }) =>
      pathsOfCall(linked, hit.at).some((path) => COMPILES.test(linked.models.paths.show(path))) && usesOf(linked.whole).isOnlyTested(hit.at)
        ? medium('What it is compiled to is dropped, so nothing runs it here: it may be there to see whether the text compiles.')
        : undefined,
  },
  {
    of: new Set(['code']),
    tell: ({ linked, hit }) =>
      isTyped(linked, hit.at)
        ? medium(
            'It is typed into a terminal as it came, with no command of the program’s own in front: for whoever is let in there, that may be what it is for.',
          )
        : undefined,
  },
  {
    of: URLS,
    tell: ({ linked, hit }) => {
      const agent = AGENTS.find((spot) => isGiven(linked, hit.at, spot))
      return agent ? medium(`It is sent by an \`${agent.slice(2)}\` of the program's own, which may turn hosts away.`) : undefined
    },
  },
]

/** What makes something of a text that runs when it is called: `new Function(text)`, `new vm.Script(text)`. */
const COMPILES = /(?:^|\.)(?:Function|compileFunction|(?:VM|create|compile)?Script(?:Sync)?|SourceTextModule)$/

/** `terminal.write(message)`: no part of it is a command that the program begins. */
function isTyped(linked: Linked, call: number): boolean {
  const { whole, models } = linked
  if (whole.kind[call] !== Kind.Call || !pathsOfCall(linked, call).some((path) => TERMINAL.test(models.paths.show(path)))) return false
  const [text] = whole.args(call)
  return text !== undefined && !/\w/.test(beginningOf(linked, text).text)
}
/** As `ApiPaths.show` tells it. */
const TERMINAL = /\.spawn\(\)\.write$/

/** `response.write('data: ' + text)`: what begins as events do (WHATWG HTML, section 9.2.5). */
function isEvent(linked: Linked, call: number): boolean {
  const { whole } = linked
  if (whole.kind[call] !== Kind.Call || calledName(linked, call) !== 'write') return false
  const [text] = whole.args(call)
  return text !== undefined && /^(?:\w+:[^\n]*\n)*(?:data|event|id|retry):/.test(beginningOf(linked, text).text)
}

/**
 * A function on the way that deletes properties of what passes through it: `const { ...rest } = body; delete rest.role`.
 * @param known names of which it is known that they go no further
 */
function takesFieldsOut(linked: Linked, node: number, known: readonly number[]): string | undefined {
  const { whole } = linked
  const fn = whole.kind[node] === Kind.Param ? (whole.a[node] as number) : -1
  const name = whole.functions[fn]?.fact.name
  if (!name) return undefined
  const taken = deletionsIn(linked).get(fn)
  return taken && !taken.every((names) => names.length > 0 && names.every((each) => known.includes(each))) ? `\`${name}\`` : undefined
}

/** Function → names that each of its deletions takes out, none where that could not be told. */
const deletionsIn = untilMoreIsLearned((linked: Linked): Map<number, (readonly number[])[]> => {
  const { whole } = linked
  const found = new Map<number, (readonly number[])[]>()
  for (const at of lookupOf(whole).of(Kind.Unary)) {
    if (whole.c[at] !== DELETE) continue
    const round = takenInTurn(linked, at)
    const fn = round?.fn ?? whole.functionOf(at)
    const part = whole.a[at] as number
    found.set(fn, [...(found.get(fn) ?? []), round?.names ?? (whole.kind[part] === Kind.Load ? [whole.b[part] as number] : [])])
  }
  return found
})

function isGiven(linked: Linked, call: number, spot: string): boolean {
  const { whole } = linked
  if (whole.kind[call] !== Kind.Call || whole.args(call).length <= Number(spot[0])) return false
  const { state } = settingAt(linked, call, spot)
  return state !== 'missing' && state !== 'unknown'
}

const frozen = new WeakMap<Linked, boolean>()

/** `Object.freeze(Object.prototype)`, where a file of the program begins. */
function isPrototypeFrozen(linked: Linked): boolean {
  const known = frozen.get(linked)
  if (known !== undefined) return known
  const { whole, values } = linked
  const isShared = (node: number) =>
    whole.kind[node] === Kind.Load && whole.text(whole.b[node] as number) === 'prototype' && values.nameOf(whole.a[node] as number) === 'Object'
  const isFrozen = [...lookupOf(whole).called('freeze')].some((call) => {
    const [first] = whole.args(call)
    return first !== undefined && whole.functionOf(call) < 0 && isShared(first)
  })
  frozen.set(linked, isFrozen)
  return isFrozen
}
