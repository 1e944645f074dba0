/** What Plumbline itself left in the tree: pages, ledger, results. Reading them would make a second run differ from the first. */
import type { Page } from '../types'

const manifestName = '.plumbline.json'
const schemas = /^\s*\{\s*"schema":\s*"plumbline(?:-ledger|-pages)?\/1"/

/** Folders below which our pages lie, with a slash at the end or ''. */
export function ownFolders(files: string[]): string[] {
  return files.filter((file) => file === manifestName || file.endsWith(`/${manifestName}`)).map((file) => file.slice(0, -manifestName.length))
}

/** The pages a manifest lists, as paths of the tree. Only what pages are made of: a false list must not hide code. */
export function ownPages(folder: string, manifest: string): Page['path'][] {
  try {
    const { files } = JSON.parse(manifest) as { files: Record<string, string> }
    return Object.keys(files)
      .filter((page) =>
        /\.mdx?$|\.excalidraw$|\.svg$|(?:^|\/)(?:_category_|interfaces\/(?:openapi|asyncapi)|exports\/[\w.-]+|[\w-]+\.oscal)\.json$/.test(page),
      )
      .map((page) => `${folder}${page}`)
  } catch {
    // Somebody else's file of that name, or a damaged one, about which writing pages will complain.
    return []
  }
}

export function isOwnData(file: string, bytes: Uint8Array): boolean {
  return file.endsWith('.json') && schemas.test(Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 200)).toString('latin1'))
}
