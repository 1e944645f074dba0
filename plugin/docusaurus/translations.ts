/**
 * Titles and sidebar labels of our pages, for `docusaurus write-translations`: the pages themselves are made anew by each
 * build, so a translated copy of one would go stale. In: loaded docs. Out: a file of texts, and the docs with them in place.
 */
import type { DocMetadata, LoadedContent } from '@docusaurus/plugin-content-docs'
import type { TranslationFile } from '@docusaurus/types'

const file = 'pages'

export function translationsOfPages(content: LoadedContent): TranslationFile {
  const docs = content.loadedVersions.flatMap((version) => version.docs)
  const entries = docs.flatMap(({ id, title, frontMatter }) => [
    [`${id}.title`, { message: title, description: `The title of the page ${id}` }],
    ...(frontMatter.sidebar_label
      ? [[`${id}.sidebar_label`, { message: frontMatter.sidebar_label, description: `The label of the page ${id} in the sidebar` }]]
      : []),
  ])
  return { path: file, content: Object.fromEntries(entries) }
}

export function translatePages(content: LoadedContent, files: TranslationFile[]): LoadedContent {
  const texts = files.find(({ path }) => path === file)?.content ?? {}
  const inPlace = (doc: DocMetadata): DocMetadata => {
    const label = texts[`${doc.id}.sidebar_label`]?.message
    return {
      ...doc,
      title: texts[`${doc.id}.title`]?.message ?? doc.title,
      frontMatter: label === undefined ? doc.frontMatter : { ...doc.frontMatter, sidebar_label: label },
    }
  }
  return {
    loadedVersions: content.loadedVersions.map((version) => {
      const docs = version.docs.map(inPlace)
      const byPermalink = new Map(docs.map((doc) => [doc.permalink, doc]))
      const linked = (link: DocMetadata['next']) => {
        const target = link && byPermalink.get(link.permalink)
        return target ? { ...link, title: target.frontMatter.pagination_label ?? target.frontMatter.sidebar_label ?? target.title } : link
      }
      return { ...version, docs: docs.map((doc) => ({ ...doc, previous: linked(doc.previous), next: linked(doc.next) })) }
    }),
  }
}
