/** Templates become programs that print what the templates print, in the same places. */
import { describe, expect, test } from 'vitest'
import { extractFile } from '../../plugin/extract/file'
import { Kind } from '../../plugin/graph'
import { kindOf } from '../../plugin/scan/kinds'

const PRINTS = /^\$(?:markup|escaped|script|bare|address|content|include)$/

/** `LINE HOW SOURCE` of everything that is printed, in order; `$escaped` is left out unless it is asked for. */
function printed(path: string, text: string, all = false): string[] {
  const { graph, text: source } = extractFile(path, text)
  const found: string[] = []
  graph.kind.forEach((kind, node) => {
    if (kind !== Kind.Call) return
    const callee = graph.a[node] as number
    const name = graph.kind[callee] === Kind.Global ? (graph.strings[graph.a[callee] as number] as string) : ''
    if (!PRINTS.test(name) || (!all && name === '$escaped')) return
    const [pos, end] = [graph.pos[node] as number, graph.end[node] as number]
    found.push(`${source.slice(0, pos).split('\n').length} ${name} ${source.slice(pos, end)}`)
  })
  return found
}

describe('what is printed', () => {
  test('EJS: as it is, escaped, in comments, in code', () => {
    const text = `<h1><%= title %></h1>
<%- body %>
<%# <%- hidden %>
<% for (const post of posts) { -%>
  <p><%- post.text -%></p>
  <%- include('partials/card', { post }) %>
<% } %>
<%% <%- shown %>`
    expect(printed('views/list.ejs', text)).toEqual([
      '2 $content <%- body %>',
      '5 $markup <%- post.text -%>',
      '6 $include <',
      '8 $markup <%- shown %>',
    ])
    expect(printed('views/list.ejs', text, true)[0]).toBe('1 $escaped <%= title %>')
  })

  test('Eta has another sign for it', () => {
    expect(printed('a.eta', '<%~ it.text %>\n<%= it.text %>', true)).toEqual(['1 $markup <%~ it.text %>', '2 $escaped <%= it.text %>'])
  })

  test('Handlebars and Mustache: three braces, an ampersand, comments, partials, sections', () => {
    const text = `{{name}}
{{{name}}}
{{& name }}
{{~{bio}~}}
{{! {{{hidden}}} }}
{{!-- {{{hidden}}} --}}
\\{{{shown}}}
{{> card user}}
{{#each items}}{{{this.label}}}{{@index}}{{/each}}
{{{"constant"}}}
{{{escapeHtml name}}} {{{marked name}}}`
    expect(printed('a.hbs', text)).toEqual([
      '2 $markup {{{name}}}',
      '3 $markup {{& name }}',
      '4 $markup {{~{bio}~}}',
      '8 $include {',
      '9 $markup {{{this.label}}}',
      '11 $markup {{{marked name}}}',
    ])
  })

  test('Nunjucks, Swig and Twig: filters, blocks without escaping, raw blocks', () => {
    const text = `{{ name }}
{{ name | safe }}
{{ name | escape | safe }}
{% autoescape false %}{{ name }}{% endautoescape %}{{ name }}
{% raw %}{{ name | safe }}{% endraw %}
{# {{ name | safe }} #}
{{ "text" | safe }}
{% include "head.njk" %}
{{ user.name if user.isKnown else fallback | safe }}`
    const expected = [
      '2 $markup {{ name | safe }}',
      '4 $markup {{ name }}',
      '8 $include {% include "head.njk" %',
      '9 $markup {{ user.name if user.isKnown else fallback | safe }}',
      '9 $markup {{ user.name if user.isKnown else fallback | safe }}',
    ]
    for (const extension of ['njk', 'swig', 'twig']) expect(printed(`a.${extension}`, text)).toEqual(expected)
  })

  test('Liquid and Edge', () => {
    expect(printed('a.liquid', '{% comment %}{{ a | raw }}{% endcomment %}\n{{ a | raw }}\n{% render "card", who: user %}')).toEqual([
      '2 $markup {{ a | raw }}',
      '3 $include {% render "card", who: user %',
    ])
    expect(printed('a.edge', '{{ a }}\n{{{ a }}}')).toEqual(['2 $markup {{{ a }}}'])
  })

  test('Pug: values, text, attributes over several lines, comments', () => {
    const text = `doctype html
h1= title
p!= text
p Hello #{name} and !{name}
a(
  href=link
  title!=text
) more
//- p!= text
// p!= text
  p!= text
| !{last}
include partials/foot`
    expect(printed('a.pug', text).map((it) => it.replace(/\s+$/, ''))).toEqual([
      '3 $markup p!= text',
      '4 $markup !{name}',
      '6 $address link',
      '7 $markup text',
      '12 $markup !{last}',
      '13 $include i',
    ])
  })

  test('Dust: a filter that leaves out escaping', () => {
    expect(printed('a.dust', '{name}\n{name|s}\n{! {name|s} !}\n{#posts}{text|s}{/posts}\n<style>a { color: red }</style>')).toEqual([
      '2 $markup {name|s}',
      '4 $markup {text|s}',
    ])
  })

  test('pages are read as templates where servers keep theirs, and not where they are filled in the browser', () => {
    expect(kindOf('server/views/a.html').kind).toBe('template')
    expect(kindOf('public/a.html').kind).toBe('template')
    expect(printed('public/a.html', '<p>{{ name | safe }}</p>')).toEqual([])
    expect(kindOf('src/app/views/a.component.html').kind).toBe('other')
    expect(printed('views/a.html', '<p>{{ name | safe }}</p>')).toEqual(['1 $markup {{ name | safe }}'])
    expect(printed('views/a.html', '<p><%- name %></p>')).toEqual(['1 $markup <%- name %>'])
    expect(printed('views/a.html', '<p ng-if="x">{{ name | safe }}</p>')).toEqual([])
  })
})

