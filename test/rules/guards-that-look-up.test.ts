/** Classes in front of a handler that look up the record which the request names, beside twins that look at something else. */
import { describe, expect, test } from 'vitest'
import { rules } from '../../plugin/rules/index'
import { judge } from '../../plugin/rules/judge'
import { linkDirectory } from '../link/fixture-programs'
import { tree } from '../tree'

const PACKAGE = JSON.stringify({
  name: 'albums',
  version: '1.0.0',
  dependencies: { '@nestjs/common': '10', '@prisma/client': '6', 'class-validator': '0.14' },
})

/** `file:line rule` → confidence. */
async function findingsIn(contents: Record<string, string[]>): Promise<Record<string, string>> {
  const files = Object.entries(contents).map(([name, lines]) => [name, `${lines.join('\n')}\n`])
  const { findings, problems } = judge(rules, await linkDirectory(tree({ 'package.json': PACKAGE, ...Object.fromEntries(files) })))
  expect(problems).toEqual([])
  return Object.fromEntries(findings.map(({ at, rule, confidence }) => [`${at.file}:${at.line} ${rule}`, confidence]))
}

const NEST =
  "import { Body, CanActivate, Controller, Delete, ExecutionContext, ForbiddenException, Get, Injectable, Param, Post, UseGuards } from '@nestjs/common'"
const SIGNED_IN = [
  '@Injectable()',
  'export class SignedIn implements CanActivate {',
  '  canActivate(context: ExecutionContext) { return context.switchToHttp().getRequest().user !== undefined }',
  '}',
]

/** A guard whose answer is given, in front of what removes an album and shows its cover. */
const program = (...body: string[]) => ({
  'guards.ts': [
    NEST,
    "import { PrismaClient } from '@prisma/client'",
    'const prisma = new PrismaClient()',
    ...SIGNED_IN,
    '@Injectable()',
    'export class OfAlbum implements CanActivate {',
    '  async canActivate(context: ExecutionContext) {',
    '    const request = context.switchToHttp().getRequest()',
    ...body,
    '  }',
    '}',
  ],
  'albums.ts': [
    NEST,
    "import { createReadStream } from 'node:fs'",
    "import { PrismaClient } from '@prisma/client'",
    "import { OfAlbum, SignedIn } from './guards'",
    'const prisma = new PrismaClient()',
    "@Controller('albums')",
    'export class Albums {',
    '  @Get()',
    '  @UseGuards(SignedIn)',
    '  mine(@Param() params, request) { return prisma.album.findMany({ where: { ownerId: request.user.id } }) }',
    "  @Delete(':albumId')",
    '  @UseGuards(SignedIn, OfAlbum)',
    "  drop(@Param('albumId') id: string) {",
    '    return prisma.album.delete({ where: { id } })',
    '  }',
    "  @Get(':albumId/cover')",
    '  @UseGuards(SignedIn, OfAlbum)',
    "  cover(@Param('albumId') id: string) {",
    '    return createReadStream(`/srv/albums/cover-of-${id}`)',
    '  }',
    '}',
  ],
})
const DROP = 'albums.ts:14 insecure-direct-object-reference'
const COVER = 'albums.ts:19 path-traversal'
const FINDS = '    const album = await prisma.album.findUnique({ where: { id: request.params.albumId } })'

describe('a guard that is a class', () => {
  test('binds the record that it holds against the caller, and names what else it looks up', async () => {
    const found = await findingsIn(program(FINDS, '    return album?.ownerId === request.user.id'))
    expect(found[DROP]).toBeUndefined()
    expect(found[COVER]).toBe('medium')
  })

  test('may throw where it does not answer', async () => {
    const refuses = '    if (album.ownerId !== request.user.id) throw new ForbiddenException()'
    expect((await findingsIn(program(FINDS, refuses, '    return true')))[DROP]).toBeUndefined()
  })

  test('that only asks whether the record is there binds nobody to it', async () => {
    const found = await findingsIn(program(FINDS, '    return album !== null'))
    expect(found[DROP]).toBeDefined()
    expect(found[COVER]).toBe('medium')
  })

  test('says nothing of a name that it does not look up, nor where it lets everybody pass', async () => {
    const other = '    const account = await prisma.account.findUnique({ where: { id: request.user.id } })'
    expect((await findingsIn(program(other, '    return account.isOpen')))[COVER]).toBe('high')
    const lets = await findingsIn(program(FINDS, '    request.album = album', '    return true'))
    expect(lets[DROP]).toBeDefined()
    expect(lets[COVER]).toBe('high')
  })
})

describe('a body whose class says what its texts look like', () => {
  const taking = (check: string) => ({
    'main.ts': [
      "import { NestFactory } from '@nestjs/core'",
      "import { ValidationPipe } from '@nestjs/common'",
      "import { Albums } from './albums'",
      'NestFactory.create(Albums).then((app) => app.useGlobalPipes(new ValidationPipe({ whitelist: true })))',
    ],
    'albums.ts': [
      NEST,
      "import { IsString, Matches } from 'class-validator'",
      "import { mkdirSync } from 'node:fs'",
      'export class NewAlbum {',
      `  @IsString() ${check}`,
      '  name: string',
      '}',
      "@Controller('albums')",
      'export class Albums {',
      '  @Post()',
      '  add(@Body() body: NewAlbum) {',
      '    mkdirSync(`/srv/albums/${body.name}`)',
      '  }',
      '}',
    ],
  })
  test.each([
    ["@Matches('^[a-z0-9_-]*$')", undefined],
    ["@Matches('^[a-z0-9_-]*$', undefined, { message: 'letters alone' })", undefined],
    ['@Matches(/^[a-z0-9_-]+$/)', undefined],
    ["@Matches('[a-z0-9_-]+')", 'high'],
    ["@Matches('^[a-z0-9_-]*$', 'm')", 'high'],
    ['@Matches(/^.+$/)', 'high'],
  ])('%s', async (check, sure) => {
    expect((await findingsIn(taking(check)))['albums.ts:12 path-traversal']).toBe(sure)
  })
})
