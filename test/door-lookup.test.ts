/** Doors by what people type. */
import { expect, test } from 'vitest'
import { findDoor, unknownDoor } from '../plugin/door-lookup'
import { anEntryPoint } from './program'

const doors = [
  anEntryPoint({ method: 'GET', path: '/users/:id' }),
  anEntryPoint({ method: 'DELETE', path: '/users/:id' }),
  anEntryPoint({ method: 'GET', path: '/users/me' }),
  anEntryPoint({ method: 'POST', path: '/rest/user/login' }),
  anEntryPoint({ method: 'GET', path: '/api/*' }),
  anEntryPoint({ kind: 'graphql', method: 'MUTATION', path: 'addNote' }),
  anEntryPoint({ kind: 'queue', method: 'JOB', path: 'invoices' }),
  anEntryPoint({ kind: 'static', method: 'GET', path: '/files' }),
]

test.each([
  ['POST /rest/user/login', 'POST /rest/user/login'],
  ['post  /rest/user/login/', 'POST /rest/user/login'],
  ['/rest/user/login', 'POST /rest/user/login'],
  ['login', 'POST /rest/user/login'],
  ['user/login', 'POST /rest/user/login'],
  ['GET /users/me', 'GET /users/me'],
  ['GET /users/42', 'GET /users/:id'],
  ['DELETE /users/{id}', 'DELETE /users/:id'],
  ['mutation addNote', 'MUTATION addNote'],
  ['addnote', 'MUTATION addNote'],
  ['queue invoices', 'JOB invoices'],
  ['invoices', 'JOB invoices'],
  ['POST /users/me', undefined],
  ['/files', undefined],
  ['signup', undefined],
])('%s', (asked, found) => {
  const door = findDoor(doors, asked).found
  expect(door && `${door.method} ${door.path}`).toBe(found)
})

test('what is not there leads to what is nearest', () => {
  expect(unknownDoor(doors, 'POST /rest/user/logn')).toMatch(
    /^"POST \/rest\/user\/logn" is not an entry point of this code\. Nearest: "POST \/rest\/user\/login", /,
  )
  expect(unknownDoor([], 'POST /x')).toContain('it has none')
})
