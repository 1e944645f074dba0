/** Regular expressions in quotes are told as surely as they look like one, and paths never. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('signs of an expression and flags leave no doubt; one of both leaves some', () =>
  check({
    'src/names.ts': `
export const one = (name: string) => name.replace('/[<{}]/g', '') // quoted-regex: high
export const two = (name: string) => name.replace('/^\\\\s+|\\\\s+$/gm', '') // quoted-regex: high
export const three = (name: string) => name.split('/[,;]+/') // quoted-regex: medium
export const four = (name: string) => name.replace('/ /g', '-') // quoted-regex: medium
export const five = (name: string) => name.search('/[^a-z]/i') // quoted-regex: medium
export const six = (path: string) => path.replace('/users/', '') // quoted-regex: none
export const seven = (path: string) => path.split('/raw/s') // quoted-regex: none
export const eight = (path: string) => path.replace('/:id/g', '') // quoted-regex: none
export const nine = (path: string) => path.replace('/files/*/g', '') // quoted-regex: none
export const ten = (path: string) => path.replace('/home/g', '/start/g') // quoted-regex: none
`,
  }))

test('an expression that is kept in a field is one', () =>
  check({
    'src/links.ts': `
export class Links {
  private links_: RegExp
  private readonly marks = /[<>]+/g
  private readonly quoted = '/[<>]+/g'
  constructor() {
    this.links_ = /http:\\/\\/[0-9.]+:[0-9]+/g
  }
  find(text: string) {
    return [...(text as any).matchAll(this.links_)] // quoted-regex: none
  }
  clean(text: string) {
    return text.replace(this.marks, '') // quoted-regex: none
  }
  keep(text: string) {
    return text.replace(this.quoted, '') // quoted-regex: high
  }
}
`,
  }))
