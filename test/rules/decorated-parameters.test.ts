/** What decorators put into parameters: the request, and what a function of the program takes from it. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('a request that only its decorator tells, and decorators of the program’s own', async () => {
  await check(
    {
      'src/stalls.controller.ts': `import { Controller, createParamDecorator, ExecutionContext, Get, Req, Request, Res } from '@nestjs/common'
import { exec } from 'node:child_process'

const Term = createParamDecorator((key: string, context: ExecutionContext) => context.switchToHttp().getRequest().query[key])
const Untyped = createParamDecorator((_, context) => {
  const request = context.switchToHttp().getRequest()
  return request.query
})
const Count = createParamDecorator((_, context: ExecutionContext) => Number(context.switchToHttp().getRequest().query.count))

@Controller('stalls')
export class StallsController {
  @Get('one')
  one(@Req() req) {
    exec('ls ' + req.query.dir) // command-injection: high
  }

  @Get('two')
  two(@Request() request, @Res() res) {
    res.send('<b>' + request.query.dir) // reflected-xss: high
    res.send('<b>' + request.method) // reflected-xss: none
  }

  @Get('three')
  three(@Term('dir') dir: string, @Untyped() query) {
    exec('ls ' + dir) // command-injection: high
    exec('ls ' + query.dir) // command-injection: high
  }

  @Get('four')
  four(@Count() count: number) {
    exec('head -n ' + count) // command-injection: none
  }
}
`,
    },
    { '@nestjs/common': '10.0.0' },
  )
})
