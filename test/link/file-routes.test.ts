/** Names of files as paths, and what handlers read that stand where a framework looks for them. */
import { describe, expect, test } from 'vitest'
import { covers } from '../../plugin/link/file-routes/middleware'
import { spelled } from '../../plugin/link/file-routes/spelling'
import { linkSources, type Sources } from './small-programs'

describe('names of files', () => {
  test.each([
    ['users/[id]/index', '/users/:id'],
    ['index/index', '/index'],
    ['(shop)/@cart/items/[[...rest]]', '/items/:rest*'],
    ['[[lang]]/help', '/:lang?/help'],
    ['posts/[user-id]', '/posts/{user-id}'],
    ['[x+2e]well-known/[id=int].json', '/.well-known/:id.json'],
    ['feed/(.)photo/[id]', undefined],
  ])('in brackets: %s', (name, path) => expect(spelled(name, 'brackets')).toBe(path))

  test.each([
    ['_index', '/'],
    ['users.$id_.edit', '/users/:id/edit'],
    ['_auth.login', '/login'],
    ['_auth', undefined],
    ['files.$', '/files/:splat*'],
    ['($lang).about', '/:lang?/about'],
    ['robots[.]txt', '/robots.txt'],
    ['__shop/cart/index', '/cart'],
    ['app+/teams.$team+/edit', '/app/teams/:team/edit'],
    ['teams.$team/route', '/teams/:team'],
  ])('flat: %s', (name, path) => expect(spelled(name, 'flat')).toBe(path))

  test('two brackets take the rest where a framework says so', () => expect(spelled('files/[[path]]', 'double brackets')).toBe('/files/:path*'))
})

test.each([
  ['/api/:path*', '/api/users', true],
  ['/api/:path*', '/news', false],
  ['/((?!api|_next/static).*)', '/api/users', false],
  ['/((?!api|_next/static).*)', '/account/:id', true],
  ['/((?!.*\\.png$).*)', '/logo.png', false],
  // Nobody waits for an expression that repeats what repeats; it is taken to cover.
  ['/((?!(a+)+$).*)', `/${'a'.repeat(60)}!`, true],
])('matcher %s and %s', (matcher, path, sees) => expect(covers(matcher, path)).toBe(sees))

test('a rewrite of Next.js is another address of what it leads to', () => {
  const { entryPoints } = linkSources({
    'next.config.js': `module.exports = { async rewrites() { return { beforeFiles: [{ source: '/v1/:rest*', destination: '/api/:rest*' }] } } }`,
    'app/api/users/route.ts': 'export const GET = () => new Response()',
    'app/feed/route.ts': 'export const GET = () => new Response()',
  })
  expect(entryPoints.map(({ path, notes }) => `${path} ${notes.join()}`).sort()).toEqual([
    '/api/users Also answers /v1/:rest*: a rewrite leads here',
    '/feed ',
  ])
})

describe('what handlers read', () => {
  const parameters = (sources: Sources) =>
    linkSources(sources).entryPoints.map(
      ({ method, path, parameters: read }) => `${method} ${path} ${read.map((parameter) => `${parameter.in}:${parameter.name}`).join(' ')}`,
    )

  test.each<[string, Sources, string[]]>([
    [
      'Next.js, handlers that a wrapper of the program calls with an object of its own',
      {
        'lib/body.ts': `import * as z from 'zod/v4'
          export const item = z.object({ title: z.string(), price: z.number() })
          export const bodyOf = async (request: Request) => { try { return await request.json() } catch { throw new Error('No JSON') } }
          export const signedIn = (handler) => async (request: Request) => handler({ request, user: 'ann' })`,
        'app/api/items/route.ts': `import { bodyOf, item, signedIn } from '../../../lib/body'
          export const POST = signedIn(async ({ request }) => { const { title } = item.parse(await bodyOf(request)); return Response.json(title) })`,
        'app/api/pages/route.ts': `import { signedIn } from '../../../lib/body'
          export const POST = signedIn(async ({ request }) => { const { page } = await request.json(); return Response.json(page) })`,
      },
      ['POST /api/items json:price json:title', 'POST /api/pages json:page'],
    ],
    [
      'Next.js, without a type',
      {
        'app/api/items/[id]/route.ts': `export async function GET(request, { params }) { return Response.json([request.nextUrl.searchParams.get('page'), request.headers.get('x-shop'), (await params).id]) }`,
      },
      ['GET /api/items/:id path:id query:page header:x-shop'],
    ],
    [
      'Next.js forms',
      {
        'app/actions.ts': `'use server'\nexport async function save(form: FormData) { return form.get('title') }\nexport async function remove(id) { return id }`,
      },
      ['ACTION remove body:id', 'ACTION save form:title'],
    ],
    [
      'Nuxt, without an import',
      {
        'nuxt.config.ts': 'export default {}',
        'server/api/notes.put.ts': `export default defineEventHandler(async (event) => { const { text } = await readBody(event); return [text, getCookie(event, 'sid'), getQuery(event).draft] })`,
      },
      ['PUT /api/notes query:draft body:text cookie:sid'],
    ],
    [
      'SvelteKit',
      {
        'src/routes/notes/[id]/+server.ts': `export const PUT = async ({ params, url, cookies }) => new Response(params.id + url.searchParams.get('mode') + cookies.get('sid'))`,
      },
      ['PUT /notes/:id path:id query:mode cookie:sid'],
    ],
    [
      'Astro pages',
      { 'src/pages/find/[topic].astro': `---\nconst { topic } = Astro.params\nconst q = Astro.url.searchParams.get('q')\n---\n<p>{topic} {q}</p>` },
      ['GET /find/:topic path:topic query:q'],
    ],
    [
      'Remix',
      {
        'app/routes/find.$topic.tsx': `export async function loader({ request, params }) { return [params.topic, new URL(request.url).searchParams.get('q')] }`,
      },
      ['GET /find/:topic path:topic query:q'],
    ],
  ])('%s', (_, sources, wanted) => expect(parameters(sources).sort()).toEqual(wanted))
})
