/** One kind of picture, for who asks for it by name. In: the program and a name. Out: its pictures, folded or whole. */
import type { Diagram, Interaction, Program } from '../../types'
import { sequenceDiagram } from '../architecture/sequences'
import { diagramKinds } from './kinds'

export interface Asked {
  of?: string
  diagram: Diagram
  /** What was left out, in a sentence; '' where nothing was. */
  cut: string
}

export function picturesOf(program: Program, name: string, isWhole: boolean): Asked[] {
  if (name === 'sequence')
    return program.interactions.filter(({ because }) => because === 'asked for').map((interaction) => sequenceOf(interaction, isWhole))
  const kind = diagramKinds.find(({ id }) => id === name)
  return (kind?.drawings(program) ?? []).map(({ of, diagram, whole, shown, total, without }) => ({
    ...(of === undefined ? {} : { of }),
    diagram: isWhole && whole ? whole.diagram : diagram,
    cut:
      isWhole || !whole
        ? ''
        : [`The picture shows ${shown} of ${total} parts`, ...(without > 0 ? [`and leaves out ${without} of the lines`] : [])].join(' ') +
          '; --whole draws all.',
  }))
}

function sequenceOf(interaction: Interaction, isWhole: boolean): Asked {
  const cut = interaction.cut.filter(({ reason }) => !isWhole || !reason.startsWith('steps that only the list has'))
  return {
    of: interaction.entry,
    diagram: sequenceDiagram(interaction, isWhole),
    cut:
      cut.length === 0
        ? ''
        : `Left out: ${cut.map(({ steps, reason }) => `${reason.replace('that only the list has', 'that --whole draws')} (${steps})`).join('; ')}.`,
  }
}
