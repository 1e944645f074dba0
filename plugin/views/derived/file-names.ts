/** Names of files for what the analysed code calls somehow: letters, digits and dashes, each name given once. */

/** @param otherwise stands for a text without a letter or digit */
export function fileNames(otherwise: string): (text: string) => string {
  const given = new Map<string, number>()
  return (text) => {
    const name =
      text
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-+|-+$/g, '')
        .slice(0, 60) || otherwise
    const count = (given.get(name) ?? 0) + 1
    given.set(name, count)
    return count === 1 ? name : `${name}-${count}`
  }
}
