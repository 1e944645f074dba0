/**
 * Entry points of frameworks that declare them with decorators (NestJS and its kin). In: classes and their decorators. Out:
 * routes with global prefix, version, controller path and the guards of application, class and method; and what listens.
 */
import { Kind } from '../../graph'
import type { Guard, Parameter } from '../../types'
import type { Guards } from '../guards'
import { cite, type Linked } from '../linked'
import type { DecoratorModel } from '../models'
import type { Asking, ByMarks, FoundRoute } from '../routes/index'
import { Applications } from './applications'
import { askingOf, decoratedGuards, inForce } from './class-guards'
import { consumersOf } from './consumers'
import { type Decoration, decorationsOf, decorationsOfClass, type Member, membersOf, optionOf, textsIn } from './decorations'
import { generatedRoutes } from './generated'
import { listeningOf, typeNamesOf } from './listeners'
import { type MarkedDoor, tellOfMarks } from './marked-doors'
import { hasMark, marksOf, metadataOf } from './metadata'
import { routesOf } from './routes'
import { controllerOf, type DecoratedClass, type Surroundings } from './surroundings'

export interface Listener {
  model: DecoratorModel
  library: string
  node: number
  cls: number
  method: string
  /** Topics, events, names of operations. */
  labels: string[]
  /** Namespace, service, or the controller's own name in front of it. */
  through?: string
  /** Names of the types whose fields the class resolves. */
  about?: string[]
  /** Function of the member, -1 where it is none. */
  fn: number
  guards: Guard[]
  /** Functions of these that answer whether it may be run. */
  asks: readonly Asking[]
  byMarks?: ByMarks
  parameters: Parameter[]
  purpose?: string
}

/** Clocks, jobs and events of the program itself: there is no request, and frameworks ask no guard. */
const isRunByProgram = ({ kind, method }: DecoratorModel): boolean => kind === 'schedule' || method === 'JOB' || method === 'ON'

export class Decorated {
  constructor(
    private readonly linked: Linked,
    private readonly guards: Guards,
  ) {}

  find(): { routes: FoundRoute[]; listeners: Listener[]; applicationWide: Guard[] } {
    const { linked, guards } = this
    const applications = new Applications(linked, guards)
    const around: Surroundings = { linked, guards, applications, consumers: consumersOf(linked, guards, applications) }
    const routes: FoundRoute[] = []
    const listeners: Listener[] = []
    const marked: MarkedDoor[] = []
    linked.whole.classes.forEach((fact, cls) => {
      if (fact.decorators.length === 0 && !fact.members.some(({ decorators }) => decorators.length > 0)) return
      const decorations = decorationsOfClass(linked, cls)
      const owner = { cls, decorations, controller: controllerOf(decorations) }
      for (const member of membersOf(linked, cls)) {
        if (member.decorators.length === 0) continue
        const own = decorationsOf(linked, member.decorators)
        for (const decoration of own) {
          if (decoration.model.decorator === 'listen') {
            const listener = this.listener(around, owner, member, decoration, own)
            listeners.push(listener)
            // Fields of types are resolved behind the operation that leads to them.
            if (!isRunByProgram(decoration.model) && decoration.model.method !== 'FIELD')
              marked.push(...markedDoors(around, owner, member, own, 'providers', [listener]))
          } else if (decoration.model.decorator === 'route' && (owner.controller || own.some(({ model }) => model.decorator === 'path'))) {
            const found = routesOf(around, owner, member, decoration, own)
            routes.push(...found)
            marked.push(...markedDoors(around, owner, member, own, 'controllers', found))
          }
        }
      }
      if (owner.controller) routes.push(...generatedRoutes(around, owner))
    })
    tellOfMarks(
      linked,
      marked,
      applications.all.flatMap((settings) => settings.guards),
    )
    return { routes, listeners, applicationWide: applications.all.flatMap((settings) => settings.guards.map(({ guard }) => guard)) }
  }

  private listener(around: Surroundings, { cls, decorations }: DecoratedClass, member: Member, decoration: Decoration, own: Decoration[]): Listener {
    const { linked, guards, applications } = around
    const { whole } = linked
    const { labels, through } = listeningOf(linked, decorations, decoration)
    const about = decorations.filter(({ model }) => model.decorator === 'type').flatMap((ofType) => typeNamesOf(linked, ofType))
    const settings = applications.of(cls, 'providers')[0]?.settings
    const [purpose] = [...optionOf(linked, decoration, 'description'), ...optionOf(linked, decoration, 'summary')].flatMap((node) =>
      textsIn(linked, decoration, node),
    )
    const metadata = metadataOf(linked, [...own, ...decorations])
    const isOpen =
      hasMark(linked, [...(whole.classes[cls]?.decorators ?? []), ...member.decorators]) || own.some(({ model }) => model.decorator === 'public')
    const inFront = isRunByProgram(decoration.model)
      ? []
      : [...(settings?.guards ?? []), ...decoratedGuards(linked, guards, decorations, 'class'), ...decoratedGuards(linked, guards, own, 'route')]
    return {
      model: decoration.model,
      library: decoration.library,
      node: decoration.node,
      cls,
      method: member.name,
      labels,
      ...(through === undefined ? {} : { through }),
      ...(about.length > 0 ? { about } : {}),
      fn: member.node >= 0 && whole.kind[member.node] === Kind.Function ? (whole.a[member.node] as number) : -1,
      guards: inForce(inFront, metadata, isOpen),
      asks: askingOf(inFront, metadata, isOpen),
      parameters: [],
      ...(purpose ? { purpose } : {}),
    }
  }
}

/** A method that is marked with what callers need, with what stands in front of it. */
function markedDoors(
  { linked, guards, applications }: Surroundings,
  { cls, decorations }: DecoratedClass,
  member: Member,
  own: readonly Decoration[],
  kind: 'controllers' | 'providers',
  doors: readonly { byMarks?: ByMarks }[],
): MarkedDoor[] {
  const marks = marksOf(linked, [...own, ...decorations])
  if (marks.size === 0 || doors.length === 0) return []
  const [nearest] = own
  return [
    {
      marks,
      inFront: [
        ...applications.of(cls, kind).flatMap(({ settings }) => settings.guards),
        ...decoratedGuards(linked, guards, decorations, 'class'),
        ...decoratedGuards(linked, guards, own, 'route'),
      ],
      decorators: [...member.decorators, ...(linked.whole.classes[cls]?.decorators ?? [])],
      handler: cite(linked, member.node >= 0 ? member.node : (nearest?.node as number)),
      tell: (found) => {
        for (const door of doors) door.byMarks = found
      },
    },
  ]
}
