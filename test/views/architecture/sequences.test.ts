/** The page of sequence diagrams: what is drawn, what is listed, what was asked for and is not there. */
import { expect, test } from 'vitest'
import type { Interaction } from '../../../plugin/types'
import { rowsOf, sequenceDiagram, sequences } from '../../../plugin/views/architecture/sequences'
import { aContext, anEntryPoint, at } from '../../program'

const interaction: Interaction = {
  entry: 'POST /login',
  because: 'login',
  at: at('app.js:1'),
  participants: [
    { id: 'caller', name: 'Client', kind: 'caller' },
    { id: 'app', name: 'app.js', kind: 'entry' },
    { id: 'log', name: 'log.js', kind: 'module' },
    { id: 'store', name: 'PostgreSQL', kind: 'store' },
  ],
  steps: [
    { kind: 'call', from: 'caller', to: 'app', label: 'POST /login', awaited: false, at: at('app.js:1') },
    { kind: 'call', from: 'app', to: 'store', label: 'reads users (find)', awaited: true, at: at('app.js:2') },
    {
      kind: 'optional',
      condition: 'verbose',
      at: at('app.js:3'),
      steps: [{ kind: 'call', from: 'app', to: 'log', label: 'note', awaited: false, detail: true, at: at('app.js:3') }],
    },
    {
      kind: 'alternatives',
      branches: [
        {
          condition: 'no user',
          at: at('app.js:4'),
          steps: [{ kind: 'reply', from: 'app', to: 'caller', label: '401 Unauthorized', status: 401, at: at('app.js:4') }],
        },
        {
          condition: 'otherwise',
          at: at('app.js:4'),
          steps: [{ kind: 'reply', from: 'app', to: 'caller', label: 'answers { token }', at: at('app.js:5') }],
        },
      ],
    },
    { kind: 'call', from: 'app', to: 'app', label: 'counts', awaited: false, detached: true, at: at('app.js:6') },
  ],
  cut: [{ steps: 1, reason: 'steps deeper than 6 calls' }],
}

test('a picture leaves details out, with the boxes and participants that have nothing else', () => {
  const drawn = sequenceDiagram(interaction)
  expect(drawn.participants.map(({ label, shape }) => `${label} ${shape}`)).toEqual(['Client actor', 'app.js participant', 'PostgreSQL database'])
  expect(drawn.steps.map(({ kind }) => kind)).toEqual(['message', 'message', 'alternatives', 'message'])
  expect(sequenceDiagram(interaction, true).steps.map(({ kind }) => kind)).toEqual(['message', 'message', 'optional', 'alternatives', 'message'])
})

test('the list has all of it, numbered, and tells our words from those of the code', () => {
  expect(rowsOf(interaction).map(({ number, kind, label, words, depth }) => `${number} ${kind} ${label}${words ? ' (ours)' : ''} ${depth}`)).toEqual([
    '1 call POST /login 0',
    '2 call reads users (find) 0',
    ' condition verbose 0',
    '3 call note 1',
    ' condition no user 0',
    '4 reply 401 Unauthorized 1',
    ' condition otherwise (ours) 0',
    '5 reply { token } 1',
    '6 call counts 0',
  ])
})

test('a door that was asked for and is not there is told with the nearest', () => {
  const { data } = sequences(
    aContext({
      program: { interactions: [interaction], entryPoints: [anEntryPoint({ method: 'POST', path: '/login' })] },
      options: { sequences: ['POST /logout', 'login'] },
    }),
  )
  expect(data.missing).toEqual([{ asked: 'POST /logout', nearest: ['POST /login'] }])
})

test('two programs that answer the same path have a place each, and mentions lead to the first', () => {
  const other = { ...interaction, at: { ...interaction.at, file: 'other/server.ts' } }
  const { data } = sequences(aContext({ program: { interactions: [interaction, other] } }))
  const anchors = (data.flows as { anchor: string }[]).map(({ anchor }) => anchor)
  expect(anchors[0]).toBe(interaction.entry)
  expect(new Set(anchors).size).toBe(2)
})
