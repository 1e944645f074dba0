import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import path from 'node:path'
import { expect, test } from 'vitest'
import { letReadersLeave } from '../../plugin/terminal'

test('a reader that stops early is no fault of the command', async () => {
  const command = spawn(process.execPath, [path.join(__dirname, '..', '..', 'dist', 'cli.js'), '--help'], { stdio: ['ignore', 'pipe', 'pipe'] })
  command.stdout.destroy()
  let complaints = ''
  command.stderr.on('data', (text: Buffer) => {
    complaints += text.toString()
  })
  const [code] = await once(command, 'close')
  expect({ code, complaints }).toEqual({ code: 0, complaints: '' })
})

test('any other failure to write is one', () => {
  const stream = new EventEmitter()
  letReadersLeave(stream)
  expect(() => stream.emit('error', Object.assign(new Error('no space left'), { code: 'ENOSPC' }))).toThrow('no space left')
})
