import { taintRule } from '../taint-rule'

/** Models of browsers that programs steer, by their first library. */
const BROWSERS = new Set(['puppeteer', 'phantom', 'chrome-remote-interface', 'wkhtmltopdf'])

export const isHeadlessBrowser = ({ library }: { library: string }) => BROWSERS.has(library)

export default taintRule({
  id: 'headless-browser-injection',
  class: 'ssrf',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:L/A:N',
  cwe: [918, 94],
  title: 'Outside data steers a browser on the server',
  why: 'The browser opens addresses and runs scripts from inside the network of the server, local files included.',
  impact: ['Internal services, cloud metadata and files of the server end up in the output', 'The browser runs scripts of the sender'],
  fix: 'Take addresses from a list, hand values over as arguments of a fixed function, and keep the browser in a network of its own.',
  code: 'await page.evaluate((name) => greet(name), request.query.name)',
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Server_Side_Request_Forgery_Prevention_Cheat_Sheet.html',
    'https://pptr.dev/guides/javascript-execution',
  ],
  from: ['request', 'message', 'parameter'],
  // What a fixed function makes of what it was handed counts as well.
  to: ['url', 'code', 'html', 'redirect'],
  where: isHeadlessBrowser,
})
