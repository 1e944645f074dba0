/// <reference path="../../github-slugger.d.ts" />
/**
 * Markdown, taken apart with the place of every part. In: a path and its text, secrets masked. Out: facts of the document.
 * One parse and one walk; the parser gives offsets only, which are turned into lines once.
 */
import type { SyntaxNode, Tree } from '@lezer/common'
import { GFM, parser } from '@lezer/markdown'
import GithubSlugger from 'github-slugger'
import type { DocumentFacts, Fence, Passage } from '../../types'
import { isShell, mayBeCommand, type ReadShell } from './shell'
import { silencedIn } from './silenced'

const markdown = parser.configure(GFM)

/** @param readShell commands are told apart where it is given */
export function markdownFacts(path: string, text: string, readShell?: ReadShell): DocumentFacts {
  const body = withoutFrontMatter(text)
  const tree = markdown.parse(body)
  const lineAt = lineFinder(body)
  return new Reader(path, body, tree, lineAt, readShell).read()
}

/** Front matter is no prose; blanks keep offsets and lines. */
function withoutFrontMatter(text: string): string {
  const matter = /^---\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/.exec(text)
  return matter ? matter[0].replace(/[^\r\n]/g, ' ') + text.slice(matter[0].length) : text
}

function lineFinder(text: string): (offset: number) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] as number) <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }
}

class Reader {
  private readonly facts: DocumentFacts
  private readonly slugger = new GithubSlugger()
  private readonly references = new Map<string, string>()
  private tables = 0
  private before = ''

  constructor(
    path: string,
    private readonly text: string,
    private readonly tree: Tree,
    private readonly lineAt: (offset: number) => number,
    private readonly readShell: ReadShell | undefined,
  ) {
    this.facts = {
      path,
      format: 'markdown',
      lines: lineAt(text.length),
      headings: [],
      anchors: [],
      passages: [],
      fences: [],
      links: [],
      silenced: [],
    }
  }

  read(): DocumentFacts {
    for (let node = this.tree.topNode.firstChild; node; node = node.nextSibling) if (node.name === 'LinkReference') this.define(node)
    this.blocks(this.tree.topNode, 'paragraph')
    this.facts.silenced = silencedIn(this.text, this.facts, this.lineAt)
    return this.facts
  }

  private get heading(): number {
    return this.facts.headings.length - 1
  }

  private slice({ from, to }: { from: number; to: number }): string {
    return this.text.slice(from, to)
  }

  private define(node: SyntaxNode): void {
    const label = node.getChild('LinkLabel')
    const url = node.getChild('URL')
    if (label && url) this.references.set(labelOf(this.slice(label)), this.slice(url).replace(/^<|>$/g, ''))
  }

  private blocks(parent: SyntaxNode, kind: Passage['kind']): void {
    for (let node = parent.firstChild; node; node = node.nextSibling) {
      const { name } = node
      if (/^(?:ATX|Setext)Heading\d$/.test(name)) this.headed(node)
      else if (name === 'Paragraph') this.passage(node, kind)
      else if (name === 'Task') this.passage(node, 'item', { checked: /x/i.test(this.slice(node.getChild('TaskMarker') ?? { from: 0, to: 0 })) })
      else if (name === 'BulletList' || name === 'OrderedList') for (const item of node.getChildren('ListItem')) this.blocks(item, 'item')
      else if (name === 'Blockquote') this.blocks(node, 'quote')
      else if (name === 'FencedCode' || name === 'CodeBlock') this.fence(node)
      else if (name === 'Table') this.table(node)
      else if (name === 'HTMLBlock' || name === 'CommentBlock') this.html(node.from, this.slice(node))
    }
  }

