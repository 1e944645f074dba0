/** The lines of a Markdown text, and whether each belongs to a code block. Our blocks are never indented or nested. */
export interface Line {
  text: string
  inFence: boolean
}

export function linesOf(markdown: string): Line[] {
  let fence = ''
  return markdown.split('\n').map((text) => {
    // Inline code may stand at the beginning of a line, too; it holds backticks again.
    const marks = text.startsWith('```') ? /^(`{3,})[^`]*$/.exec(text)?.[1] : undefined
    if (fence === '' && marks) {
      fence = marks
      return { text, inFence: true }
    }
    const inFence = fence !== ''
    if (inFence && text === fence) fence = ''
    return { text, inFence }
  })
}
