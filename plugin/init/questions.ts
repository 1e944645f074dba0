/**
 * Who answers the questions of the setup. In: what was typed, and a terminal where there is one. Out: one source of
 * answers: the flags, then a person, then the defaults. Nothing waits for input where nobody can give any.
 */
import { available, defaultOptions, parseAnalyseOptions } from '../options'
import type { DiagramFormat, Framework } from '../types'
import { UserError } from '../user-error'
import type { Answerer, Choices, DocsQuestion, InitFlags, InitRim } from './types'

const frameworks = {
  asvs: { label: 'OWASP ASVS 4.0.3', hint: 'what an application has to verify' },
  csf: { label: 'NIST CSF 2.0', hint: 'functions from Identify to Recover' },
  cis: { label: 'CIS Controls 8.0', hint: 'safeguards by implementation group' },
  iso27001: { label: 'ISO 27001 Annex A, 2022', hint: 'controls of information security' },
  nis2: { label: 'NIS 2, Directive (EU) 2022/2555', hint: 'technical measures only' },
} satisfies Record<Framework, { label: string; hint: string }>

const diagrams = {
  mermaid: { label: 'Mermaid', hint: 'recommended: text that code hosts and Docusaurus draw' },
  ascii: { label: 'ASCII art', hint: 'reads everywhere' },
  plantuml: { label: 'PlantUML', hint: 'UML as text' },
  excalidraw: { label: 'Excalidraw', hint: 'JSON of a whiteboard, to edit by hand' },
} satisfies Record<DiagramFormat, { label: string; hint: string }>

export const nis2Notice =
  'NIS 2: only technical controls can be assessed from code, about 45 percent of what the directive asks. Organizational measures need an assessment of their own.'

export function whoAnswers(flags: InitFlags, { out, terminal }: InitRim): Answerer {
  // Checked before the first question, so that nobody answers in vain.
  const typed = checkedChoices(flags)
  const person = flags.yes || !terminal ? undefined : terminal
  return {
    async docs(question) {
      if (flags.docs !== undefined) return checkedDocs(flags.docs, question)
      if (person) return (await askDocs(question, person)).trim()
      if (question.isDefault) return checkedDocs(question.suggestion, question)
      throw new UserError(
        `--docs is not given, and ${flags.yes ? '--yes asks nothing' : 'there is no terminal to ask on'}; expected ${question.expected}.`,
      )
    },
    async choices() {
      if (typed.frameworks?.includes('nis2')) out.write(`${nis2Notice}\n`)
      return {
        frameworks: typed.frameworks ?? (person ? await askFrameworks(person) : defaultOptions.frameworks),
        diagrams: typed.diagrams ?? (person ? await askDiagrams(person) : defaultOptions.diagrams),
      }
    },
    async agrees(message) {
      if (flags.yes) return true
      if (!person) throw new UserError('--yes is not given, and there is no terminal to ask on; nothing was changed.')
      const { confirm } = await import('@clack/prompts')
      return answered(await confirm({ message, ...person }))
    },
  }
}

function checkedChoices({ frameworks: list, diagrams }: InitFlags): Partial<Choices> {
  const frameworks = list
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (frameworks?.length === 0) throw new UserError('--frameworks is empty; expected one or more, separated by commas.')
  const given = Object.fromEntries(Object.entries({ frameworks, diagrams }).filter(([, value]) => value !== undefined))
  const options = parseAnalyseOptions(given)
  return { ...(frameworks ? { frameworks: options.frameworks } : {}), ...(diagrams ? { diagrams: options.diagrams } : {}) }
}

function checkedDocs(answer: string, { problem, expected }: DocsQuestion): string {
  const given = answer.trim()
  const wrong = given === '' ? 'is empty' : problem(given)
  if (wrong) throw new UserError(`--docs ${given ? `${JSON.stringify(given)} ` : ''}${wrong}; expected ${expected}.`)
  return given
}

type Person = NonNullable<InitRim['terminal']>

async function askDocs({ message, suggestion, problem, expected }: DocsQuestion, person: Person): Promise<string> {
  const { text } = await import('@clack/prompts')
  const validate = (answer = '') => {
    const wrong = problem(answer.trim() || suggestion)
    return wrong && `It ${wrong}; expected ${expected}.`
  }
  return answered(await text({ message, placeholder: suggestion, defaultValue: suggestion, validate, ...person }))
}

async function askFrameworks(person: Person): Promise<Framework[]> {
  const { multiselect, note } = await import('@clack/prompts')
  note(nis2Notice, 'Before you choose', { output: person.output })
  const options = Object.entries(frameworks).map(([value, words]) => ({ value: value as Framework, ...words }))
  const asked = { message: 'Which compliance frameworks?', options, initialValues: defaultOptions.frameworks, required: true }
  return answered(await multiselect<Framework>({ ...asked, ...person }))
}

async function askDiagrams(person: Person): Promise<DiagramFormat> {
  const options = available.diagrams.map((value) => ({ value, ...diagrams[value] }))
  const { select } = await import('@clack/prompts')
  return answered(await select<DiagramFormat>({ message: 'How are diagrams written?', options, initialValue: defaultOptions.diagrams, ...person }))
}

function answered<Answer>(answer: Answer): Exclude<Answer, symbol> {
  if (typeof answer === 'symbol') throw new UserError('Stopped. Nothing was changed.')
  return answer as Exclude<Answer, symbol>
}
