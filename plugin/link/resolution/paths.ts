/** POSIX paths relative to the analysed root, without a leading `./`; the root itself is the empty string. */

export function dirOf(path: string): string {
  const slash = path.lastIndexOf('/')
  return slash < 0 ? '' : path.slice(0, slash)
}

export function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Joined and normalised. Undefined when the way leads out of the root. */
export function join(...parts: string[]): string | undefined {
  const stack: string[] = []
  for (const part of parts)
    for (const segment of part.split('/')) {
      if (segment === '' || segment === '.') continue
      if (segment !== '..') stack.push(segment)
      else if (stack.pop() === undefined) return undefined
    }
  return stack.join('/')
}

/**
 * What a relative specifier means in a directory: `join` without taking the directory apart, as nearly all specifiers have
 * their dots in front. There are tens of thousands of them.
 */
export function joinRelative(dir: string, specifier: string): string | undefined {
  let rest = specifier
  let base = dir
  for (;;) {
    if (rest.startsWith('./')) rest = rest.slice(2)
    else if (rest.startsWith('../')) {
      if (base === '') return undefined
      base = dirOf(base)
      rest = rest.slice(3)
    } else break
  }
  if (rest === '' || rest.startsWith('.') || rest.startsWith('/') || rest.endsWith('/') || rest.includes('/.') || rest.includes('//'))
    return join(dir, specifier)
  return base === '' ? rest : `${base}/${rest}`
}

/** The directory and all above it, nearest first; the last is the root. */
export function upwards(dir: string): string[] {
  const dirs = [dir]
  while (dir !== '') {
    dir = dirOf(dir)
    dirs.push(dir)
  }
  return dirs
}
