/** Addresses whose host has to be one of a list, beside those that are only asked to be addresses. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('by class-validator', async () => {
  await check(
    {
      'pictures.ts': `
import { Controller, Get, Query, ValidationPipe, UsePipes } from '@nestjs/common'
import { IsUrl } from 'class-validator'
const HOME = process.env.HOME_PAGE
class Listed {
  @IsUrl({ require_protocol: true, host_whitelist: ['pictures.example.org', new URL(HOME).hostname] })
  url: string
}
class Local {
  @IsUrl({ require_protocol: true, host_whitelist: ['127.0.0.1', 'localhost', 'pictures.example.org'] })
  url: string
}
class Plain {
  @IsUrl({ require_protocol: true })
  url: string
}
class Loose {
  @IsUrl({ host_whitelist: [/example.org/] })
  url: string
}
@Controller('pictures')
@UsePipes(new ValidationPipe())
export class Pictures {
  @Get('listed')
  listed(@Query() query: Listed) {
    return fetch(query.url) // server-side-request-forgery: low
  }
  @Get('local')
  local(@Query() query: Local) {
    return fetch(query.url) // server-side-request-forgery: medium
  }
  @Get('plain')
  plain(@Query() query: Plain) {
    return fetch(query.url) // server-side-request-forgery: high
  }
  @Get('loose')
  loose(@Query() query: Loose) {
    return fetch(query.url) // server-side-request-forgery: high
  }
}
`,
    },
    { '@nestjs/common': '10', '@nestjs/core': '10', 'class-validator': '0.14' },
  )
})

test('by validator', async () => {
  await check(
    {
      'app.js': `
const express = require('express')
const validator = require('validator')
const app = express()
app.get('/listed', async (req, res) => {
  const { at } = req.query
  if (!validator.isURL(at, { host_whitelist: ['example.org'] })) return res.status(400).end()
  res.redirect(at) // open-redirect: low
})
app.get('/inside', async (req, res) => {
  if (validator.isURL(req.query.at, { host_whitelist: ['example.org', '10.0.0.8'] })) await fetch(req.query.at) // server-side-request-forgery: medium
  else await fetch(req.query.at) // server-side-request-forgery: high
  res.end()
})
app.get('/plain', async (req, res) => {
  const { at } = req.query
  if (!validator.isURL(at)) return res.status(400).end()
  res.redirect(at) // open-redirect: high
})
`,
    },
    { express: '4', validator: '13' },
  )
})
