/** The six controls of an upload. In: what is known of one. Out: whether each is in force, with the line that shows it. */
import type { Control, Evidence, Flow } from '../../../../types'
import { cite, type Linked } from '../../../linked'
import { control, listed, quoted } from '../control'
import type { Check, Checks } from './checks'
import type { Parser } from './parsers'
import type { Place } from './places'
import type { Settings } from './settings'
import { sizeText } from './sizes'
import { flowsAt, type Naming, namingOf, type Written } from './storage'

export interface Facts {
  linked: Linked
  parser: Parser
  settings: Settings
  checks: Checks
  written: Written[]
  flows: readonly Flow[]
  /** Calls of a scanner behind the door, and where one is imported at all. */
  scanners: { behind: Evidence[]; imported: Evidence[] }
  place: Place
}

export const UPLOAD_CONTROLS = {
  extension: { id: 'upload-extensions', aspect: 'Extension whitelist', recommended: 'A list of permitted endings; everything else is refused' },
  mime: { id: 'upload-mime', aspect: 'MIME validation', recommended: 'The type is told from the bytes of the file, not from what its sender says' },
  size: { id: 'upload-size', aspect: 'Size limit', recommended: 'A limit on the parser, so that it stops reading' },
  name: { id: 'upload-name', aspect: 'Filename sanitization', recommended: 'A name of the program’s own' },
  scan: { id: 'upload-scan', aspect: 'Content scanning', recommended: 'A scanner looks at the file before anyone can fetch it' },
  place: {
    id: 'upload-place',
    aspect: 'Separate domain',
    recommended: 'Another domain or a store of its own, never a directory that the site serves',
  },
} as const

export function controlsOf(facts: Facts): Control[] {
  return [extensions(facts), types(facts), size(facts), name(facts), scan(facts), place(facts)]
}

const admitting = ({ checks: { checks } }: Facts, of: Check['of']): Check[] => checks.filter((check) => check.of === of && check.admits)

const shown = (found: readonly Check[]): string => {
  const allowed = [...new Set(found.flatMap((check) => check.allowed))]
  return allowed.length > 0 ? listed(allowed, 8) : quoted(found[0]?.text ?? '')
}

/** Who looks and does nothing about it. */
function idle({ checks }: Facts, of: Check['of']): { reason: string; evidence: Evidence[] } {
  const found = checks.idle.filter((each) => each.of === of)
  if (found.length === 0) return { reason: '', evidence: [] }
  const names = [...new Set(found.map((each) => each.name))]
  return {
    reason: ` ${listed(names.map((name) => quoted(`${name}()`)))} ${names.length === 1 ? 'looks at it and lets' : 'look at it and let'} every file pass.`,
    evidence: found.map(({ at }) => at),
  }
}

function extensions(facts: Facts): Control {
  const found = admitting(facts, 'name')
  if (found.length > 0)
    return control(
      UPLOAD_CONTROLS.extension,
      'pass',
      shown(found),
      'Files whose name does not pass the test are refused.',
      found.map(({ at }) => at),
    )
  if (facts.settings.unknown)
    return control(UPLOAD_CONTROLS.extension, 'unknown', '', 'The options of the parser come from elsewhere as a whole.', [
      cite(facts.linked, facts.parser.call),
    ])
  const looked = idle(facts, 'name')
  const reason = `Looked in the filter of the parser, in the middleware and in the handler for a test of the name that refuses files: none.${looked.reason}`
  return control(UPLOAD_CONTROLS.extension, 'fail', '', reason, looked.evidence)
}

function types(facts: Facts): Control {
  const bytes = admitting(facts, 'content')
  const said = admitting(facts, 'type')
  if (bytes.length > 0) {
    const current = `by the bytes of the file: ${shown(bytes)}`
    return control(
      UPLOAD_CONTROLS.mime,
      'pass',
      current,
      'The kind of the file is told by its bytes, and files of other kinds are refused.',
      bytes.map(({ at }) => at),
    )
  }
  if (said.length > 0) {
    const reason = 'Files of other types are refused, by the type that the sender says. Anybody can send another; the bytes are not looked at.'
    return control(
      UPLOAD_CONTROLS.mime,
      'partial',
      `by what the sender says: ${shown(said)}`,
      reason,
      said.map(({ at }) => at),
    )
  }
  if (facts.settings.unknown)
    return control(UPLOAD_CONTROLS.mime, 'unknown', '', 'The options of the parser come from elsewhere as a whole.', [
      cite(facts.linked, facts.parser.call),
    ])
  const looked = idle(facts, 'type')
  const reason = `Looked for a test of the type that refuses files, and for libraries that tell a kind by the bytes: none.${looked.reason}`
  return control(UPLOAD_CONTROLS.mime, 'fail', '', reason, looked.evidence)
}

