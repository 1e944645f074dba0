/** Nest: `@UploadedFile(new ParseFilePipe({ validators: [new MaxFileSizeValidator({ maxSize }), new FileTypeValidator({ fileType })] }))`. */
import { Kind } from '../../../../graph'
import type { Control, EntryPoint } from '../../../../types'
import { runsOf } from '../../../entry-points/runs'
import { calledName, cite, type Linked } from '../../../linked'
import { control } from '../control'
import { UPLOAD_CONTROLS } from './controls'
import { bytesOf, sizeText } from './sizes'

const SIZE = /^(?:MaxFileSizeValidator|addMaxSizeValidator)$/
const TYPE = /^(?:FileTypeValidator|addFileTypeValidator)$/
/** How many nodes a decorator's argument may be made of. */
const MOST = 60

export function pipedControls(linked: Linked, entry: EntryPoint): Control[] {
  const { whole, values } = linked
  const fns = new Set(runsOf(linked, entry).handlers)
  const found: Control[] = []
  for (const { fn, expression } of whole.parameterDecorators) {
    if (!fns.has(fn)) continue
    for (const call of callsIn(linked, expression)) {
      const name = calledName(linked, call)
      const [options] = whole.args(call)
      if (options === undefined) continue
      const at = cite(linked, call)
      if (SIZE.test(name)) {
        const [size] = values.property(options, 'maxSize')
        const bytes = size === undefined ? undefined : bytesOf(linked, size)
        found.push(
          control(
            UPLOAD_CONTROLS.size,
            'pass',
            bytes === undefined ? 'a limit that is computed while running' : sizeText(bytes),
            `${name} refuses larger files.`,
            [at],
          ),
        )
      } else if (TYPE.test(name)) {
        const texts = values.property(options, 'fileType').flatMap((node) => values.texts(node))
        const current = texts.map(({ value }) => value).join(', ')
        const reason = 'Files of other types are refused. Older versions of the validator go by what the sender says.'
        found.push(control(UPLOAD_CONTROLS.mime, 'partial', current, reason, [at]))
      }
    }
  }
  return found
}

/** Every call and construction within an expression, through what it was put into. */
function callsIn(linked: Linked, expression: number): number[] {
  const { whole, values } = linked
  const found: number[] = []
  const seen = new Set<number>()
  const stack = [expression]
  while (stack.length > 0 && seen.size < MOST) {
    const node = stack.pop() as number
    if (node < 0 || node >= whole.size || seen.has(node)) continue
    seen.add(node)
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Call || kind === Kind.New) {
      found.push(node)
      const callee = whole.a[node] as number
      stack.push(...whole.args(node))
      if (whole.kind[callee] === Kind.Load) stack.push(whole.a[callee] as number)
    } else {
      stack.push(...whole.madeOf(node))
      for (const made of values.definitions(node)) if (made !== node) stack.push(made)
    }
  }
  return found
}
