/** Order and names of folders in the sidebar, as Docusaurus reads them from a file in each folder. Pages order themselves. */
import type { View } from '../types'
import type { ViewContext } from './context'

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
  'security-docs/compliance': { label: 'Compliance', position: 3, collapsed: false },
  architecture: { label: 'Architecture', position: 2, collapsed: false, link: { type: 'doc', id: 'architecture/index' } },
  nonfunctional: { label: 'Nonfunctional', position: 3, collapsed: false, link: { type: 'doc', id: 'nonfunctional/index' } },
}

/** A folder that has no page needs no name. */
export function sidebar({ compliance }: Pick<ViewContext, 'compliance'>): View[] {
  const shown = Object.entries(categories).filter(([folder]) => folder !== 'security-docs/compliance' || compliance.length > 0)
  return shown.map(([folder, category]) => ({ path: `${folder}/_category_.json`, template: 'data', data: { ...category } }))
}
