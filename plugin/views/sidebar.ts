/** Order and names of folders in the sidebar, as Docusaurus reads them from a file in each folder. Pages order themselves. */
import type { View } from '../types'

interface Category {
  label: string
  position: number
  collapsed: boolean
  link?: { type: 'doc'; id: string }
}

/** A folder joins with its first page. */
const categories: Record<string, Category> = {
  'security-docs': { label: 'Security', position: 1, collapsed: false, link: { type: 'doc', id: 'security-docs/index' } },
  'security-docs/analysis': { label: 'Analysis reports', position: 2, collapsed: false },
  architecture: { label: 'Architecture', position: 2, collapsed: false },
  nonfunctional: { label: 'Nonfunctional', position: 3, collapsed: false, link: { type: 'doc', id: 'nonfunctional/index' } },
}

export function sidebar(): View[] {
  return Object.entries(categories).map(([folder, category]) => ({ path: `${folder}/_category_.json`, template: 'data', data: { ...category } }))
}
