import { expect, test } from 'vitest'
import { tree } from '../../tree'
import { linkDirectory } from '../fixture-programs'

/** What is known of a middleware that is called so and comes from there. */
async function inFront(imported: string): Promise<object | undefined> {
  const { entryPoints } = await linkDirectory(
    tree({
      'package.json': JSON.stringify({ name: 'library', dependencies: { express: '4' } }),
      'app.ts': `import express from 'express'
import ${imported}
const app = express()
app.post('/shelves', graphqlUploadExpress({ maxFiles: 2 }), (request, response) => response.json({}))
app.listen(3000)`,
    }),
  )
  const [guard] = entryPoints.find(({ path }) => path === '/shelves')?.guards ?? []
  return guard && { role: guard.role, isOpaque: guard.opaque ?? false }
}

test('what takes files out of requests to GraphQL turns nobody away', async () => {
  const known = { role: 'parser', isOpaque: false }
  expect(await inFront("graphqlUploadExpress from 'graphql-upload/graphqlUploadExpress.mjs'")).toEqual(known)
  expect(await inFront("{ graphqlUploadExpress } from 'graphql-upload-minimal'")).toEqual(known)
  expect(await inFront("{ authorize as graphqlUploadExpress } from 'some-gateway'")).toEqual({ role: 'other', isOpaque: true })
})
