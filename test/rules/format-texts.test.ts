/** What a format text begins with stands in front of everything that is put into it. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('an address behind a beginning of the program’s own stays on its host', () =>
  check(
    {
      'app.ts': [
        "import { format } from 'node:util'",
        "import axios from 'axios'",
        "import express from 'express'",
        "import { sprintf } from 'sprintf-js'",
        "const stock = axios.create({ baseURL: 'http://stock.internal' })",
        'const app = express()',
        'class Shelves {',
        "  private readonly ONE = 'shelves/%(shelf)s/books'",
        "  private readonly ANY = '%(shelf)s/books'",
        '  one = (shelf: string) => stock.get(sprintf(this.ONE, { shelf })) // server-side-request-forgery: none',
        '  any = (shelf: string) => stock.get(sprintf(this.ANY, { shelf })) // server-side-request-forgery: high',
        '}',
        'const shelves = new Shelves()',
        "app.get('/a', async (req, res) => res.json((await shelves.one(req.query.shelf as string)).data))",
        "app.get('/b', async (req, res) => res.json((await shelves.any(req.query.shelf as string)).data))",
        "app.get('/c', async (req, res) => res.json((await stock.get(format('books/%s', req.query.id))).data)) // server-side-request-forgery: none",
        "app.get('/d', async (req, res) => res.json((await stock.get(format('%s/books', req.query.id))).data)) // server-side-request-forgery: high",
        "app.get('/e', async (req, res) => res.json((await axios.get(format('http://%s.example.com/', req.query.id))).data)) // server-side-request-forgery: high",
      ].join('\n'),
    },
    { express: '4', axios: '1', 'sprintf-js': '1' },
  ))

test('a class has the text that stands in it, whoever hands its objects out', () =>
  check(
    {
      'shelves.ts': [
        "import axios from 'axios'",
        "import { sprintf } from 'sprintf-js'",
        "const stock = axios.create({ baseURL: 'http://stock.internal' })",
        'export class Shelves {',
        "  private ONE = 'shelves/%(shelf)s/books'",
        "  private base = 'shelves'",
        '  at(base: string) { this.base = base }',
        '  one(shelf: string) { return stock.get(sprintf(this.ONE, { shelf })) } // server-side-request-forgery: none',
        "  other(shelf: string) { return stock.get(sprintf('%(base)s/%(shelf)s', { base: this.base, shelf })) } // server-side-request-forgery: high",
        '}',
      ].join('\n'),
      'app.ts': [
        "import { NestFactory } from '@nestjs/core'",
        "import { Controller, Get, Injectable, Module, Param, Query } from '@nestjs/common'",
        "import { Shelves } from './shelves'",
        '@Injectable()',
        'export class Keeper {',
        '  constructor(private readonly shelves: Shelves) {}',
        '  look(shelf: string) { return this.shelves.one(shelf) }',
        '}',
        "@Controller('shelves')",
        'export class ShelvesController {',
        '  constructor(private readonly shelves: Shelves) {}',
        "  @Get(':shelf') one(@Param('shelf') shelf: string) { return this.shelves.one(shelf) }",
        "  @Get('other') other(@Query('shelf') shelf: string) { return this.shelves.other(shelf) }",
        '}',
        '@Module({ controllers: [ShelvesController], providers: [Shelves, Keeper] }) export class App {}',
        'export async function start() {',
        '  const app = await NestFactory.create(App)',
        '  const keeper: Keeper = app.get<Keeper>(Keeper)',
        "  await keeper.look('1')",
        '  await app.listen(3000)',
        '}',
      ].join('\n'),
    },
    { '@nestjs/core': '10', '@nestjs/common': '10', axios: '1', 'sprintf-js': '1' },
  ))
