import { taintRule } from '../taint-rule'

/** Sinks that load what stands at the path. */
export function isModuleLoad({ sink, api }: { sink: string; api: string }): boolean {
  return sink === 'path' && /^(?:module\.)?(?:require(?:\.resolve)?|import)$/.test(api)
}

/** Of `import(`../locales/${name}.json`)` data is read and nothing run: which file is all that the sender may decide. */
const ENDS_AS_DATA = /\.json(?:['"`])\s*[,)]/

export default taintRule({
  id: 'module-injection',
  class: 'code-injection',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:H',
  cwe: [706, 22],
  title: 'Outside data names the module that is loaded',
  why: 'Loading a module runs it, and a path from outside may name any file of the server.',
  impact: ['Code that was never meant to run is run', 'An uploaded file becomes part of the program'],
  fix: 'Look the module up in a map with fixed keys.',
  code: "const themes = { dark: () => import('./dark.js'), light: () => import('./light.js') }",
  references: [
    'https://nodejs.org/api/modules.html',
    'https://cwe.mitre.org/data/definitions/470.html',
    'https://cheatsheetseries.owasp.org/cheatsheets/Nodejs_Security_Cheat_Sheet.html',
  ],
  from: ['request', 'browser', 'message', 'parameter'],
  to: ['path'],
  where: isModuleLoad,
  most: ({ at }) => (ENDS_AS_DATA.test(at.text) ? 'low' : undefined),
})
