import { type Advice, effortFor } from './recommendation'

/** Doors that the repository's own description of its interface leaves out, or has and the code has not; or no description at all. */
export const missingDescriptions: Advice = ({ program }) => {
  const { described, entryPoints } = program
  const http = entryPoints.filter(({ kind }) => kind === 'http')
  const pages = (media: string | undefined) => media === 'text/html'
  const interfaces = http.filter(({ responses }) => !responses.some(({ media }) => pages(media)))
  if (described.length === 0)
    return interfaces.length < 5
      ? []
      : [
          {
            kind: 'missing-descriptions',
            title: `Describe the HTTP interface (${interfaces.length} operations)`,
            priority: interfaces.length >= 20 ? 'Medium' : 'Low',
            because: 'There is no OpenAPI or similar description in the repository, so that every client reads the code or guesses.',
            how: 'Begin with the download on the pages of the interfaces: it holds what the code tells. Keep it beside the code and let the build compare them.',
            effort: effortFor('medium', Math.ceil(interfaces.length / 10)),
            evidence: interfaces.slice(0, 3).map(({ at }) => at),
            page: 'architecture/interfaces/index.md',
          },
        ]
  const missing = described.filter(({ described: said, registered }) => !said && registered)
  const gone = described.filter(({ described: said, registered }) => said && !registered)
  const different = described.filter(({ differences }) => differences.length > 0)
  const count = missing.length + gone.length + different.length
  if (count === 0) return []
  const parts = [
    ...(missing.length > 0 ? [`${missing.length} registered and not described`] : []),
    ...(gone.length > 0 ? [`${gone.length} described and not registered`] : []),
    ...(different.length > 0 ? [`${different.length} described differently`] : []),
  ]
  return [
    {
      kind: 'missing-descriptions',
      title: `Bring the description of the HTTP interface in line with the code (${count})`,
      priority: different.length + gone.length > 0 ? 'Medium' : 'Low',
      because: `Clients are built from the description, and it is not what the code does: ${parts.join(', ')}.`,
      how: 'Complete the description, or remove what is no longer there.',
      effort: effortFor('small', count),
      evidence: [...different, ...gone, ...missing].flatMap(({ described: said, registered }) => said ?? registered ?? []).slice(0, 5),
      page: 'architecture/interfaces/index.md',
    },
  ]
}
