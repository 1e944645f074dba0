/** What jQuery reads at an element under a name: an attribute of the page, or what the program itself keeps there. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('a name under which the program keeps something', async () => {
  await check(
    {
      'tree.js': `import $ from 'jquery'
        export function open(rows) {
          $('#tree').data('rows', rows)
          $('#list').data({ title: rows.title })
        }
        export function draw() {
          const rows = $('#tree').data('rows')
          $('#head').html(rows.head) // dom-xss: none
          $('#head').html($('#list').data('title')) // dom-xss: none
          $('#head').html($('#list').data('heading')) // dom-xss: medium
          $('#head').html($('#list').attr('title')) // dom-xss: medium
        }`,
    },
    { jquery: '^3.7.0' },
  )
})
