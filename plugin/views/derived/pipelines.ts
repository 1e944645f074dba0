/** Pipelines of continuous integration and their jobs, one entry a file, those with the most jobs first. */
import type { Evidence, Program } from '../../types'
import { compareText } from '../order'

export interface Pipeline {
  file: string
  at: Evidence
  jobs: { name: string; at: Evidence }[]
}

export function pipelinesOf({ manifests }: Program): Pipeline[] {
  return manifests
    .flatMap(({ path, facts }): Pipeline[] => {
      const jobs = facts
        .filter(({ kind }) => kind === 'ci-job')
        // A workflow's own name stands before each of its jobs; the file says it once.
        .map(({ name, line, text }) => ({ name: name.replace(/^.* \/ /, ''), at: { file: path, line, text } }))
      const [first] = jobs
      return first ? [{ file: path, at: first.at, jobs }] : []
    })
    .sort((a, b) => b.jobs.length - a.jobs.length || compareText(a.file, b.file))
}
