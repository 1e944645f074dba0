/** What containers hand out for tokens, and guards that are found through them. */
import { describe, expect, test } from 'vitest'
import { endpoints, probed, type Sources } from './small-programs'

/** What the library's own path says, whatever is bound. */
const LIBRARY = 'inversify.Container!.get().now()'

describe('what a container hands out for a token', () => {
  const clocks = `class SystemClock { now() { return 'a' } } class OtherClock { now() { return 'b' } }`
  const nest = (provider: string, asked = `'CLOCK'`) => `${clocks} import { Inject } from '@nestjs/common'
    const providers = [{ provide: 'CLOCK', ${provider} }]
    class Login { constructor(@Inject(${asked}) private clock: Clock) {} run() { probe('x', this.clock.now()) } }`
  const inversify = (binding: string, asked: string) => `${clocks} import { Container, inject } from 'inversify'
    const TYPES = { Clock: Symbol.for('Clock'), Other: Symbol.for('Other') }
    const container = new Container()
    container.bind(TYPES.Clock)${binding}
    class Login { constructor(@inject(TYPES.Clock) private clock: Clock) {} run() { ${asked} } }`
  test.each<[string, string, string[]]>([
    ['a class', nest('useClass: SystemClock'), [`'a'`]],
    ['what a function makes', nest('useFactory: () => new SystemClock()'), [`'a'`]],
    ['an instance', nest('useValue: new SystemClock()'), [`'a'`]],
    ['nothing for another token', nest('useClass: SystemClock', `'WATCH'`), []],
    ['a bound class', inversify('.to(SystemClock)', `probe('x', this.clock.now())`), [`'a'`]],
    ['a bound function', inversify('.toDynamicValue(() => new SystemClock())', `probe('x', this.clock.now())`), [`'a'`]],
    [
      'what the container is asked for',
      inversify('.toConstantValue(new SystemClock())', `probe('x', container.get(TYPES.Clock).now())`),
      [`'a'`, LIBRARY],
    ],
    ['nothing for a symbol of another name', inversify('.to(SystemClock)', `probe('x', container.get(TYPES.Other).now())`), [LIBRARY]],
  ])('%s', (_, source, values) => expect(probed(source)).toEqual(values))
})

const inversify = (guard: string): Sources => ({
  'auth.ts': `import { BaseMiddleware } from 'inversify-express-utils'
    export class Auth extends BaseMiddleware { handler(request, response, next) { if (!request.header('authorization')) return response.status(401).end(); next() } }
    export class Log extends BaseMiddleware { handler(request, response, next) { console.log(request.method); next() } }`,
  'container.ts': `import { Container } from 'inversify'
    import { Auth, Log } from './auth'
    export const TYPES = { Auth: Symbol.for('Auth'), Log: Symbol.for('Log') }
    const container = new Container()
    container.bind(TYPES.Auth).toDynamicValue((context) => { return new Auth(context) })
    container.bind(TYPES.Log).to(Log)`,
  'lamps.ts': `import { controller, httpGet } from 'inversify-express-utils'
    import { TYPES } from './container'
    @controller('/lamps')
    export class Lamps { @httpGet('/'${guard}) list(request, response) { response.json([]) } }`,
})

test('middleware that is named by a token does what is bound to it', () => {
  expect(endpoints(inversify(', TYPES.Auth'))).toEqual(['GET /lamps auth=yes'])
  expect(endpoints(inversify(', TYPES.Log'))).toEqual(['GET /lamps auth=no'])
})

const nest = (inner: string, answer = 'this.inner.canActivate(context)'): Sources => ({
  'lamps.ts': `import { Controller, Get, Inject, UseGuards } from '@nestjs/common'
    import { AuthGuard } from '@nestjs/passport'
    class Jwt extends AuthGuard('jwt') { constructor(private secret: string) { super() } }
    class Anyone { canActivate() { return true } }
    const providers = [{ provide: 'INNER', useFactory: (secret: string) => new ${inner}(secret) }]
    class Outer { constructor(@Inject('INNER') private inner: Guarding) {} canActivate(context) { return ${answer} } }
    @Controller('lamps')
    export class Lamps { @Get() @UseGuards(Outer) list() { return [] } }`,
})

test('a guard that hands on to one the container gave it asks what that one asks', () => {
  expect(endpoints(nest('Jwt'))).toEqual(['GET /lamps auth=yes'])
  expect(endpoints(nest('Anyone'))).toEqual(['GET /lamps auth=no'])
  expect(endpoints(nest('Jwt', 'true'))).toEqual(['GET /lamps auth=no'])
})
