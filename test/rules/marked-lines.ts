/** Small programs whose lines say how surely they are claimed: `// path-traversal: none`. In: files by name. Out: fails where one is claimed otherwise. */
import { expect } from 'vitest'
import { rules } from '../../plugin/rules/index'
import { judge } from '../../plugin/rules/judge'
import { linkDirectory } from '../link/fixture-programs'
import { tree } from '../tree'

const DEPENDENCIES = { express: '4', joi: '17', zod: '3', yup: '1', mongodb: '6' }
const MARKER = /\/\/ ([a-z-]+): (none|low|medium|high)\s*$/

/** Every line that says so is claimed as surely as it says. */
export async function check(contents: Record<string, string>, dependencies: Record<string, string> = DEPENDENCIES): Promise<void> {
  const manifest = JSON.stringify({ name: 'shop', version: '1.0.0', dependencies })
  const { findings, problems } = judge(rules, await linkDirectory(tree({ 'package.json': manifest, ...contents })))
  expect(problems).toEqual([])
  const told = new Map(findings.map(({ at, rule, confidence }) => [`${at.file}:${at.line} ${rule}`, confidence]))
  const wrong: string[] = []
  let marked = 0
  for (const [file, text] of Object.entries(contents))
    text.split('\n').forEach((line, index) => {
      const [, rule, wanted] = MARKER.exec(line) ?? []
      if (rule === undefined) return
      marked++
      const found = told.get(`${file}:${index + 1} ${rule}`) ?? 'none'
      if (found !== wanted) wrong.push(`${found}: ${line.trim()}`)
    })
  expect(marked).toBeGreaterThan(0)
  expect(wrong).toEqual([])
}
