import type { Setting, Usage } from '../../types'
import type { Hit } from '../rule'
import { isOn, isOnly, usageRule } from '../usage-rule'

/** Elements that run script, or load what does, or change what the rest of the page loads. */
const LOADS = new Set(['iframe', 'frame', 'object', 'embed', 'applet', 'base', 'meta', 'link'])
const FRAMES_TEXT = 'srcdoc'
const ADDRESSES = new Set(['href', 'src', 'action', 'formaction', 'xlink:href', 'data', 'poster'])

export default usageRule({
  id: 'loosened-html-cleaning',
  class: 'xss',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
  cwe: [79, 183],
  title: 'A cleaner of HTML is told to let through what it is there to take out',
  why: 'The cleaner is trusted by all that comes after it. With these settings, markup of a visitor keeps parts that run script or load more.',
  impact: ['Script of one visitor runs in the pages of others', 'Every place that relies on the cleaner is open at once'],
  fix: 'Leave the list of the cleaner as it is, and add only elements and attributes that can neither run nor load anything.',
  code: "DOMPurify.sanitize(text, { ADD_ATTR: ['target'] })",
  references: [
    'https://github.com/cure53/DOMPurify#can-i-configure-dompurify',
    'https://cheatsheetseries.owasp.org/cheatsheets/Cross_Site_Scripting_Prevention_Cheat_Sheet.html',
  ],
  of: ['html-cleaning'],
  fault: ({ values, at }) => {
    const told = (setting: Setting | undefined, says: string, confidence: Hit['confidence']): Partial<Hit> => ({
      at: setting?.at ?? at,
      trace: [setting?.at ?? at],
      confidence,
      description: `The cleaner is trusted by all that comes after it. Here ${says}.`,
    })
    const [setting, says] = runs(values) ?? []
    if (says) return told(setting, says, 'high')
    const [loading, loads] = loadsMore(values) ?? []
    return loads ? told(loading, loads, 'medium') : undefined
  },
})

type Fault = [Setting | undefined, string]

const has = (setting: Setting | undefined, test: (text: string) => boolean) => setting?.texts.find((text) => test(text.toLowerCase()))

function runs(values: Usage['values']): Fault | undefined {
  for (const tags of [values.tags, values.allTags]) if (has(tags, (tag) => tag === 'script')) return [tags, 'it lets scripts through']
  for (const attributes of [values.attributes, values.allAttributes]) {
    const name = has(attributes, (text) => /^on[a-z]+$/.test(text) || text === FRAMES_TEXT)
    if (name) return [attributes, `it lets the attribute ${name} through, whose value is run`]
  }
  const unchecked = has(values.unchecked, (text) => ADDRESSES.has(text))
  if (unchecked) return [values.unchecked, `addresses in ${unchecked} are not looked at, so that javascript: addresses stay`]
  return has(values.schemes, (text) => text === 'javascript') ? [values.schemes, 'it lets javascript: addresses through'] : undefined
}

function loadsMore(values: Usage['values']): Fault | undefined {
  for (const tags of [values.tags, values.allTags]) {
    const tag = has(tags, (text) => LOADS.has(text))
    if (tag) return [tags, `it lets <${tag}> through`]
  }
  if (isOn(values.protocols)) return [values.protocols, 'addresses of any protocol stay']
  if (isOnly(values.names, 'false')) return [values.names, 'names in the markup may hide what scripts of the page look for']
  if (isOnly(values.xml, 'false')) return [values.xml, 'comments and instructions stay, which other parsers read in another way']
  for (const any of [values.anyTag, values.anyAttribute]) if (isOnly(any, 'false')) return [any, 'it lets everything of that sort through']
  return undefined
}
