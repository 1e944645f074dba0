/** Files that commands run. In: a command line, as a script of a manifest has it. Out: the files, as they are written there; nothing is run. */

/** Programs that run the file they are given, and wrappers that run another program. */
const RUNNERS =
  /^(?:node|nodejs|tsx|ts-node|ts-node-dev|ts-node-esm|tsnd|nodemon|babel-node|bun|deno|esno|esr|vite-node|swc-node|forever|node-dev|supervisor|electron|pm2|pm2-runtime|jiti|micro|c8|nyc)$/
const PATH = /^[\w@.~/-]+\.[cm]?[jt]sx?$|^(?:\.{0,2}\/)?(?:[\w@.-]+\/)*[\w@.-]+$/

/** Files that a command line runs. */
export function filesRunBy(command: string): string[] {
  const found: string[] = []
  for (const part of command.split(/\s*(?:&&|\|\||;|\|)\s*/)) {
    const words = part.split(/\s+/).map((word) => word.replace(/^["']|["']$/g, ''))
    let after = false
    for (const word of words) {
      if (RUNNERS.test(word)) after = true
      else if (after && (word === 'run' || word === 'start' || word === 'watch' || /^-/.test(word) || /^\w+=/.test(word))) continue
      else if (after && PATH.test(word)) {
        found.push(word)
        break
      }
    }
  }
  return found
}
