/** Lifelines side by side; where there are too many for the width, the same as numbered steps. */
import type { SequenceDiagram, SequenceStep } from '../../../types'
import { type Branch, branchesOf, depthOf } from '../frames'
import { distinct, wrapped } from '../words'
import { canvas, centred, longest, widest } from './canvas'
import { numbered } from './steps'

/** Columns for one participant. With less, its messages would be a word a line. */
const [narrowestLane, widestLane] = [16, 34]

export function sequence(diagram: SequenceDiagram): string[] {
  const { participants, steps } = diagram
  const names = distinct(participants.map(({ label }) => label))
  const margin = 2 * depthOf(steps) + 1
  // What somebody does alone stands to the right of the line: half a lane more for the last one.
  const lane = Math.min(widestLane, Math.floor((widest - 2 * margin) / (participants.length + 0.5)))
  if (participants.length === 0 || lane < narrowestLane) return numbered(diagram, names)
  return drawn(diagram, names, { margin, lane })
}

function drawn({ participants, steps }: SequenceDiagram, names: string[], { margin, lane }: { margin: number; lane: number }): string[] {
  const sheet = canvas()
  const centres = participants.map((_, index) => margin + index * lane + Math.floor(lane / 2))
  const columns = new Map(participants.map(({ id }, index) => [id, centres[index]!]))
  const width = margin + Math.ceil((participants.length + 0.5) * lane) + margin
  let row = heads()
  /** How many frames are open. */
  let depth = 0

  function heads(): number {
    const labels = names.map((name) => wrapped(name, lane - 6))
    const height = Math.max(...labels.map((lines) => lines.length))
    labels.forEach((lines, index) => {
      const inner = longest(lines) + 2
      const left = centres[index]! - Math.floor((inner + 2) / 2)
      const isActor = participants[index]!.shape === 'actor'
      const [corner, edge] = isActor ? ['.', '-'] : participants[index]!.shape === 'database' ? ['.', '='] : ['+', '-']
      const [open, close] = isActor ? ['<', '>'] : ['|', '|']
      const rule = (end: string) => end + edge!.repeat(inner) + end
      const top = height - lines.length
      sheet.put(left, top, rule(corner!))
      for (const [line, text] of lines.entries()) sheet.put(left, top + 1 + line, `${open}${centred(text, inner)}${close}`)
      sheet.put(left, height + 1, rule(corner === '.' ? "'" : '+'))
    })
    return height + 2
  }

  /** A new line: lifelines, and the sides of open frames. */
  const next = (): number => {
    for (const centre of centres) sheet.put(centre, row, '|')
    for (let frame = 0; frame < depth; frame++) {
      sheet.put(frame * 2, row, '|')
      sheet.put(width - 1 - frame * 2, row, '|')
    }
    return row++
  }
  const put = (column: number, text: string) => sheet.put(column, next(), text)

  const rule = (title: string, mark: string): void => {
    const left = (depth - 1) * 2
    const inner = width - 2 - 2 * left
    const [first = '', ...more] = title === '' ? [] : wrapped(title, inner - 8)
    const line = next()
    sheet.put(left, line, `+${mark.repeat(inner)}+`)
    if (first !== '') sheet.put(left + 3, line, `[ ${first}${more.length === 0 ? ' ]' : ''}`)
    for (const [index, text] of more.entries()) put(left + 5, `${text}${index === more.length - 1 ? ' ]' : ''}`)
  }

  const frame = (branches: Branch[]): void => {
    next()
    depth++
    branches.forEach(({ title, steps: inside }, index) => {
      rule(title, index === 0 ? '=' : '-')
      inside.forEach(draw)
      next()
    })
    rule('', '=')
    depth--
  }

  const message = (from: number, to: number, step: Extract<SequenceStep, { kind: 'message' }>): void => {
    next()
    if (from === to) {
      put(from, '|---.')
      for (const text of wrapped(step.label, lane - 7)) put(from, `|   | ${text}`)
      put(from, "|<--'")
      return
    }
    const [left, right] = [Math.min(from, to), Math.max(from, to)]
    if (step.label.trim() !== '') for (const text of wrapped(step.label, right - left - 3)) put(left + 2, text)
    const stroke = (step.reply ? '.' : '-').repeat(right - left - 1)
    const head = step.async ? 2 : 1
    put(left + 1, from < to ? stroke.slice(head) + '>'.repeat(head) : '<'.repeat(head) + stroke.slice(head))
  }

  const note = (over: number[], text: string): void => {
    const [first, last] = [Math.min(...over), Math.max(...over)]
    const lines = wrapped(text, last - first + lane - 6)
    const inner = longest(lines) + 2
    const left = Math.max(0, Math.floor((first + last - inner) / 2))
    next()
    put(left, `+${'-'.repeat(inner)}+`)
    for (const line of lines) put(left, `:${centred(line, inner)}:`)
    put(left, `+${'-'.repeat(inner)}+`)
  }

  function draw(step: SequenceStep): void {
    switch (step.kind) {
      case 'message': {
        const [from, to] = [columns.get(step.from), columns.get(step.to)]
        if (from !== undefined && to !== undefined) message(from, to, step)
        break
      }
      case 'note': {
        const over = step.over.flatMap((id) => columns.get(id) ?? [])
        if (over.length > 0) note(over, step.text)
        break
      }
      default:
        frame(branchesOf(step))
    }
  }

  steps.forEach(draw)
  next()
  return sheet.lines()
}
