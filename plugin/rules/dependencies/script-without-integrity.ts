import { isMissing, usageRule } from '../usage-rule'

/** A release: what stands there does not change, so that its hash is known. `/3.7.1/`, `@5.3.0`, `-1.12.4.min.js` */
const RELEASE = /[@/v-]\d+\.\d+(?:\.\d+)?(?=[./@-]|$)/

export default usageRule({
  id: 'script-without-integrity',
  class: 'insecure-dependency',
  phase: 'Security Surface',
  cvss: 'AV:N/AC:H/PR:N/UI:R/S:C/C:L/I:L/A:N',
  cwe: [353, 829],
  title: 'A script of another host is run without its hash being checked',
  why: 'The page runs whatever that host answers. With the hash of the release in the page, a browser refuses everything else.',
  impact: ['Whoever gets hold of that host runs script in the pages of this one', 'Passwords and tokens of visitors are read'],
  fix: 'Add `integrity` and `crossorigin` to the element, or serve the file yourself.',
  code: '<script src="https://cdn.example/chart-4.4.0.min.js" integrity="sha384-…" crossorigin="anonymous"></script>',
  references: [
    'https://developer.mozilla.org/en-US/docs/Web/Security/Subresource_Integrity',
    'https://cheatsheetseries.owasp.org/cheatsheets/Third_Party_Javascript_Management_Cheat_Sheet.html',
  ],
  of: ['page-asset'],
  fault: ({ api, values: { address, integrity } }) => {
    // What changes from day to day has no hash that could be named.
    if (!/script/i.test(api) || !isMissing(integrity) || !(address?.texts ?? []).some((text) => RELEASE.test(text))) return undefined
    return { confidence: 'medium' }
  },
})
