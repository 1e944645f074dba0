/** Paths as the architecture speaks of them: POSIX, '' for the root. */

export function dirOf(path: string): string {
  const slash = path.lastIndexOf('/')
  return slash < 0 ? '' : path.slice(0, slash)
}

export function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

export function isWithin(path: string, dir: string): boolean {
  return dir === '' || path === dir || path.startsWith(`${dir}/`)
}

export function joined(dir: string, path: string): string {
  const parts: string[] = []
  for (const part of `${dir}/${path}`.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..') parts.pop()
    else parts.push(part)
  }
  return parts.join('/')
}

/** Name of the folder right below `dir` on the way to `path`; '' for a file that stands in `dir` itself. */
export function stepBelow(path: string, dir: string): string {
  const rest = dir === '' ? path : path.slice(dir.length + 1)
  const slash = rest.indexOf('/')
  return slash < 0 ? '' : rest.slice(0, slash)
}

/** Code that is kept to try, show or build the system: no part of it. */
export function isAside(path: string): boolean {
  return /(?:^|\/)(?:(?:__)?(?:fixtures?|mocks?)(?:__)?|tests?|__tests__|specs?|e2e|cypress|playwright|examples?|samples?|benchmarks?|playgrounds?|\.storybook|\.\w+|vendor)\//i.test(
    path,
  )
}

/** Settings of a tool, written as code. */
export function isSettings(path: string): boolean {
  const base = baseOf(path)
  return (
    /(?:^|[.-])(?:config|conf|rc|setup|preset)\.[cm]?[jt]sx?$/i.test(base) ||
    /^(?:gulpfile|gruntfile|karma\.\w+|protractor[\w.]*|\.\w+rc)\.?[cm]?[jt]?s?$/i.test(base) ||
    /\.d\.[cm]?ts$/.test(base)
  )
}
