/** What models say of decorators. The paths are those of their factories. */
import Joi from 'joi'
import type { EntryPointKind, Guard } from '../types'

export interface DecoratorModel {
  decorator:
    | 'controller'
    | 'route'
    /** A path of its own beside the method's decorator: `@GET @Path('x')`. */
    | 'path'
    | 'guards'
    | 'pipes'
    | 'public'
    | 'roles'
    | 'version'
    | 'parameter'
    | 'interceptors'
    | 'listen'
    | 'module'
    | 'skip'
    /** Sets a key that guards look up. */
    | 'metadata'
    /** Its arguments are controllers that stand in this one's path. */
    | 'children'
    /** Settings of an application, written on its class. */
    | 'settings'
    /** What the class listens on is in a namespace: `@WebSocketGateway({ namespace })`. */
    | 'namespace'
    /** The type whose fields the class resolves: `@Resolver(() => User)`. */
    | 'type'
    /** Registers the usual routes of a resource, and what replaces one of them. */
    | 'generator'
    | 'override'
    /** Tells readers what a handler is for. */
    | 'describes'
    /** A status with which a handler answers. */
    | 'answers'
  /** Of `skip`: what does not hold here. Of `roles`: what is asked, where that is not told by its arguments. */
  role?: Guard['role']
  /** A word, or the argument that says it. */
  method?: string
  in?: string
  kind?: EntryPointKind
  /** Argument with the path, 0 where it is not given. */
  path?: string
  /** Argument from which on guards follow. */
  guards?: number
  /** Of `parameter`: without a name in the decorator, the variable's is meant, not all of the place. */
  named?: boolean
  /** A parameter that is a file. */
  upload?: boolean
  /** Of `answers`: the argument with the status, the status itself, and the media type. */
  status?: string
  answer?: number
  media?: string
}

export function decoratorKeys(kind: Joi.Schema, role: Joi.Schema) {
  const argument = Joi.number()
    .integer()
    .min(0)
    .custom((value) => String(value))
  return {
    is: Joi.array().items(Joi.string()).single().required(),
    decorator: Joi.string()
      .valid(
        'controller',
        'route',
        'path',
        'guards',
        'pipes',
        'public',
        'roles',
        'version',
        'parameter',
        'interceptors',
        'listen',
        'module',
        'skip',
        'metadata',
        'children',
        'settings',
        'namespace',
        'type',
        'generator',
        'override',
        'describes',
        'answers',
      )
      .required(),
    method: Joi.alternatives(argument, Joi.string()),
    in: Joi.string().valid('path', 'query', 'body', 'json', 'form', 'header', 'cookie', 'file'),
    kind,
    role,
    path: argument,
    guards: Joi.number().integer().min(0),
    named: Joi.boolean(),
    upload: Joi.boolean(),
    status: argument,
    answer: Joi.number().integer(),
    media: Joi.string(),
  }
}