  private headed(node: SyntaxNode): void {
    const marked = this.slice(node)
    const setext = node.name.startsWith('Setext')
    const raw = setext ? marked.replace(/\n[=-]+\s*$/, '') : marked.replace(/^#+[ \t]*/, '').replace(/[ \t]+#+[ \t]*$/, '')
    const own = /\s*\{#([\w-]+)\}\s*$/.exec(raw) ?? /\s*\{\/\*\s*#([\w-]+)\s*\*\/\}\s*$/.exec(raw)
    const text = plain(own ? raw.slice(0, own.index) : raw)
    this.facts.headings.push({
      depth: Number(node.name.at(-1)),
      text,
      // The slugger counts repetitions, so it has to see every heading that has no anchor of its own.
      anchor: own ? (own[1] as string) : this.slugger.slug(text),
      line: this.lineAt(node.from),
    })
    this.passage(node, 'heading')
    this.before = ''
  }

  private passage(node: SyntaxNode, kind: Passage['kind'], more: Partial<Passage> = {}): void {
    const passage: Passage = { kind, raw: this.slice(node), line: this.lineAt(node.from), codes: [], heading: this.heading, ...more }
    this.inline(node, passage)
    this.facts.passages.push(passage)
    if (kind !== 'heading' && kind !== 'cell') this.before = passage.raw
  }

  private inline(parent: SyntaxNode, passage: Passage, isLink = false): void {
    for (let node = parent.firstChild; node; node = node.nextSibling) {
      const { name } = node
      if (name === 'InlineCode') this.code(node, passage)
      else if (name === 'Link' || name === 'Image') this.link(node)
      else if ((name === 'Autolink' || name === 'URL') && !isLink && /^<?[a-z][a-z0-9+.-]*:/i.test(this.slice(node)))
        this.found(this.slice(node).replace(/^<|>$/g, ''), this.slice(node), node.from, false)
      else if (name === 'HTMLTag' || name === 'Comment') this.html(node.from, this.slice(node))
      // The address of a link was taken with it.
      if (name !== 'InlineCode' && name !== 'URL' && name !== 'Autolink' && node.firstChild)
        this.inline(node, passage, name === 'Link' || name === 'Image')
    }
  }

  private code(node: SyntaxNode, passage: Passage): void {
    const text = codeText(this.slice(node))
    const line = this.lineAt(node.from)
    passage.codes.push({ text, line, ...(this.readShell && mayBeCommand(text) ? { commands: this.readShell(text, line) } : {}) })
  }

  private link(node: SyntaxNode): void {
    const marks = node.getChildren('LinkMark')
    const shown = marks.length > 1 ? this.text.slice((marks[0] as SyntaxNode).to, (marks[1] as SyntaxNode).from) : ''
    // An address in the words of a link is no address of the link.
    const url = node.getChildren('URL').find(({ from }) => from >= (marks[1]?.to ?? 0))
    const label = node.getChild('LinkLabel')
    // `@[code](file)` is how some generators of sites ask for a file to be shown.
    if (this.text[node.from - 1] === '@') return
    const address = url
      ? this.slice(url).replace(/^<|>$/g, '')
      : marks.length > 2 && this.slice(marks[2] as SyntaxNode) === '('
        ? ''
        : this.references.get(labelOf(label && this.slice(label) !== '[]' ? this.slice(label) : `[${shown}]`))
    if (address !== undefined) this.found(address, plain(shown), node.from, node.name === 'Image')
  }

  private found(url: string, text: string, from: number, image: boolean): void {
    this.facts.links.push({ url, text, line: this.lineAt(from), image, heading: this.heading })
  }

  private html(from: number, html: string): void {
    if (html.startsWith('<!--')) return
    for (const match of html.matchAll(/<(a|img)\b[^>]*?\s(?:href|src)\s*=\s*(["'])(.*?)\2/gi))
      this.found(match[3] as string, '', from + match.index, match[1]?.toLowerCase() === 'img')
    for (const match of html.matchAll(/\s(?:id|name)\s*=\s*(["'])([^"']+)\1/gi)) this.facts.anchors.push(match[2] as string)
  }

  private fence(node: SyntaxNode): void {
    const info = node.getChild('CodeInfo')
    const [language = '', ...meta] = info
      ? this.slice(info)
          .trim()
          .split(/[\s{,]+/)
      : ['']
    const parts = node.getChildren('CodeText')
    const first = parts[0]
    const fence: Fence = {
      language: language.toLowerCase(),
      meta: meta.join(' '),
      // Inside a list or a quote every line is a part of its own.
      text: parts.map((part) => this.slice(part)).join(''),
      line: first ? this.lineAt(first.from) : this.lineAt(node.from) + 1,
      heading: this.heading,
      before: this.before,
    }
    if (this.readShell && isShell(fence.language)) fence.commands = this.readShell(fence.text, fence.line)
    this.facts.fences.push(fence)
  }

  private table(node: SyntaxNode): void {
    const table = this.tables++
    const heads = node.getChild('TableHeader')
    const names = heads ? heads.getChildren('TableCell').map((cell) => plain(this.slice(cell))) : []
    const rows = [...(heads ? [heads] : []), ...node.getChildren('TableRow')]
    rows.forEach((row, index) => {
      cellsOf(row).forEach((cell, column) => {
        if (cell) this.passage(cell, 'cell', { cell: { table, row: index - (heads ? 1 : 0), column, head: names[column] ?? '' } })
      })
    })
  }
}

/** Cells by column; an empty one has no node of its own. */
function cellsOf(row: SyntaxNode): (SyntaxNode | undefined)[] {
  const cells: (SyntaxNode | undefined)[] = []
  let open: SyntaxNode | undefined
  let begun = false
  for (let node = row.firstChild; node; node = node.nextSibling) {
    if (node.name === 'TableCell') open = node
    else if (node.name === 'TableDelimiter') {
      if (begun || open) cells.push(open)
      begun = true
      open = undefined
    }
  }
  if (open) cells.push(open)
  return cells
}

function labelOf(label: string): string {
  return label
    .replace(/^\[|\]$/g, '')
    .trim()
    .replace(/\s+/g, ' ')
    .toLowerCase()
}

function codeText(marked: string): string {
  const inner = marked.replace(/^`+|`+$/g, '')
  return /^ .*\S.* $/.test(inner) ? inner.slice(1, -1) : inner
}

/** What a reader sees: no marks of code, emphasis and links. */
export function plain(raw: string): string {
  return raw
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replace(/<[^>]+>/g, '')
    .replace(/(`+)(.*?)\1/g, '$2')
    .replace(/(\*\*|__|~~)(?=\S)(.*?\S)\1/g, '$2')
    .replace(/(?<![\w*])\*(?=\S)([^*]*?\S)\*(?![\w*])/g, '$1')
    .replace(/(?<![\w_])_(?=\S)([^_]*?\S)_(?![\w_])/g, '$1')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .trim()
}
