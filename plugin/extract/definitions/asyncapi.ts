/**
 * AsyncAPI 2 and 3. In: YAML or JSON. Out: one operation for each thing that the application sends or receives. In version 2
 * `publish` means that others may publish, so the application receives.
 */
import type { DefinedOperation } from '../../graph'
import { at, entriesOf, type Located, textOf } from '../manifests/read/located'
import type { DefinitionReader } from './reader'
import { readDocument } from './text'

export const asyncapi: DefinitionReader = {
  format: 'asyncapi',
  reads: (path, text) => /\.(?:ya?ml|json)$/i.test(path) && /^[\s{]*["']?asyncapi["']?\s*:/m.test(text.slice(0, 4000)),
  read(text, path) {
    const document = readDocument(text, path)
    const lines = text.split('\n')
    const operation = (method: 'RECEIVE' | 'SEND', topic: string, of: Located, line: number): DefinedOperation => ({
      kind: 'event',
      method,
      path: topic,
      purpose: textOf(at(of, 'summary')) ?? textOf(at(of, 'description')),
      parameters: [],
      line,
      text: (lines[line - 1] ?? '').trim().slice(0, 160),
    })
    const channels = entriesOf(at(document, 'channels'))
    const second = channels.flatMap(({ key, value }) =>
      entriesOf(value)
        .filter((each) => each.key === 'publish' || each.key === 'subscribe')
        .map((each) => operation(each.key === 'publish' ? 'RECEIVE' : 'SEND', key, each.value, each.line)),
    )
    const third = entriesOf(at(document, 'operations')).map(({ key, value, line }) => {
      const name = textOf(at(value, 'channel', '$ref'))
        ?.split('/')
        .at(-1)
      const address = textOf(at(channels.find((each) => each.key === name)?.value, 'address')) ?? name ?? key
      return operation(textOf(at(value, 'action')) === 'send' ? 'SEND' : 'RECEIVE', address, value, line)
    })
    return { name: textOf(at(document, 'info', 'title')), operations: [...second, ...third], types: [] }
  },
}
