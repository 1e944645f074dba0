/** Changes to a project, each a function from its files to its files. One that finds nothing to change is a mistake in the test. */
import type { Files } from '../documented'

export type Edit = (files: Files) => Files

/** Every occurrence, so that a name stays one name. */
export function replaced(file: string, from: string | RegExp, to: string): Edit {
  return (files) => {
    const text = textOf(files, file)
    const changed = typeof from === 'string' ? text.replaceAll(from, () => to) : text.replace(from, to)
    if (changed === text) throw new Error(`${file} holds no ${from}`)
    return { ...files, [file]: changed }
  }
}

/** A whole name, in all code of the project; documents stay as they are. */
export function renamedInCode(from: string, to: string): Edit {
  return (files) => {
    const name = new RegExp(`(?<![\\w$])${from}(?![\\w$])`, 'g')
    const changed = Object.fromEntries(Object.entries(files).map(([file, text]) => [file, /\.[jt]s$/.test(file) ? text.replace(name, to) : text]))
    if (Object.keys(files).every((file) => files[file] === changed[file])) throw new Error(`No code holds ${from}`)
    return changed
  }
}

export function added(file: string, text: string): Edit {
  return (files) => ({ ...files, [file]: text })
}

export function appended(file: string, text: string): Edit {
  return (files) => ({ ...files, [file]: textOf(files, file) + text })
}

export function removed(file: string): Edit {
  return (files) => {
    textOf(files, file)
    return Object.fromEntries(Object.entries(files).filter(([other]) => other !== file))
  }
}

export function moved(from: string, to: string): Edit {
  return (files) => removed(from)({ ...files, [to]: textOf(files, from) })
}

export function movedFolder(from: string, to: string): Edit {
  return (files) =>
    Object.fromEntries(Object.entries(files).map(([file, text]) => [file.startsWith(`${from}/`) ? to + file.slice(from.length) : file, text]))
}

export function all(...edits: Edit[]): Edit {
  return (files) => edits.reduce((changed, edit) => edit(changed), files)
}

function textOf(files: Files, file: string): string {
  const text = files[file]
  if (text === undefined) throw new Error(`There is no ${file}`)
  return text
}
