import { isOnly, usageRule } from '../usage-rule'

/** At its own address a browser is reached by programs of the same machine alone. */
const OPEN_TO_OTHERS = /^--remote-debugging-address=(?!127\.|localhost$|\[?::1\]?$)/

export default usageRule({
  id: 'browser-without-sandbox',
  class: 'sandbox-disabled',
  phase: 'Security Surface',
  cvss: 'AV:N/AC:H/PR:N/UI:R/S:C/C:H/I:H/A:N',
  cwe: [693, 250],
  title: 'A browser is started without its sandbox',
  why: 'The sandbox is what keeps a page that breaks out of the engine from the machine. This browser runs without it.',
  impact: ['A page that the browser opens can take over the process and what it can reach'],
  fix: 'Run the browser as a user of its own that may use the sandbox, and drop the switch.',
  code: "await puppeteer.launch({ args: ['--disable-dev-shm-usage'] })",
  references: [
    'https://pptr.dev/troubleshooting',
    'https://playwright.dev/docs/ci',
    'https://cheatsheetseries.owasp.org/cheatsheets/Docker_Security_Cheat_Sheet.html',
  ],
  of: ['browser-launch'],
  fault: ({ values }) => {
    const args = [...(values.args?.texts ?? []), ...(values.persistentArgs?.texts ?? [])]
    if (args.some((text) => /^--(?:no-sandbox|disable-setuid-sandbox|disable-web-security|ignore-certificate-errors)$/.test(text)))
      return { confidence: 'medium' }
    if (args.some((text) => OPEN_TO_OTHERS.test(text)))
      return {
        confidence: 'medium',
        title: 'A browser takes commands from other machines',
        cwe: [1327, 306],
        description:
          'Whoever reaches the port for developers has the browser open pages and files, and reads what they show. It asks for no password, and listens at every address of the machine here.',
      }
    return isOnly(values.chromiumSandbox, 'false') ? { confidence: 'medium' } : undefined
  },
})