describe('what the browser runs', () => {
  /** `LINE SOURCE` of every call that is written, those of the template among them. */
  const calls = (path: string, text: string) => {
    const { graph, text: source } = extractFile(path, text)
    return [...graph.kind].flatMap((kind, node) => {
      const [pos, end] = [graph.pos[node] as number, graph.end[node] as number]
      return kind === Kind.Call ? [`${source.slice(0, pos).split('\n').length} ${source.slice(pos, end)}`] : []
    })
  }

  test('scripts, handlers and addresses that are code, each where it stands', () => {
    const text = `<script>a(1)</script>
<script type="module">b(2)</script><SCRIPT TYPE="text/javascript">
c(3)</SCRIPT>
<p onclick="d(4)" title="e(5)"><a href="javascript:f(6)">g(7)</a>`
    expect(calls('public/a.html', text)).toEqual(['1 a(1)', '2 b(2)', '3 c(3)', '4 d(4)', '4 f(6)'])
  })

  test('not what is loaded, hidden, or no code', () => {
    const text = `<script src="a.js">a(1)</script><script type="application/json">b(2)</script><script type="text/template">c(3)</script>
<!-- <script>d(4)</script> --><style>e(5)</style><p onclick="f(&quot;6&quot;)"><textarea><script>g(7)</script></textarea>`
    expect(calls('public/a.html', text)).toEqual([])
  })

  test.each([
    ['a.ejs', '<script>\nvar x = <%- one %>;\nrun("<%= two %>")\n<% if (x) { %>last(x)<% } %>\n</script>'],
    ['a.hbs', '<script>\nvar x = {{{one}}};\nrun("{{two}}")\n{{#if x}}last(x){{/if}}\n</script>'],
    ['a.njk', '<script>\nvar x = {{ one }};\nrun("{{ two }}")\n{% if x %}last(x){% endif %}\n</script>'],
    ['a.pug', 'script.\n  var x = #{one};\n  run("#{two}")\n  last(x)\np x'],
  ])('%s: a value that the engine puts there is no code of the page', (path, text) => {
    const found = calls(path, text).map((it) => it.replace(/\s+/g, ' '))
    const run = found.find((it) => it.includes('run('))
    expect(run).toMatch(/^3 run\(/)
    expect(found.some((it) => /^4 last\(x\)$/.test(it))).toBe(true)
  })
})

describe('where escaping is not enough', () => {
  const how = (text: string) => printed('a.ejs', text, true).map((it) => it.split(' ')[1])

  test.each([
    ['<p><%= x %></p>', ['$escaped']],
    ['<a title="<%= x %>">', ['$escaped']],
    ['<a title=<%= x %>>', ['$bare']],
    ['<option <%= x %>>', ['$bare']],
    ['<a href="<%= x %>">', ['$address', '$escaped']],
    ['<a href="/go/<%= x %>">', ['$escaped']],
    ['<a href="https://<%= x %>">', ['$escaped']],
    ['<img src="<%= x %>">', ['$escaped']],
    ['<iframe src="<%= x %>">', ['$address', '$escaped']],
    ['<a onclick="go(\'<%= x %>\')">', ['$script']],
    ['<script>var a = <%= x %></script>', ['$script']],
    ['<script>var a = "<%= x %>"</script>', ['$escaped']],
    ['<script>var a = "it\\"s <%= x %>"</script>', ['$escaped']],
    ['<script>var a = `<%= x %>`</script>', ['$script']],
    ['<script>var a = 1</script><p><%= x %>', ['$escaped']],
    ['<script type="text/x-template"><p><%= x %></p></script>', ['$escaped']],
    ['<!-- <script> --><p><%= x %>', ['$escaped']],
    ['a < b <%= x %>', ['$escaped']],
  ])('%s', (text, expected) => expect(how(text)).toEqual(expected))
})

describe('hostile text', () => {
  test.each([
    ['a.ejs', '<%- x %>'.repeat(20_000)],
    ['a.ejs', '<%'.repeat(100_000)],
    ['a.hbs', '{{{x}}}'.repeat(20_000)],
    ['a.hbs', `${'{'.repeat(300_000)}}}`],
    ['a.hbs', '{{!--'.repeat(100_000)],
    ['a.hbs', '{{#a}}'.repeat(90_000)],
    ['a.dust', '{'.repeat(500_000)],
    ['a.dust', '{#a}'.repeat(100_000)],
    ['a.njk', '{%'.repeat(250_000)],
    ['a.njk', `{{ ${'a('.repeat(250_000)} }}`],
    ['a.njk', `{{ ${'a('.repeat(900)} }}`.repeat(200)],
    ['a.pug', 'a(\n'.repeat(100_000)],
    ['a.pug', '#{'.repeat(200_000)],
    ['a.pug', `${' '.repeat(300)}p\n`.repeat(1500)],
    ['views/a.html', '<a '.repeat(150_000)],
  ])(
    '%s %#',
    (path, text) => {
      const start = performance.now()
      expect(() => extractFile(path, text)).not.toThrow()
      expect(performance.now() - start).toBeLessThan(10_000)
    },
    20_000,
  )

  test('more than a page can be is refused', () => expect(() => extractFile('a.ejs', ' '.repeat(700_000))).toThrow(/above/))

  test('code that does not parse says nothing of the file', () => {
    expect(extractFile('a.ejs', '<% if ( { %> <%- x %>').problem).toBeUndefined()
  })

  test('secrets are masked', () => {
    expect(extractFile('a.ejs', "<% const password = 'zzz-invented-value' %>").text).not.toContain('invented')
  })
})
