import { textOf, usageRule } from '../usage-rule'

/** Names whose new owner sent other scripts than were asked for, and those that were found to belong to it (2024). */
const TAKEN_OVER =
  /^(?:https?:)?\/\/(?:[\w-]+\.)*(?:polyfill\.(?:io|com)|bootcdn\.net|bootcss\.com|staticfile\.(?:net|org)|unionadjs\.com|xhsbpza\.com|macoms\.la|newcrbpc\.com)(?=[/:?#]|$)/i
/** Of this machine nobody is on the way. */
const PLAIN = /^http:\/\/(?!(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?|0\.0\.0\.0|[\w.-]+\.(?:localhost|test))(?=[/:?#]|$))/i

export default usageRule({
  id: 'script-from-anyone',
  class: 'untrusted-resource',
  phase: 'Security Surface',
  cvss: 'AV:N/AC:H/PR:N/UI:R/S:C/C:H/I:H/A:N',
  cwe: [830, 829, 319],
  title: 'A page takes scripts or frames from where others may put their own',
  why: 'The page runs whatever comes from there, with all that its visitors may do.',
  impact: ['Whoever sits on the way, or owns the name by now, runs script in the page', 'Passwords and tokens of visitors are read'],
  fix: 'Load it over https from a host that you trust, with its hash in the page, or serve the file yourself.',
  code: '<script src="/assets/chart-4.4.0.min.js"></script>',
  references: [
    'https://developer.mozilla.org/en-US/docs/Web/Security/Mixed_content',
    'https://cheatsheetseries.owasp.org/cheatsheets/Third_Party_Javascript_Management_Cheat_Sheet.html',
  ],
  of: ['page-asset', 'page-frame'],
  fault: ({ kind, api, values: { address } }) => {
    const texts = address?.texts ?? []
    const isScript = /script/i.test(api)
    if (isScript && texts.some((text) => TAKEN_OVER.test(text)))
      return {
        confidence: 'high',
        description: `\`${textOf(address) ?? texts[0]}\`: that name was sold, and its new owner sent visitors scripts of their own (June 2024).`,
      }
    if ((isScript || kind === 'page-frame') && texts.some((text) => PLAIN.test(text)))
      return {
        confidence: 'medium',
        description: `Whoever sits on the way of \`${textOf(address) ?? texts[0]}\` can put something else in its place; pages over https do not load it at all.`,
      }
    return undefined
  },
})
