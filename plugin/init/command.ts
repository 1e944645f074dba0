/** The command `init`. In: what was typed, and the streams of the process. Out: whether there is anybody to ask; the rest is loaded when it runs. */
import type { Command } from 'commander'
import { available, defaultOptions } from '../options'
import type { InitFlags, InitRim } from './types'

interface Surroundings extends Pick<InitRim, 'placeholder'> {
  input?: NodeJS.ReadStream
  out: NodeJS.WriteStream
  env: NodeJS.ProcessEnv
  isCI: boolean
}

export function registerInit(program: Command, { input, out, env, isCI, placeholder }: Surroundings): void {
  const isAsked = input?.isTTY && out.isTTY && !isCI && env.TERM !== 'dumb'
  const terminal = isAsked ? { input, output: out } : undefined
  program
    .command('init [directory]')
    .description('Set up: in a Docusaurus site adds the plugin, elsewhere writes settings and the folder of the reports')
    .option('--docs <path>', 'directory for the documentation; in a site the path that it is served under')
    .option('--frameworks <names>', `compliance reports, separated by commas: asvs, csf, cis, iso27001, nis2 (default: ${defaultOptions.frameworks})`)
    .option('--diagrams <format>', `how diagrams are written: ${available.diagrams.join(', ')} (default: ${defaultOptions.diagrams})`)
    .option('--yes', 'ask nothing, and change the configuration of the site without asking')
    .action(async (directory: string | undefined, flags: InitFlags) => {
      const { init } = await import('./index.js')
      await init(directory ?? '.', flags, { out, terminal, placeholder })
    })
}
