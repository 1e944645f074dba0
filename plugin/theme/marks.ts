/**
 * Shows beside a line of a document that the code contradicts it, and at the end of a page whose statements all hold that they
 * do. Works on the page as it is shown: a page of text does not change until the reader leaves it.
 */
import globalData from '@generated/globalData'

interface PageMarks {
  marks: { text: string; id: string; actual: string; href: string }[]
  checked: number
  commit: string | null
}

export function onRouteDidUpdate({ location }: { location: { pathname: string } }): void {
  // The new page is shown once the frame is drawn.
  requestAnimationFrame(() => show(location.pathname))
}

function show(pathname: string): void {
  const page = pageAt(pathname)
  const article = document.querySelector('article .markdown, .theme-doc-markdown')
  if (!page || !article) return
  for (const old of article.querySelectorAll('.plumbline-mark, .plumbline-verified')) old.remove()
  for (const mark of page.marks) (blockWith(article, mark.text) ?? article).append(badge(mark))
  if (page.marks.length === 0 && page.checked > 0) article.append(verified(page))
}

function pageAt(pathname: string): PageMarks | undefined {
  const plain = (address: string) => address.replace(/\/$/, '')
  for (const data of Object.values(globalData['docusaurus-plugin-content-docs'] ?? {})) {
    const found = Object.entries(data.plumblineMarks ?? {}).find(([address]) => plain(address) === plain(pathname))
    if (found) return found[1]
  }
  return undefined
}

const blocks = 'li, p, td, h1, h2, h3, h4, h5, h6, pre'

/** The smallest block that holds the line; of a line of code the block of code. */
function blockWith(article: Element, text: string): Element | undefined {
  const wanted = words(text)
  if (wanted === '') return undefined
  const holding = [...article.querySelectorAll(blocks)].filter((block) => words(block.textContent ?? '').includes(wanted))
  const smallest = holding.sort((a, b) => (a.textContent ?? '').length - (b.textContent ?? '').length)[0]
  const row = smallest ?? [...article.querySelectorAll('tr')].find((it) => words(it.textContent ?? '').includes(wanted))?.lastElementChild
  return row?.closest('pre')?.parentElement ?? row ?? undefined
}

const words = (text: string): string => (text.match(/[\p{L}\p{N}]+/gu) ?? []).join('').toLowerCase()

function badge({ id, actual, href }: PageMarks['marks'][number]): Element {
  const link = document.createElement('a')
  link.className = 'plumbline-mark'
  link.href = href
  link.title = actual
  link.textContent = id
  link.setAttribute('aria-label', `${id}: the code says otherwise. ${actual}`)
  return link
}

function verified({ checked, commit }: PageMarks): Element {
  const note = document.createElement('p')
  note.className = 'plumbline-verified'
  const statements = checked === 1 ? 'One statement' : `${checked} statements`
  note.textContent = `${statements} of this page held against the code${commit ? ` at commit ${commit.slice(0, 10)}` : ''}: all hold.`
  return note
}
