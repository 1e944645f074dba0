/** Libraries that a page loads by a script element, and uses by the name that they leave there. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('globals of libraries', async () => {
  await check(
    {
      'page/index.html': '<html><body><script src="lib/all.min.js"></script><script src="app.js"></script></body></html>\n',
      'page/app.js': `
async function show() {
  const { data } = await axios.get('/songs')
  iziToast.success({ title: 'Song', message: data.name }) // response-xss: medium
  iziToast.success({ title: 'Song', message: he.encode(data.name) }) // response-xss: none
  iziToast.success({ title: 'Song', timeout: data.name }) // response-xss: none
  alertify.error(data.name) // response-xss: medium
  alertify.error(validator.escape(data.name)) // response-xss: none
  bootbox.alert(data.name) // response-xss: medium
  toastr.info(data.name) // response-xss: medium
  Swal.fire({ html: data.name }) // response-xss: medium
  Swal.fire({ text: data.name }) // response-xss: none
  new Noty({ text: data.name }).show() // response-xss: medium
  Toastify({ text: data.name, escapeMarkup: false }).showToast() // response-xss: medium
  Toastify({ text: data.name }).showToast() // response-xss: none
  new Notyf().success(data.name) // response-xss: medium
  iziToast.error({ message: Handlebars.escapeExpression(data.name) }) // response-xss: none
  iziToast.error({ message: Mustache.escape(data.name) }) // response-xss: none
  iziToast.error({ message: DOMPurify.sanitize(data.name) }) // response-xss: none
  const own = { success(given) { document.title = given.message } }
  own.success({ message: data.name }) // response-xss: none
}
show()
`,
      'page/local.js': `
export function shown(answer) {
  const iziToast = { success: (given) => console.log(given.message.length) }
  return fetch('/songs').then((response) => response.json()).then((data) => iziToast.success({ message: data.name })) // response-xss: none
}
`,
    },
    { express: '4' },
  )
})
