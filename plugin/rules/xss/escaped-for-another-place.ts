import { rowsByName } from '../../rows-by-name'
import { usageRule } from '../usage-rule'

/** What a template prints where the characters that it escapes are not the ones that matter. */
const PLACES: Record<string, string> = rowsByName({
  'printed-in-script': 'inside a script, where code needs none of the characters that are escaped',
  'printed-bare': 'in a tag without quotes around it, where a space begins another attribute',
  'printed-address': 'as an address, where javascript: runs as code',
})

export default usageRule({
  id: 'escaped-for-another-place',
  class: 'xss',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:H/PR:L/UI:R/S:C/C:L/I:L/A:N',
  cwe: [79, 116],
  title: 'A template escapes a value for another place than it stands in',
  why: 'Escaping for HTML text protects text between tags and quoted attributes; scripts, addresses and attributes without quotes need more.',
  impact: ['Where the value holds text of others, a script in it runs although it was escaped'],
  fix: 'Put the value into a quoted data attribute and read it from there, or check that an address begins with https: or a slash.',
  code: '<div id="chart" data-series="<%= JSON.stringify(series) %>"></div>',
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Cross_Site_Scripting_Prevention_Cheat_Sheet.html#output-encoding',
    'https://cwe.mitre.org/data/definitions/116.html',
  ],
  of: Object.keys(PLACES),
  // Where the value is known to come from outside, another rule says so.
  fault: ({ kind, at, values }, { flows }) => {
    const isTold = flows.some((flow) => (flow.sink === 'html' || flow.sink === 'script-url') && flow.at.file === at.file && flow.at.line === at.line)
    if (isTold || values.value?.state === 'constant') return undefined
    const description = `A value is printed ${PLACES[kind]}; where it comes from is not known here.`
    return { subject: at.file, around: at.text, confidence: 'low', description }
  },
})
