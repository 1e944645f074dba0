/** Loggers that write each entry escaped, beside those that write a text as it is; errors of what Node.js opens, beside what came in there. */
import { test } from 'vitest'
import { check } from './marked-lines'

const server = (found: string) => `
import express from 'express'
import { logger } from './logger.js'
const app = express()
app.get('/x', (req, res) => {
  logger.warn('odd name ' + req.query.name) // log-injection: ${found}
  logger.info(\`odd name \${req.query.name}\`) // log-injection: ${found}
  console.log('odd name ' + req.query.name) // log-injection: medium
  res.end()
})
`
const DEPENDENCIES = { express: '4', winston: '3' }

test.each([
  ['no format at all', 'winston.createLogger({ transports: [new winston.transports.Console()] })', 'none'],
  [
    'JSON',
    'winston.createLogger({ format: format.combine(format.timestamp(), format.json()), transports: [new winston.transports.Console()] })',
    'none',
  ],
  [
    'either of two',
    'winston.createLogger({ format: process.env.JSON ? format.combine(format.timestamp(), format.json()) : format.prettyPrint() })',
    'none',
  ],
  ['a name for it', 'winston.createLogger({ format: lines })\nconst lines = format.combine(format.errors({ stack: true }), format.json())', 'none'],
  ['simple', 'winston.createLogger({ format: format.simple() })', 'medium'],
  ['one of two', 'winston.createLogger({ format: process.env.JSON ? format.json() : format.cli() })', 'medium'],
  ['a text of its own', 'winston.createLogger({ format: format.combine(format.json(), format.printf((entry) => entry.message)) })', 'medium'],
  ['something else last', 'winston.createLogger({ format: format.combine(format.json(), format.colorize({ all: true })) })', 'medium'],
  [
    'a transport of another mind',
    'winston.createLogger({ format: format.json(), transports: [new winston.transports.Console({ format: format.simple() })] })',
    'medium',
  ],
  [
    'a transport added later',
    'winston.createLogger({ format: format.json() })\nlogger.add(new winston.transports.Console({ format: format.simple() }))',
    'medium',
  ],
  ['options from elsewhere', 'winston.createLogger(JSON.parse(process.env.LOGGER))', 'medium'],
  ['options from elsewhere among others', 'winston.createLogger({ ...JSON.parse(process.env.LOGGER) })', 'medium'],
  [
    'a format from elsewhere',
    'winston.createLogger({ format: formatOf(process.env.LINES) })\nfunction formatOf(name) { return format[name]() }',
    'medium',
  ],
])('%s', async (_, made, found) => {
  await check({ 'app.js': server(found), 'logger.js': `import winston, { format } from 'winston'\nexport const logger = ${made}\n` }, DEPENDENCIES)
})

test('another logger of the program writes as it likes', async () => {
  await check(
    {
      'app.js': server('none'),
      'logger.js': `import winston, { format } from 'winston'
export const logger = winston.createLogger({ format: format.json(), transports: [new winston.transports.Console()] })
`,
      'tools/logger.js': `import winston, { format } from 'winston'
export const logger = winston.createLogger({ format: format.simple() })
`,
      'tools/app.js': server('medium'),
    },
    DEPENDENCIES,
  )
})

const nest = (otherwise: string, found: string) => ({
  'app.module.ts': `
import { Module } from '@nestjs/common'
import { WinstonModule } from 'nest-winston'
import { transports, format } from 'winston'
import { Names } from './names.controller'
const { combine, timestamp, prettyPrint, json, simple } = format
@Module({
  imports: [
    WinstonModule.forRootAsync({
      useFactory: () => ({
        transports: [new transports.Console()],
        format: process.env.JSON ? combine(timestamp(), json()) : combine(timestamp(), ${otherwise}),
      }),
    }),
  ],
  controllers: [Names],
})
export class AppModule {}
`,
  'names.controller.ts': `
import { Controller, Get, Inject, Query } from '@nestjs/common'
import { WINSTON_MODULE_PROVIDER } from 'nest-winston'
import { Logger } from 'winston'
@Controller('names')
export class Names {
  constructor(@Inject(WINSTON_MODULE_PROVIDER) private readonly logger: Logger) {}
  @Get()
  list(@Query('name') name: string) {
    this.logger.warn(\`odd name \${name}\`) // log-injection: ${found}
    return []
  }
}
`,
})

test.each([
  ['prettyPrint()', 'none'],
  ['simple()', 'medium'],
])('a logger that NestJS hands out, %s', async (otherwise, found) => {
  await check(nest(otherwise, found), { '@nestjs/common': '10', '@nestjs/core': '10', 'nest-winston': '1', winston: '3' })
})

test('the text of an error of a socket is its own', async () => {
  await check({
    'app.js': `
import net from 'node:net'
import dgram from 'node:dgram'
net.createServer((socket) => {
  socket.on('error', (error) => console.warn('socket: ' + error.message)) // log-injection: none
  socket.on('data', (data) => console.warn('socket: ' + data)) // log-injection: medium
}).listen(7)
const socket = dgram.createSocket('udp4')
socket.on('error', (error) => {
  console.warn(\`socket: \${error.message}\`) // log-injection: none
})
socket.on('message', (message) => {
  console.warn(\`socket: \${message}\`) // log-injection: medium
})
`,
  })
})

test('errors of a parser of forms are its own, and what it reads is not', async () => {
  await check(
    {
      'app.js': `
import express from 'express'
import busboy from 'busboy'
const app = express()
app.post('/x', (req, res) => {
  const parser = busboy({ headers: req.headers })
  parser.on('error', (error) => console.warn('form: ' + error.message)) // log-injection: none
  parser.on('field', (name, value) => console.warn('form: ' + value)) // log-injection: medium
  req.pipe(parser)
})
app.listen(80)
`,
    },
    { express: '4', busboy: '1' },
  )
})

test('objects are shown with their texts quoted, by whatever writes them', async () => {
  await check({
    'app.js': `
import express from 'express'
const app = express()
app.use(express.json())
const tell = (what, value) => console.log(what, value) // log-injection: none
app.post('/x', (req, res) => {
  console.log('asked', req.body) // log-injection: none
  tell('asked', req.query)
  const { body } = req
  console.error(body) // log-injection: none
  console.log('asked', req.body.name) // log-injection: medium
  console.log('asked ' + req.body) // log-injection: medium
  for (const [name] of Object.entries(req.body)) console.log(name) // log-injection: medium
  res.end()
})
app.listen(80)
`,
  })
})

test.each([
  ['pino', 'none', {}],
  ['bunyan', 'none', {}],
  ['pino', 'medium', { 'pino-pretty': '13' }],
])('what %s writes is JSON: %s', async (library, found, further) => {
  await check(
    {
      'app.js': `
import express from 'express'
import make from '${library}'
const logger = make({ name: 'shop' })
const app = express()
app.get('/x', (req, res) => {
  logger.info('odd name ' + req.query.name) // log-injection: ${found}
  res.end()
})
app.listen(80)
`,
    },
    { express: '4', [library]: '1', ...(further as Record<string, string>) },
  )
})
