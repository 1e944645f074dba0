/** Output encoding in scripts, addresses, style sheets and JSON. In: what is printed, and calls that encode. Out: a control each. */
import type { Control } from '../../../types'
import { control, counted, listed } from './control'
import { encodersIn } from './encoders'
import { ABOUT, type Ground, none, places } from './encoding-ground'

export function script(ground: Ground): Control {
  const { printed, known } = ground
  if (!ground.writesPages) return none(ABOUT.script)
  const encoders = encodersIn(known.linked).script
  if (printed.script.length > 0) {
    const state = encoders.length > 0 ? 'partial' : 'fail'
    const current = `${counted(printed.script.length, 'value')} printed into scripts${encoders.length > 0 ? ', an encoder is used elsewhere' : ''}`
    return control(ABOUT.script, state, current, 'Escaping for HTML does not keep a text within a string of a script.', [
      ...printed.script.slice(0, 3),
      ...encoders.slice(0, 1),
    ])
  }
  if (encoders.length > 0)
    return control(ABOUT.script, 'pass', 'values are written by an encoder for scripts', 'No template prints into a script without it.', encoders)
  const reason = `No value is printed inside a script: ${counted(printed.text.length + printed.markup.length + printed.plain.length, 'print')} of templates ${printed.text.length === 1 ? 'was' : 'were'} looked at${printed.frameworks.length > 0 ? ', and components hand data to scripts as values' : ''}.`
  return control(ABOUT.script, 'not applicable', 'no value in a script', reason)
}

export function url(ground: Ground): Control {
  const { printed, known, addresses } = ground
  if (!ground.writesPages) return none(ABOUT.url)
  const encoders = encodersIn(known.linked).url
  const checking = printed.frameworks.filter(({ framework }) => framework.checksAddresses)
  const open = [...places(addresses), ...printed.address]
  const encoding = encoders.length > 0 ? `${counted(encoders.length, 'call')} of encodeURIComponent and the like` : ''
  if (open.length > 0) {
    const current = [encoding, `${counted(open.length, 'whole address', 'whole addresses')} whose scheme is not looked at`]
      .filter((text) => text !== '')
      .join('; ')
    return control(
      ABOUT.url,
      encoding === '' && checking.length === 0 ? 'fail' : 'partial',
      current,
      'An address that begins with `javascript:` runs when it is followed.',
      [...open.slice(0, 3), ...encoders.slice(0, 2)],
    )
  }
  if (checking.length > 0 || encoders.length > 0) {
    const titles = checking.map(({ framework }) => `${framework.title} refuses addresses that run script`)
    const current = [...titles, encoding].filter((text) => text !== '').join('; ')
    return control(ABOUT.url, 'pass', current, 'No address was seen that is made of outside data without it.', [
      ...checking.map(({ at }) => at),
      ...encoders.slice(0, 3),
    ])
  }
  const reason = 'Looked for values printed as whole addresses, and for calls that encode parts of addresses: neither was found.'
  return control(ABOUT.url, 'not applicable', 'no value in an address', reason)
}

export function style(ground: Ground): Control {
  const { printed, known } = ground
  if (!ground.writesPages) return none(ABOUT.style)
  const encoders = encodersIn(known.linked).style
  const keeping = printed.frameworks.filter(({ framework }) => framework.keepsStyles)
  if (encoders.length > 0) return control(ABOUT.style, 'pass', 'values are escaped for style sheets', 'An encoder for CSS is called.', encoders)
  if (keeping.length > 0 && printed.engines.length === 0) {
    const titles = listed(keeping.map(({ framework }) => framework.title))
    return control(
      ABOUT.style,
      'pass',
      `${titles} ${keeping.length === 1 ? 'sets' : 'set'} styles through the document`,
      'Styles of components are set one by one, so that no value ends another.',
      keeping.map(({ at }) => at),
    )
  }
  const reason = 'Looked for encoders for CSS: none. Prints of templates within style sheets are not told apart from others.'
  return control(ABOUT.style, 'unknown', '', reason)
}

export function json({ known }: Ground): Control {
  const answers = known.entryPoints.flatMap(({ responses }) => responses)
  const written = answers.filter(({ media }) => media?.includes('json'))
  if (written.length > 0) {
    const doors = known.entryPoints.filter(({ responses }) => responses.some(({ media }) => media?.includes('json'))).length
    return control(
      ABOUT.json,
      'pass',
      `${counted(doors, 'endpoint')} ${doors === 1 ? 'answers' : 'answer'} through a JSON writer, as application/json`,
      'The framework writes the text and its type.',
      written.slice(0, 3).map(({ at }) => at),
    )
  }
  return control(ABOUT.json, 'not applicable', '', 'No answer with JSON was recognised.')
}
