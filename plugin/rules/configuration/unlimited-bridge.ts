import { mayBe, usageRule } from '../usage-rule'

export default usageRule({
  id: 'unlimited-bridge',
  class: 'electron-settings',
  phase: 'Security Surface',
  cvss: 'AV:N/AC:H/PR:N/UI:R/S:C/C:H/I:H/A:H',
  cwe: [749, 269],
  title: 'A preload script hands the page more than single functions',
  why: 'Isolation keeps a page away from Electron and Node, and this member of the bridge gives it back.',
  impact: [
    'Script that is injected into the page does what the member does, with arguments of its own',
    'Handlers of the main process are called that no page should reach',
  ],
  fix: 'Hand over one function for each purpose, with the channel written in it.',
  code: "contextBridge.exposeInMainWorld('shop', { orders: (page) => ipcRenderer.invoke('orders:list', page) })",
  references: [
    'https://www.electronjs.org/docs/latest/tutorial/security#20-do-not-expose-electron-apis-to-untrusted-web-content',
    'https://www.electronjs.org/docs/latest/tutorial/context-isolation#security-considerations',
    'https://cheatsheetseries.owasp.org/cheatsheets/Cross_Site_Scripting_Prevention_Cheat_Sheet.html',
  ],
  of: ['page-bridge-member'],
  fault: ({ values: { has }, api }) => {
    if (mayBe(has, 'library'))
      return { description: `Isolation keeps a page away from Electron and Node, and \`${api}\` hands it what is theirs as it is.` }
    if (mayBe(has, 'any-event'))
      return {
        confidence: 'low',
        description: `With \`${api}\` the page listens to whatever message it names, and to what is meant for other parts of the program.`,
      }
    if (mayBe(has, 'function')) return undefined
    if (mayBe(has, 'kit')) return { confidence: 'medium' }
    return {
      confidence: 'medium',
      description: `With \`${api}\` the page sends whatever message it names: every handler of the main process is open to it, those for other windows too.`,
    }
  },
})
