/** Expressions of XPath, filters of directories, headers and logs, as frameworks and libraries other than the usual ones hand them on. */
import { test } from 'vitest'
import { check } from './marked-lines'

const DEPENDENCIES = {
  express: '4',
  fastify: '5',
  '@nestjs/common': '10',
  activedirectory2: '2',
  'passport-ldapauth': '3',
  jsdom: '24',
  'saxon-js': '2',
}

const inHandler = (line: string) => `const AD = require('activedirectory2').promiseWrapper
  const { JSDOM } = require('jsdom')
  const saxon = require('saxon-js')
  const directory = new AD({ url: 'ldaps://directory.test', baseDN: 'dc=test' })
  const app = require('express')()
  app.get('/people', async (req, res) => {
    ${line}
    res.end()
  })
  app.listen(8080)`

test.each([
  ['a filter of a promise', "await directory.findGroups({ filter: '(cn=' + req.query.name + ')' }) // ldap-injection: high"],
  ['a filter that is written out', "await directory.findGroups({ filter: '(cn=staff)' }) // ldap-injection: none"],
  ['an expression of Saxon', 'saxon.XPath.evaluate(`//a[@b="${req.query.name}"]`, null) // xpath-injection: high'],
  [
    'an expression of a page on the server',
    'new JSDOM("<a/>").window.document.evaluate(`//a[@b="${req.query.name}"]`, null) // xpath-injection: high',
  ],
  ['a number in an expression', 'saxon.XPath.evaluate(`//a[${Number(req.query.place)}]`, null) // xpath-injection: none'],
  ['the name of a header', "res.setHeader(req.query.name, 'x') // header-injection: medium"],
  ['the name of a header is no address', "res.set('X-' + req.query.name, 'x') // open-redirect: none"],
  ['headers in an object', 'res.set({ Location: req.query.next }) // open-redirect: high'],
])('%s', (_, line) => check({ 'app.js': inHandler(line) }, DEPENDENCIES))

test('where a login looks, by the request', () =>
  check(
    {
      'app.js': `const passport = require('passport')
  const Strategy = require('passport-ldapauth')
  passport.use(new Strategy((req, done) => {
    const unit = req.body.unit
    done(null, { server: { url: 'ldaps://directory.test', searchBase: 'ou=' + unit, searchFilter: '(uid={{username}})' } }) // ldap-injection: high
  }))
  passport.use('fixed', new Strategy((req, done) => done(null, { server: { url: 'ldaps://directory.test', searchBase: 'ou=staff' } }))) // ldap-injection: none`,
    },
    DEPENDENCIES,
  ))

test('streams of HTTP/2', () =>
  check(
    {
      'app.js': `const server = require('node:http2').createSecureServer({})
  server.on('stream', (stream, headers) => {
    const { searchParams } = new URL(headers[':path'], 'https://shop.test')
    stream.respond({ ':status': 302, location: searchParams.get('next') }) // open-redirect: high
  })
  server.on('stream', (stream) => stream.respond({ ':status': 302, location: '/home' })) // open-redirect: none
  server.listen(8443)`,
    },
    DEPENDENCIES,
  ))

test('loggers of NestJS write texts, those of Fastify JSON', () =>
  check(
    {
      'people.ts': `import { Controller, Get, Logger, Query } from '@nestjs/common'
  @Controller('people')
  export class People {
    private readonly logger = new Logger(People.name)
    @Get() find(@Query('name') name: string) {
      this.logger.log('asked for ' + name) // log-injection: medium
      this.logger.log('asked') // log-injection: none
    }
  }`,
      'app.js': `const app = require('fastify')({ logger: true })
  app.get('/people', (request, reply) => {
    request.log.info('asked for ' + request.query.name) // log-injection: none
    console.log('asked for ' + request.query.name) // log-injection: medium
    reply.send('x')
  })
  app.listen({ port: 8080 })`,
    },
    DEPENDENCIES,
  ))
