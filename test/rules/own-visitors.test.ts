/** What the page and its own visitor put there themselves, beside what others have a hand in: cookies, and values of forms. */
import { describe, expect, test } from 'vitest'
import { rules } from '../../plugin/rules/index'
import { judge } from '../../plugin/rules/judge'
import { linkDirectory } from '../link/fixture-programs'
import { tree } from '../tree'

const PACKAGE = JSON.stringify({ name: 'shop', version: '1.0.0', dependencies: { express: '4', react: '18', 'react-hook-form': '7' } })

/** Confidence of each finding of a rule, by line of the file. */
async function sureness(rule: string, file: string, contents: Record<string, string[]>): Promise<Record<number, string>> {
  const files = Object.entries(contents).map(([name, text]) => [name, `${text.join('\n')}\n`])
  const { findings, problems } = judge(rules, await linkDirectory(tree({ 'package.json': PACKAGE, ...Object.fromEntries(files) })))
  expect(problems).toEqual([])
  return Object.fromEntries(findings.filter((each) => each.rule === rule && each.at.file === file).map(({ at, confidence }) => [at.line, confidence]))
}

describe('cookies of a page', () => {
  const READS = [
    'const found = document.cookie.match(/(?:^|; )theme=([^;]+)/)',
    "document.getElementById('box').innerHTML = decodeURIComponent(found[1])",
    "document.getElementById('other').innerHTML = new URLSearchParams(location.search).get('note')",
  ]
  const page = (...more: string[]) => sureness('dom-xss', 'page.js', { 'page.js': [...READS, ...more] })

  test('that nobody else was seen to set are a lead, an address is a fault', async () => {
    expect(await page()).toEqual({ 2: 'low', 3: 'high' })
    expect(
      await page("document.cookie = 'theme=dark; path=/'", 'const set = (value) => { document.cookie = `theme=${value}` }', "set('light')"),
    ).toEqual({
      2: 'low',
      3: 'high',
    })
  })

  test('that the page sets from its address are as much a fault', async () => {
    const keeps = ['function keep(value) { document.cookie = `theme=${encodeURIComponent(value)}; path=/` }']
    expect(await page(...keeps, "keep(new URLSearchParams(location.search).get('theme'))")).toEqual({ 2: 'high', 3: 'high' })
  })

  test('that a server sets: from what was sent, or to a token of its own', async () => {
    const withServer = (value: string) =>
      sureness('dom-xss', 'page.js', {
        'page.js': READS,
        'server.js': [
          "const express = require('express'); const { sign } = require('./tokens')",
          'const app = express()',
          `app.get('/theme', (req, res) => { res.cookie('theme', ${value}, { secure: true, sameSite: 'lax' }); res.end() })`,
        ],
      })
    expect(await withServer('String(req.query.theme)')).toEqual({ 2: 'high', 3: 'high' })
    expect(await withServer('sign({ name: req.query.name })')).toEqual({ 2: 'low', 3: 'high' })
  })
})

describe('values of a form', () => {
  const form = (settings: string, ...more: string[]) =>
    sureness('dom-xss', 'Note.tsx', {
      'Note.tsx': [
        "import { useForm } from 'react-hook-form'",
        'export function Note(props: { text: string }) {',
        `  const { watch, setValue, reset } = useForm(${settings})`,
        ...more,
        "  return <div onInput={(event) => setValue('note', event.target.value)} dangerouslySetInnerHTML={{ __html: watch('note') }} />",
        '}',
      ],
    })

  test('that the visitor typed himself are a lead', async () => {
    expect(await form("{ defaultValues: { note: '' } }")).toEqual({ 4: 'low' })
    expect(await form("{ defaultValues: { note: '' } }", "  const clear = () => reset({ note: '' })")).toEqual({ 5: 'low' })
  })

  test('that begin with what the elements hold may be either', async () => {
    expect(await form('')).toEqual({ 4: 'medium' })
  })

  test('that the address of the page fills in are a fault', async () => {
    const ADDRESS = "new URLSearchParams(location.search).get('note')"
    expect(await form(`{ defaultValues: { note: ${ADDRESS} } }`)).toEqual({ 4: 'high' })
    expect(await form('', `  useEffect(() => setValue('note', ${ADDRESS}), [])`)).toEqual({ 5: 'high' })
    expect(await form('', `  const fill = () => reset({ note: ${ADDRESS} })`)).toEqual({ 5: 'high' })
  })

  test('that something unknown fills in may be either', async () => {
    expect(await form('{ defaultValues: { note: props.text } }')).toEqual({ 4: 'medium' })
  })

  test('of another form say nothing of this one', async () => {
    expect(
      await form(
        "{ defaultValues: { note: '' } }",
        "  const other = useForm({ defaultValues: { note: new URLSearchParams(location.search).get('note') } })",
        '  other.watch()',
      ),
    ).toEqual({ 6: 'low' })
  })
})