function size(facts: Facts): Control {
  const { linked, parser, settings } = facts
  const at = cite(linked, parser.call)
  if (settings.size) {
    const line = settings.size.node < linked.whole.size ? cite(linked, settings.size.node) : at
    const { bytes } = settings.size
    if (bytes === undefined)
      return control(
        UPLOAD_CONTROLS.size,
        'pass',
        'a limit that is computed while running',
        `${parser.kind.title} is given a limit; the number is not in the code.`,
        [line],
      )
    if (!Number.isFinite(bytes)) return control(UPLOAD_CONTROLS.size, 'fail', 'no limit', 'The limit is set to infinity.', [line])
    return control(UPLOAD_CONTROLS.size, 'pass', sizeText(bytes), `${parser.kind.title} stops reading beyond it.`, [line])
  }
  const [own] = facts.checks.checks.filter(({ of }) => of === 'size')
  if (own) {
    const current = quoted(own.text)
    return control(UPLOAD_CONTROLS.size, 'partial', current, 'Files that are too large are refused after all of them was received.', [own.at])
  }
  if (settings.unknown) return control(UPLOAD_CONTROLS.size, 'unknown', '', 'The options of the parser come from elsewhere as a whole.', [at])
  if (parser.kind.usualSize !== undefined)
    return control(
      UPLOAD_CONTROLS.size,
      'partial',
      `${sizeText(parser.kind.usualSize)}, the usual of ${parser.kind.title}`,
      'The code sets no limit; the library has one of its own.',
      [at],
    )
  const looked = idle(facts, 'size')
  return control(
    UPLOAD_CONTROLS.size,
    'fail',
    'no limit',
    `The parser is made without one, and ${parser.kind.title} has none of its own.${looked.reason}`,
    [at, ...looked.evidence],
  )
}

/** Worst first: what is done with one name counts for all. */
const WORST: Naming['how'][] = ['kept', 'unknown', 'ending', 'cleaned', 'own']

function name(facts: Facts): Control {
  const { linked, parser, settings, written, flows } = facts
  const about = UPLOAD_CONTROLS.name
  const decided = [...settings.names, ...written.filter(({ path, where }) => where === 'disk' && path >= 0).map(({ path }) => path)].map((node) =>
    namingOf(linked, node),
  )
  const reached = written.flatMap((each) => flowsAt(linked, each, flows))
  if (reached[0]) {
    const lines = reached.map(({ at }) => at)
    return control(
      about,
      'fail',
      `a path made of ${quoted(reached[0].origin)}`,
      'A name from outside becomes part of the path of what is stored.',
      lines,
    )
  }
  const [worst] = decided.sort((a, b) => WORST.indexOf(a.how) - WORST.indexOf(b.how))
  if (worst) {
    const evidence = [worst.at]
    if (worst.how === 'kept')
      return control(about, 'fail', quoted(worst.text), 'The name that the sender gave becomes the name of the file.', evidence)
    if (worst.how === 'unknown')
      return control(about, 'unknown', quoted(worst.text), 'The name is handed over by a caller; what it is made of could not be told.', evidence)
    if (worst.how === 'ending')
      return control(about, 'partial', quoted(worst.text), 'The name is the program’s own, its ending comes with the file.', evidence)
    if (worst.how === 'cleaned')
      return control(about, 'pass', quoted(worst.text), 'The name that the sender gave is cleaned before it is used.', evidence)
    return control(about, 'pass', `a name of the program’s own: ${quoted(worst.text)}`, 'No part of the name comes from the sender.', evidence)
  }
  const at = [cite(linked, settings.storage >= 0 ? settings.storage : parser.call)]
  if (written.some(({ where }) => where === 'cloud') || settings.storageKind === 'other')
    return control(about, 'unknown', '', 'The file goes to a store; under which name could not be told.', at)
  if (facts.place.kind === 'memory')
    return control(about, 'not applicable', 'held in memory', 'The file is held in memory, and no write of it was found behind the endpoint.', at)
  if (parser.kind.ownNames)
    return control(about, 'pass', `a random name of ${parser.kind.title}`, 'No function names the files, so the library gives random names.', at)
  return control(about, 'unknown', '', 'No write of the file was found behind the endpoint.', at)
}

function scan({ scanners }: Facts): Control {
  const about = UPLOAD_CONTROLS.scan
  if (scanners.behind.length > 0) return control(about, 'pass', 'a scanner for malware', 'A scanner is called behind the endpoint.', scanners.behind)
  if (scanners.imported.length > 0)
    return control(about, 'unknown', '', 'A scanner is imported; that it is called for this upload could not be told.', scanners.imported)
  return control(about, 'fail', '', 'Looked for imports of ClamAV clients, VirusTotal, MetaDefender and other scanners: none.')
}

function place({ place: { kind, text, at, servedBy } }: Facts): Control {
  const about = UPLOAD_CONTROLS.place
  switch (kind) {
    case 'cloud':
      return control(about, 'pass', text, 'Files are kept in a store of their own.', at)
    case 'served':
      return control(about, 'fail', quoted(text), 'The directory lies in one that the site serves itself.', [...at, ...servedBy])
    case 'disk':
      return control(
        about,
        'partial',
        text,
        'Files are kept on the machine of the application, in a directory that no static route was seen to serve.',
        at,
      )
    case 'memory':
      return control(about, 'not applicable', 'not stored', 'The file is held in memory, and no write of it was found behind the endpoint.', at)
    default:
      return control(about, 'unknown', '', 'Where the file is kept could not be told.', at)
  }
}
