import type { Usage } from '../../types'
import { isForDevelopers, isOnly, mayBe, textOf, usageRule } from '../usage-rule'

export default usageRule({
  id: 'trusting-electron-session',
  class: 'electron-settings',
  phase: 'Security Surface',
  cvss: 'AV:N/AC:H/PR:N/UI:R/S:C/C:H/I:L/A:N',
  cwe: [276, 693, 346],
  title: 'An Electron program lets every page do what it asks for',
  why: 'In a browser a person, or the server of a page, decides what it may do; here the program answers for them, and always yes.',
  impact: [
    'Any page that a window shows uses camera, microphone, place or devices',
    'Script that is injected into a page runs though its server forbids that',
  ],
  fix: 'Answer by who asks and for what: compare the origin with the few that need it, and change headers of these alone.',
  code: "session.defaultSession.setPermissionRequestHandler((contents, permission, callback) => {\n  callback(permission === 'notifications' && new URL(contents.getURL()).origin === OWN)\n})",
  references: [
    'https://www.electronjs.org/docs/latest/tutorial/security#5-handle-session-permission-requests-from-remote-content',
    'https://www.electronjs.org/docs/latest/api/session',
    'https://cheatsheetseries.owasp.org/cheatsheets/Authorization_Cheat_Sheet.html',
  ],
  of: ['permission-granted', 'device-granted', 'window-allowed', 'answer-loosened', 'scheme-without-policy', 'security-warnings'],
  fault: (usage, { usages }) => {
    const { kind, values } = usage
    const low = isForDevelopers(usage)
    switch (kind) {
      case 'permission-granted':
        // What Electron does by itself: it matters where others decide what a window shows.
        return {
          confidence: !low && showsOthers(usages) ? 'medium' : 'low',
          description: 'Whatever permission a page asks for, camera and microphone among them, it is given without a question.',
        }
      case 'device-granted':
        return {
          confidence: low ? 'low' : 'medium',
          description: 'Whatever page asks for a device, at a USB or serial port for one, is given it without a question.',
        }
      case 'window-allowed':
        return { confidence: 'low', description: 'Whatever page a link or a script asks for, a window of the program is opened for it.' }
      case 'scheme-without-policy':
        return {
          at: values.on?.at ?? usage.at,
          confidence: 'low',
          description: 'What comes by this scheme is loaded whatever the content security policy of a page says.',
        }
      case 'security-warnings':
        return isOnly(values.value, 'true', '1')
          ? { confidence: 'low', description: 'Electron tells developers of settings that are not safe, and is told to keep them to itself.' }
          : undefined
      default:
        return {
          confidence: low || isOnly(values.part, 'true') || mayBe(values.takes, 'frames') ? 'low' : 'medium',
          description: LOOSENED[textOf(values.takes) ?? 'policy'],
        }
    }
  },
})

const LOOSENED: Record<string, string | undefined> = {
  policy: 'The content security policy that servers send is taken out of their answers, so that injected script runs in their pages.',
  frames: 'What servers send to keep their pages out of frames is taken out of their answers.',
  origins: 'Answers of servers are made readable for every page, as if they had said so.',
}

/** A window shows a page of some server. */
const showsOthers = (usages: readonly Usage[]): boolean =>
  usages.some(({ kind, values, test }) => kind === 'shown-page' && !test && (values.address?.texts ?? []).some((text) => OF_SERVER.test(text)))
const OF_SERVER = /^https?:\/\/(?!localhost|127\.|\[::1\])/i
