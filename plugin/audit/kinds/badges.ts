/** Pictures that show a state or a fact: what their addresses say. In: a document. Out: one entry a badge. */
import type { DocumentFacts } from '../../types'

export interface Badge {
  url: string
  line: number
  text: string
  heading: number
  /** Of a badge that says something by itself: what it is about, and what it says. */
  label?: string
  message?: string
  /** Of one of a service: which, and of what repository. */
  service?: string
  repository?: string
  /** Workflow file, or its name. */
  workflow?: { file?: string; name?: string }
}

const REPOSITORY = '([\\w.-]+/[\\w.-]+?)'
const SERVICES: [string, RegExp][] = [
  ['Travis CI', new RegExp(`^https?://(?:www\\.|api\\.|app\\.)?travis-ci\\.(?:org|com)/${REPOSITORY}(?:\\.(?:svg|png)|/builds|/branches|[?#]|/?$)`)],
  ['Travis CI', new RegExp(`^https?://img\\.shields\\.io/travis/(?:com/)?${REPOSITORY}(?:/[\\w.-]+)?(?:\\.(?:svg|png))?(?:[?#]|$)`)],
  ['CircleCI', new RegExp(`^https?://(?:app\\.)?circleci\\.com/gh/${REPOSITORY}(?:\\.(?:svg|png)|/tree|[?#]|$)`)],
  ['CircleCI', new RegExp(`^https?://(?:dl\\.)?circleci\\.com/status-badge/img/gh/${REPOSITORY}/tree`)],
  ['CircleCI', new RegExp(`^https?://img\\.shields\\.io/circleci/(?:build|project)/(?:github/)?${REPOSITORY}(?:/[\\w.-]+)?(?:\\.svg)?(?:[?#]|$)`)],
  ['AppVeyor', new RegExp(`^https?://img\\.shields\\.io/appveyor/(?:ci|build)/${REPOSITORY}(?:/[\\w.-]+)?(?:\\.svg)?(?:[?#]|$)`)],
  ['AppVeyor', /^https?:\/\/ci\.appveyor\.com\/api\/projects\/status\//],
  ['Azure Pipelines', /^https?:\/\/(?:dev\.azure\.com|[\w-]+\.visualstudio\.com)\/.*\/_apis\/build\/status/],
  ['GitLab CI', new RegExp(`^https?://gitlab\\.com/${REPOSITORY}/(?:-/)?badges/`)],
]
const WORKFLOW = new RegExp(`^https?://github\\.com/${REPOSITORY}/(?:actions/workflows/([\\w.-]+\\.ya?ml)/badge\\.svg|workflows/([^/]+)/badge\\.svg)`)
const SHIELDS_WORKFLOW = new RegExp(
  `^https?://img\\.shields\\.io/github/(?:actions/workflow/status/${REPOSITORY}/([\\w.-]+\\.ya?ml)|workflow/status/${REPOSITORY}/([^/?]+))`,
)

const known = new WeakMap<DocumentFacts, Badge[]>()

export function badgesIn(document: DocumentFacts): Badge[] {
  let badges = known.get(document)
  if (!badges) {
    badges = document.links.flatMap(({ url, text, line, heading, image }): Badge[] => {
      // Without a picture it may lead anywhere; badges are pictures.
      if (!image || !/^https?:/.test(url)) return []
      const base = { url, line, text: `![${text}](${url})`, heading }
      const told = stated(url)
      if (told) return [{ ...base, ...told }]
      const workflow = WORKFLOW.exec(url) ?? SHIELDS_WORKFLOW.exec(url)
      if (workflow) {
        const [, first, file, second, third] = workflow
        const name = SHIELDS_WORKFLOW.test(url) ? third : second
        const repository = first ?? second
        return [{ ...base, service: 'GitHub Actions', repository: repository as string, workflow: file ? { file } : { name: decoded(name ?? '') } }]
      }
      for (const [service, pattern] of SERVICES) {
        const match = pattern.exec(url)
        if (match) return [{ ...base, service, ...(match[1] ? { repository: match[1] } : {}) }]
      }
      return []
    })
    known.set(document, badges)
  }
  return badges
}

/** `img.shields.io/badge/node-%3E%3D12-blue`: dashes part it, and stand doubled for themselves. */
function stated(url: string): { label: string; message: string } | undefined {
  const written = /^https?:\/\/(?:img\.shields\.io\/badge|badgen\.net\/badge|img\.badgesize\.io)\/([^?#]+)/.exec(url)?.[1]
  if (written === undefined) return undefined
  if (url.includes('badgen.net')) {
    const [label = '', message = ''] = written.split('/').map(decoded)
    return { label, message }
  }
  const parts = decoded(written.replace(/\.(?:svg|png)$/, ''))
    .replace(/--/g, '\u0000')
    .split('-')
    .map((part) => part.replaceAll('\u0000', '-').replace(/__/g, '\u0001').replace(/_/g, ' ').replaceAll('\u0001', '_'))
  return parts.length === 3 ? { label: (parts[0] as string).trim(), message: (parts[1] as string).trim() } : undefined
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
