/** The page that shows, for every requirement of all standards, which verdicts which program brings about. In: verdicts. Out: its text. */
import type { Requirement, RequirementVerdict, Standard } from '../../plugin/types'
import { whyNever } from './at-best'
import { programs } from './programs/index'
import type { Verdicts } from './verdicts'

/** Programs by `asvs V2.1.1 pass`, the first that brings it about. */
export type Shown = ReadonlyMap<string, string>

export function shownBy(all: ReadonlyMap<string, Verdicts>): Shown {
  const shown = new Map<string, string>()
  for (const [name, verdicts] of all)
    for (const [key, { verdict }] of verdicts) if (!shown.has(`${key} ${verdict}`)) shown.set(`${key} ${verdict}`, name)
  return shown
}

/** Verdicts for which there ought to be a program, by how far code can go. */
export function wantedOf({ code, gate }: Requirement): RequirementVerdict[] {
  if (code === 'silent') return ['not assessed']
  const own: RequirementVerdict[] = code === 'supports' ? ['partial'] : ['pass', 'fail']
  return gate.length > 0 ? [...own, 'not applicable'] : own
}

/** What `at-best` cannot tell from how a standard asks. */
const known: Record<string, string> = {
  'asvs V1.6.4 pass': 'that nothing is handed to pages is looked for, and never proved',
  'iso27001 A.8.12 pass': 'that nothing is handed to pages is looked for, and never proved',
  'asvs V8.3.6 pass': 'texts of JavaScript cannot be overwritten, so a part at best',
  'asvs V2.1.12 fail': 'browsers and managers of passwords have such a switch of their own',
  'asvs V3.5.2 fail': 'keys are allowed for old systems, and which those are the code does not say',
  'asvs V4.3.3 fail': 'which functions cost most, and who has to share them, is for the owner to say',
  'asvs V10.2.2 fail': 'whether a permission is needed is for a reader of the page to say',
  'asvs V10.3.1 fail': 'what installs an update may be outside of the code, and check it there',
  'asvs V11.1.1 fail': 'which steps belong to one flow, and in which order, is for the owner to say',
  'asvs V13.1.5 fail': 'a gateway in front may refuse them, and that is not in the code',
  'asvs V13.2.5 fail': 'a gateway in front may refuse them, and that is not in the code',
  'nis2 21(2)(i)/2 fail': 'where no role is seen it does not apply; where one is, it is defined in part',
  'nis2 21(2)(j)/4 fail': 'a service that signs users in may demand it, and that is not in the code',
  'cis 4.6 fail': 'whether a proxy in front adds HTTPS is not in the code',
  'asvs V2.8.3 fail': 'a check of codes that was written by hand is told by its names alone, which is a doubt',
}

/** Where no program brings it about, why. */
export interface Missing {
  key: string
  verdict: RequirementVerdict
  why: string | undefined
}

export const missingOf = (standard: Standard, requirement: Requirement, shown: Shown): Missing[] =>
  wantedOf(requirement)
    .filter((verdict) => !shown.has(`${standard.id} ${requirement.id} ${verdict}`))
    .map((verdict) => ({
      key: `${standard.id} ${requirement.id}`,
      verdict,
      why:
        known[`${standard.id} ${requirement.id} ${verdict}`] ??
        (verdict === 'pass' || verdict === 'fail' || verdict === 'partial' ? whyNever(requirement, verdict) : undefined),
    }))

const escaped = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('{', '\\{')

function sectionOf(standard: Standard, group: Standard['groups'][number], shown: Shown): string[] {
  const requirements = standard.requirements.filter((it) => it.group === group.id)
  const wanted = requirements.flatMap(wantedOf).length
  const missing = requirements.flatMap((it) => missingOf(standard, it, shown)).length
  const rows = requirements.map((it) => {
    const cell = (verdict: RequirementVerdict) => {
      const name = shown.get(`${standard.id} ${it.id} ${verdict}`)
      return name === undefined ? '' : `\`${name}\``
    }
    const never = missingOf(standard, it, shown).map(({ verdict, why }) => `no ${verdict}: ${why ?? 'no program yet'}`)
    const silent = it.code === 'silent' ? [`assessed by ${it.assessedBy}`] : []
    return `| ${it.id} | ${escaped(it.topic)} | ${cell('pass')} | ${cell('partial')} | ${cell('fail')} | ${cell('not applicable')} | ${escaped([...silent, ...never].join('; '))} |`
  })
  const title = group.title === group.id ? group.id : `${group.id} ${group.title}`
  return [
    '<details>',
    `<summary>${escaped(title)}: ${requirements.length} rows, ${wanted - missing} of ${wanted} verdicts shown by a program</summary>`,
    '',
    '| Number | Topic | Pass | Partial | Fail | Not applicable | Without a program |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
    '</details>',
    '',
  ]
}

export function tablePage(standards: readonly Standard[], shown: Shown): string {
  const count = (standard: Standard) => {
    const wanted = standard.requirements.flatMap(wantedOf).length
    const missing = standard.requirements.flatMap((it) => missingOf(standard, it, shown))
    const decidable = standard.requirements.filter(({ id }) => ['pass', 'fail'].some((verdict) => shown.has(`${standard.id} ${id} ${verdict}`)))
    const asked = standard.requirements.filter(({ code }) => code !== 'silent').length
    return `| [${standard.title}](#${standard.id}) | ${standard.requirements.length} | ${asked} | ${decidable.length} | ${wanted - missing.length} of ${wanted} | ${missing.filter(({ why }) => why === undefined).length} |`
  }
  const used = new Set(shown.values())
  const named = Object.entries(programs).filter(([name]) => used.has(name))
  return `${[
    '---',
    'title: Which verdicts are shown by a program',
    'sidebar_position: 28',
    // Names of programs and texts of requirements may look like expressions.
    'mdx:',
    '  format: md',
    'toc_max_heading_level: 2',
    '---',
    '',
    '# Which verdicts are shown by a program',
    '',
    'For every row of the five standards, small programs in the tests that bring its verdicts about. Each is analysed as a whole, by the',
    'same stages that a build runs, and the tests write this page from what came of it: a verdict that nothing brings about any more',
    'shows here. [Compliance](compliance.md) says what the verdicts mean.',
    '',
    'What ought to be shown follows from how far code can go. Where it decides, or every place can be inspected: a pass and a fail. Where',
    'it can only support: a partial. Where a row needs a feature: that it is not applicable without. Where no program brings a verdict',
    'about, the last column says why: mostly that code tells a part at best, and the rest is settled by people, by the running system, or by',
    'what was not looked at. Such a row can fail or be partial, and never passes. A row that is *not assessed* names who assesses it.',
    '',
    '| Standard | Rows | Asked of the code | Decided, to pass or fail, by a program | Verdicts shown | Without a program yet |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...standards.map(count),
    '',
    ...standards.flatMap((standard) => [
      `## ${standard.title} ${standard.version} {#${standard.id}}`,
      '',
      ...standard.groups.flatMap((group) => (standard.requirements.some((it) => it.group === group.id) ? sectionOf(standard, group, shown) : [])),
    ]),
    '## The programs',
    '',
    'Those with a slash in their name belong to tests of rules and reports, and lie below `test/fixtures`; the others are written for these',
    'tables, in `test/compliance/programs`.',
    '',
    '<details>',
    `<summary>${named.length} programs</summary>`,
    '',
    '| Program | A program that … |',
    '| --- | --- |',
    ...named.map(([name, { shows }]) => `| \`${name}\` | ${escaped(shows)} |`),
    '',
    '</details>',
    '',
  ].join('\n')}`
}
