/**
 * Packages that a tool put beside the code for itself, such as the application by which a developer looks at mails. In: paths, and how to
 * read those that say what belongs to the repository. Out: their folders: hidden by a dot, with a manifest of their own, and named by
 * nothing that builds, starts or lists packages. Whatever runs in production is named somewhere.
 */
import { toolOutput } from './build-output'

const HIDDEN = /(?:^|\/)(\.[a-z][\w.-]*)\/package\.json$/i
/** What people set up for pipelines and editors is their own, though nothing else names it. */
const KEPT_BY_PEOPLE = /^\.(?:github|gitlab|circleci|buildkite|devcontainer|vscode|config|storybook|husky|changeset)$/
/** Where packages are listed, built and started. */
const NAMES =
  /(?:^|\/)(?:package\.json|lerna\.json|nx\.json|turbo\.json|rush\.json|Makefile|Procfile|(?:[\w.-]+\.)?Dockerfile[^/]*|[^/]+\.(?:ya?ml|toml|sh))$/

/** @returns folders with a slash at the end, sorted */
export async function toolPackages(files: string[], read: (file: string) => Promise<string>): Promise<string[]> {
  const found = new Map<string, string>()
  for (const file of files) {
    const name = HIDDEN.exec(file)?.[1]
    if (name !== undefined && !KEPT_BY_PEOPLE.test(name)) found.set(file.slice(0, -'package.json'.length), name)
  }
  for (const folder of toolOutput(files)) found.delete(folder)
  if (found.size === 0) return []
  const inside = (file: string) => [...found.keys()].some((folder) => file.startsWith(folder))
  const texts = await Promise.all(files.filter((file) => NAMES.test(file) && !inside(file)).map(read))
  const isNamed = (name: string) => {
    const naming = new RegExp(`(?<![\\w.-])${name.replaceAll('.', '\\.')}(?![\\w-])`)
    return texts.some((text) => naming.test(text))
  }
  return [...found].flatMap(([folder, name]) => (isNamed(name) ? [] : [folder])).sort()
}
