import type { DeploymentUnit } from './architecture'

/** What one file of operation says is run. Depends on that file alone; names are not looked up yet. */
export interface DeploymentFile {
  /** As `DeploymentUnit.from`. */
  from: string
  /** Name that the file gives to all that is in it: a chart, a namespace, a service of functions. */
  stack?: string
  units: DeclaredUnit[]
  /** Of Helm: what templates put in where they say `.Values.…`, by path; plain values that are no secret. */
  values?: Record<string, string>
  /** Why it could not be read; then it has no units. */
  problem?: string
}

/** Texts may hold expressions of a template, as written: `{{ .Values.image.tag }}`, `${var.region}`. */
export interface DeclaredUnit {
  name: string
  kind: DeploymentUnit['kind']
  /** In the file's own words: `Deployment`, `aws_db_instance`, `worker`. */
  type: string
  /** Runs nothing and keeps nothing by itself: a task definition, a set of variables. It is a step on the way of others, and is not drawn. */
  isStep?: boolean
  group?: string
  image?: string
  /** Where its image is made of code: a folder, and a Dockerfile in it where one is named. Relative to the file. */
  build?: { context: string; dockerfile?: string; line: number; text: string }
  /** What starts it. */
  command?: string
  ports: string[]
  replicas?: number
  /** What it hangs on, as written: a profile, a value of a chart. */
  when?: string
  /** By which others pick it out: `app=web`. */
  labels: string[]
  /** Other names it answers to. */
  aliases: string[]
  refers: DeclaredReference[]
  line: number
  text: string
}

export interface DeclaredReference {
  /** `unit`: by name. `host`: by the host of an address. `labels`: whatever bears all of them, joined by commas. */
  by: 'unit' | 'host' | 'labels'
  to: string
  /** Of what kind it has to be, where the file says so: `Service`. */
  type?: string
  label: string
  /** It is the other way around: what is named calls, feeds or starts this one. */
  incoming?: true
  line: number
  text: string
}
