/** Code is taken out of components without moving it. */
import { expect, test } from 'vitest'
import { scriptsOf } from '../../plugin/extract/embedded'

const same = (text: string) => {
  const found = scriptsOf(text)
  expect(found.text).toHaveLength(text.length)
  return found
}

test('scripts stay where they are, everything else is blank', () => {
  const { text, typescript } = same('<template>\n<p>{{ a }}</p>\n</template>\n<script lang="ts">\nconst a = 1\n</script>\n')
  expect(text.trim()).toBe('const a = 1')
  expect(text.split('\n')[4]).toBe('const a = 1')
  expect(typescript).toBe(true)
})

test.each([
  ['<p v-html="post.body" class="x"></p>', 'post.body'],
  ["<p v-html='post.body'/>", 'post.body'],
  ['<div>{@html render({ a: 1 })}</div>', 'render({ a: 1 })'],
])('what %s prints as markup is a call, its argument in place', (template, expression) => {
  const { text } = same(template)
  expect(text).toContain(`$h(${expression});`)
  expect(text.indexOf(expression)).toBe(template.indexOf(expression))
})

test('a comment prints nothing', () => {
  expect(same('<!-- <p v-html="a"></p> --><p v-text="b"></p>').text.trim()).toBe('')
})

test('several places of one template', () => {
  expect(same('<p v-html="a"></p><p v-html="b"></p><script>let a, b</script>').text.match(/\$h\(\w\);/g)).toEqual(['$h(a);', '$h(b);'])
})
