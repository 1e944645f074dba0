/** Names in files of settings: tasks and launch configurations of the editor, keys of samples that show a file. */
import path from 'node:path'
import type { Claim, DocumentFacts, Evidence, Fence, Passage } from '../../types'
import { contradicted, holds, notJudged, type Spot } from '../claim'
import type { Ground } from '../ground'
import { isPlaceholder, whyNotFence, whyNotPassage } from '../not-claims'
import type { ClaimReader } from '../reader'

const kind = 'config-key'

export const configKeys: ClaimReader = {
  id: kind,
  title: 'Names in settings',
  why: 'A key that is not there sets nothing, and a task that is not there starts nothing.',
  read: (document, ground) => [
    ...document.passages.flatMap((passage) => inPassage(document, passage, ground)),
    ...document.fences.flatMap((fence) => inSample(document, fence, ground)),
  ],
}

const EDITOR = /\b(?:VS ?Code|Visual Studio Code)\b/i
/** `a vscode task for this called `lint``, `the `Debug` launch configuration`. */
const NAMED: [string, RegExp][] = [
  ['vscode', /\btasks?\b[^`.]{0,40}?\b(?:called|named)\s+[`"“]([^`"”]+)[`"”]/gi],
  ['vscode', /[`"“]([^`"”]+)[`"”]\s+(?:VS ?Code |Visual Studio Code )?task\b/gi],
  ['vscode-launch', /\b(?:launch|debug) configurations?\b[^`.]{0,40}?\b(?:called|named)\s+[`"“]([^`"”]+)[`"”]/gi],
  ['vscode-launch', /[`"“]([^`"”]+)[`"”]\s+(?:launch|debug(?:ger)?) (?:configuration|profile|target)\b/gi],
]

function inPassage(document: DocumentFacts, passage: Passage, ground: Ground): Claim[] {
  const title = document.headings[passage.heading]?.text ?? ''
  if (!EDITOR.test(passage.raw) && !EDITOR.test(title)) return []
  return NAMED.flatMap(([ecosystem, pattern]) =>
    [...passage.raw.matchAll(pattern)].flatMap((match): Claim[] => {
      const name = (match[1] as string).trim()
      const below = passage.raw.slice(0, match.index + match[0].indexOf(name)).split('\n').length - 1
      const spot: Spot = { document, line: passage.line + below, text: passage.raw.split('\n')[below] ?? passage.raw, heading: passage.heading }
      const subject = `${ecosystem === 'vscode' ? 'editor task' : 'launch configuration'} ${name}`
      const all = tasks(ground, ecosystem)
      const found = all.find((it) => it.name === name) ?? (ecosystem === 'vscode' ? script(ground, name) : undefined)
      if (found) return [holds(kind, spot, subject, 'There is one of that name.', [found.at])]
      const why = whyNotPassage(document, passage, match.index) ?? (isPlaceholder(name) ? 'The name is a placeholder.' : undefined)
      if (why) return [notJudged(kind, spot, subject, why)]
      const file = ecosystem === 'vscode' ? '.vscode/tasks.json' : '.vscode/launch.json'
      if (all.length === 0) return [notJudged(kind, spot, subject, `No ${file} with names was read.`)]
      return [
        contradicted(kind, spot, subject, {
          says: `The editor offers ${name}.`,
          actual: `${file} has ${all.map((it) => it.name).join(', ')}.`,
          impact: 'Whoever looks for it in the list does not find it.',
          action: 'Name one that is there, or add it.',
          severity: 'Low',
          evidence: [(all[0] as { at: Evidence }).at],
        }),
      ]
    }),
  )
}

function tasks({ program }: Ground, ecosystem: string): { name: string; at: Evidence }[] {
  return program.manifests.flatMap(({ path, facts }) =>
    facts.flatMap(({ kind: of, ecosystem: it, name, line, text }) =>
      of === 'task' && it === ecosystem ? [{ name, at: { file: path, line, text } }] : [],
    ),
  )
}

/** The editor offers every script of package.json as `npm: name`. */
function script({ program }: Ground, name: string): { at: Evidence } | undefined {
  const wanted = /^(?:npm|yarn|pnpm): (.+)$/.exec(name)?.[1]
  if (wanted === undefined) return undefined
  for (const { path, facts } of program.manifests) {
    const found = facts.find(({ kind: of, name: it }) => of === 'script' && it === wanted)
    if (found) return { at: { file: path, line: found.line, text: found.text } }
  }
  return undefined
}

/** What a reader may add, in words. */
const MAY = /\b(?:add|set|can|could|may|might|create|optional(?:ly)?|example|if|want|override|change|extend|custom\w*|your)\b/i

/** A sample that shows a file of settings as it is: its keys are those of the file. */
function inSample(document: DocumentFacts, fence: Fence, ground: Ground): Claim[] {
  if (!/^json[c5]?$/.test(fence.language)) return []
  const names = (fence.before.match(/`[^`]+\.json[c5]?`/g) ?? []).map((code) => code.slice(1, -1))
  const [name] = names
  if (names.length !== 1 || !name) return []
  const manifest = ground.program.manifests.find(
    ({ path: file, facts }) =>
      (file === name.replace(/^\.\//, '') || file === path.posix.join(path.posix.dirname(document.path), name) || file.endsWith(`/${name}`)) &&
      facts.some(({ kind: of }) => of === 'key'),
  )
  if (!manifest) return []
  const keys = new Map(manifest.facts.flatMap((fact) => (fact.kind === 'key' ? [[fact.name, fact] as const] : [])))
  const told = keysOf(fence)
  const there = told.filter(({ name: key }) => keys.has(key)).length
  if (there * 2 < told.length) return []
  const why = whyNotFence(document, fence) ?? (MAY.test(fence.before) ? 'The sample shows what may be set.' : undefined)
  return told.map(({ name: key, line, text }): Claim => {
    const spot: Spot = { document, line, text, heading: fence.heading }
    const subject = `${key} in ${name}`
    const fact = keys.get(key)
    if (fact) return holds(kind, spot, subject, 'The file has that key.', [{ file: manifest.path, line: fact.line, text: fact.text }])
    if (why) return notJudged(kind, spot, subject, why)
    return contradicted(kind, spot, subject, {
      says: `${name} has the key ${key}.`,
      actual: `${manifest.path} has none of that name.`,
      impact: 'Whoever copies the sample sets something that is not looked at.',
      action: 'Write the key as the file has it.',
      severity: 'Low',
      confidence: 'medium',
      evidence: [{ file: manifest.path, line: 1, text: manifest.path }],
    })
  })
}

/** Keys by their way from the root. Lines are what a reader sees, so a sample has one key a line, or is left alone. */
function keysOf({ text, line }: Fence): { name: string; line: number; text: string }[] {
  const open: string[] = []
  let pending = ''
  return text.split('\n').flatMap((raw, index) => {
    const key = /^\s*"([^"]+)"\s*:/.exec(raw)?.[1]
    const name = key === undefined ? undefined : [...open, key].filter(Boolean).join('.')
    pending = key ?? ''
    for (const mark of raw.replace(/"(?:[^"\\]|\\.)*"/g, '""').match(/[{}[\]]/g) ?? []) {
      if (mark === '{' || mark === '[') {
        open.push(open.length === 0 && pending === '' ? '' : pending)
        pending = ''
      } else open.pop()
    }
    return name === undefined ? [] : [{ name, line: line + index, text: raw }]
  })
}
