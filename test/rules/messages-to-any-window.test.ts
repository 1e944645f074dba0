/** What a page holds of its visitor, posted to whichever page a window shows. */
import { test } from 'vitest'
import { check } from './marked-lines'

test.each([
  ['its cookies', "window.parent.postMessage({ session: document.cookie }, '*') // message-to-any-window: high"],
  ['its cookies, to one origin', "window.parent.postMessage({ session: document.cookie }, 'https://shop.test') // message-to-any-window: none"],
  ['one cookie of many', "window.parent.postMessage({ theme: parse(document.cookie).theme }, '*') // message-to-any-window: none"],
  ['who is signed in', "window.parent.postMessage({ who: sessionStorage.getItem('user') }, '*') // message-to-any-window: high"],
  ['what was chosen', "window.parent.postMessage({ theme: sessionStorage.getItem('theme') }, '*') // message-to-any-window: none"],
  [
    'a code of a provider',
    "const code = new URLSearchParams(location.search).get('code')\nwindow.opener.postMessage({ type: 'oauth', code }, '*') // message-to-any-window: high",
  ],
  [
    'a token of a provider',
    "const found = new URLSearchParams(location.hash.slice(1)).get('access_token')\nwindow.opener.postMessage(JSON.stringify({ found }), '*') // message-to-any-window: high",
  ],
  [
    'a page that is shown',
    "const page = new URLSearchParams(location.search).get('page')\nwindow.opener.postMessage({ page }, '*') // message-to-any-window: none",
  ],
  ['kept for itself', 'console.log(document.cookie) // sensitive-data-in-log: none'],
])('%s', (_, text) => check({ 'page.js': `import { parse } from 'cookie'\n${text}` }, { cookie: '1' }))
