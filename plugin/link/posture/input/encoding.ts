/**
 * How output is encoded, by the place on a page in which it lands. In: what the program prints, ways of data into pages, and the
 * answers of its doors. Out: six controls, and what is left when they fail.
 */
import type { Control, Flow, Usage } from '../../../types'
import type { Known } from '../known'
import { control, counted, listed } from './control'
import { ABOUT, type Ground, none, places } from './encoding-ground'
import { json, script, style, url } from './encoding-places'
import type { Printed } from './printed'

export function encodingOf(known: Known, printed: Printed): Control[] {
  const flows = known.flows.filter(({ test, confidence }) => !test && confidence !== 'low')
  const types = new Map(known.usages.filter(({ kind }) => kind === 'response-type').map((usage) => [`${usage.at.file}:${usage.at.line}`, usage]))
  const html = flows.filter((flow) => flow.sink === 'html' && isMarkup(flow, types.get(`${flow.at.file}:${flow.at.line}`)))
  const isOff = printed.plain.length > 0 || (printed.off.length > 0 && printed.text.length === 0)
  const engines = isOff ? [] : printed.engines
  const ground: Ground = {
    known,
    printed,
    escaping: [...engines.map(({ engine }) => engine.title), ...printed.frameworks.map(({ framework }) => framework.title)],
    evidence: [...engines.map(({ at }) => at), ...printed.frameworks.map(({ at }) => at)],
    html,
    addresses: flows.filter(({ sink }) => sink === 'script-url'),
    writesPages:
      printed.engines.length > 0 ||
      printed.frameworks.length > 0 ||
      html.length > 0 ||
      printed.unescaped.length > 0 ||
      known.entryPoints.some(({ responses }) => responses.some(({ media }) => media?.startsWith('text/html'))),
  }
  return [body(ground), attribute(ground), script(ground), url(ground), style(ground), json(ground)]
}

/** An answer is markup where its type says so, or where the code makes a text of it: objects go out as JSON. */
function isMarkup({ api, trace }: Flow, answer: Usage | undefined): boolean {
  if (!answer && !/(?:^|\.)(?:send|body|end|write|response|return)$/.test(api)) return true
  const { state, texts } = answer?.values.type ?? { state: 'missing', texts: [] }
  if (texts.some((text) => /html|svg/i.test(text))) return true
  return state !== 'constant' && trace.some(({ text }) => /['"`]\s*<|<\/\w/.test(text))
}

/** `EJS and React escape (40 prints in templates)` */
function whoEscapes({ escaping, printed }: Ground): string {
  if (escaping.length === 0) return ''
  const prints = printed.text.length > 0 ? ` (${counted(printed.text.length, 'print')} in templates)` : ''
  return `${listed(escaping)} ${escaping.length === 1 ? 'escapes' : 'escape'}${prints}`
}

function body(ground: Ground): Control {
  const { printed, html } = ground
  if (!ground.writesPages) return none(ABOUT.body)
  const leaks = places(html)
  if (printed.plain.length > 0 || (printed.off.length > 0 && printed.text.length === 0)) {
    const engine = printed.engines[0]?.engine.title ?? printed.off[0]?.library ?? 'The engine'
    const current = printed.off.length > 0 ? `${engine}: escaping is switched off` : `${engine} escapes nothing unasked`
    const reason = `${counted(printed.plain.length, 'print')} in templates ${printed.plain.length === 1 ? 'goes' : 'go'} out as ${printed.plain.length === 1 ? 'it is' : 'they are'}.`
    return control(ABOUT.body, ground.escaping.length > 0 ? 'partial' : 'fail', current, reason, [
      ...printed.off.map(({ at }) => at),
      ...printed.plain.slice(0, 2),
    ])
  }
  const open = [...printed.markup, ...printed.bypasses]
  const holes = [
    printed.markup.length > 0 ? `${counted(printed.markup.length, 'print')} as markup` : '',
    printed.bypasses.length > 0 ? `${counted(printed.bypasses.length, 'value')} that a framework is told to trust` : '',
    leaks.length > 0 ? `${counted(leaks.length, 'place')} where data from outside becomes markup` : '',
  ].filter((text) => text !== '')
  const who = whoEscapes(ground)
  if (holes.length > 0) {
    const current = who === '' ? listed(holes) : `${who}, but for ${listed(holes)}`
    const reason = 'What escapes by itself was told not to, or is not asked, at these places.'
    return control(ABOUT.body, who === '' ? 'fail' : 'partial', current, reason, [
      ...ground.evidence.slice(0, 2),
      ...leaks.slice(0, 2),
      ...open.slice(0, 2),
    ])
  }
  if (who === '')
    return control(
      ABOUT.body,
      'unknown',
      '',
      'Answers are HTML, and what writes them is not known to escape; no way of outside data into one was found.',
      ground.evidence,
    )
  return control(ABOUT.body, 'pass', who, 'Nothing was seen that prints without it.', ground.evidence)
}

function attribute(ground: Ground): Control {
  const { printed } = ground
  if (!ground.writesPages) return none(ABOUT.attribute)
  if (printed.plain.length > 0)
    return control(
      ABOUT.attribute,
      ground.escaping.length > 0 ? 'partial' : 'fail',
      'escaping is switched off',
      'Attributes are printed in the same way as text, as it is.',
      [...printed.off.map(({ at }) => at), ...printed.plain.slice(0, 1)],
    )
  const who = whoEscapes(ground)
  const raw = printed.unescaped
    .filter(({ context, because }) => context === 'HTML attribute' && because.startsWith('Printed as markup'))
    .map(({ at }) => at)
  if (raw.length > 0) {
    const current = `${who === '' ? '' : `${who}, but for `}${counted(raw.length, 'value')} printed as markup`
    return control(ABOUT.attribute, who === '' ? 'fail' : 'partial', current, 'What is printed as markup can end the attribute it stands in.', raw)
  }
  if (printed.bare.length > 0) {
    const current = `${who === '' ? '' : `${who}; `}${counted(printed.bare.length, 'value')} without quotes`
    return control(
      ABOUT.attribute,
      who === '' ? 'fail' : 'partial',
      current,
      'Without quotes a blank ends the value, whatever is escaped.',
      printed.bare,
    )
  }
  if (who === '') return control(ABOUT.attribute, 'unknown', '', 'What writes the pages is not known to escape.')
  return control(ABOUT.attribute, 'pass', who, 'Values in attributes are escaped like text, and stand in quotes.', ground.evidence)
}
