/** `plumbline diagram sequence "POST /login"`: what happens behind one door. In: what was typed. Out: its picture as text. */
import type { Command } from 'commander'
import type { Drawn } from '../types'
import { type DiagramCore, type DiagramFlags, deliver, prepared, withFlags } from './index'

/** @param diagram the command that all pictures stand under */
export function registerSequence(diagram: Command, core: DiagramCore): void {
  withFlags(
    diagram
      .command('sequence <entry-point> [directory]')
      .description('Who calls whom behind one entry point: "POST /login", "mutation createUser", a queue, a command'),
  )
    .option('--source <directory>', 'the directory to read, as the second argument is')
    .option('--whole', 'with the steps that a crowded picture leaves out')
    .action((door: string, directory: string | undefined, flags: DiagramFlags & { source?: string; whole?: boolean }) =>
      sequenceCommand(door, directory ?? flags.source ?? '.', flags, core),
    )
}

async function sequenceCommand(door: string, directory: string, flags: DiagramFlags & { whole?: boolean }, core: DiagramCore): Promise<void> {
  const { options, world } = await prepared(directory, flags, core)
  const [drawn] = await core.draw({ name: 'sequence', whole: flags.whole === true }, { ...options, sequences: [door] }, world)
  await deliver(drawn as Drawn, flags, core)
}
