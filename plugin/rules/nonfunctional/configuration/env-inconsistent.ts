import { faultRule } from '../fault-rule'

export default faultRule({
  id: 'env-inconsistent',
  kind: 'env-inconsistent',
  title: 'The environment is read in more than one way',
  why: 'What one part of a program takes for granted another does not know: defaults that differ, names that no example has, a mode that is spelled in two ways.',
  advice: {
    'differing defaults': {
      title: '{subject} has more than one default',
      impact: 'Medium',
      reason: 'Two parts of one program work with different values as soon as the variable is not set, and each looks right by itself.',
      text: 'Read the variable at one place, with one default, and import it from there.',
      code: ({ name = 'NAME' }, { at }) =>
        `// one module, for example config.ts; now in ${at.file} and elsewhere\nexport const ${camel(name)} = process.env.${name} ?? '…'`,
    },
    'missing in the example': {
      title: '{subject} is missing in the example of the settings',
      impact: 'Low',
      reason: 'Whoever sets the program up from the example learns of the variable from an error.',
      text: 'Name the variable in the example, with a value that shows its form and is no secret.',
      code: ({ name = 'NAME', example = '.env.example' }) => `# ${example}\n${name}=`,
    },
    'unread in the example': {
      title: '{subject} is in the example, and nothing reads it',
      impact: 'Low',
      reason: 'People look for a value that has no effect; the variable that took its place may go unset.',
      text: 'Take the line out of the example, or read the variable where it was meant to be read.',
    },
    'spelling of an environment': {
      title: 'An environment is spelled in two ways',
      impact: 'Medium',
      reason: 'What was meant for production does not run there, and nothing says so.',
      text: 'Ask for the mode at one place, and compare with one spelling.',
      code: ({ mode = 'production' }) => `export const is${mode[0]?.toUpperCase()}${mode.slice(1)} = process.env.NODE_ENV === '${mode}'`,
    },
    'protected in production only': {
      title: '{subject} is in force in production only',
      impact: 'Low',
      reason:
        'Other environments that can be reached are without it, it is never tried before production, and a variable that is not set takes it away.',
      text: 'Put it in force everywhere but in tests, or with other limits, so that a forgotten variable leaves it on.',
      code: (_, { at }) => (at.text === '' ? undefined : `if (process.env.NODE_ENV !== 'test') {\n  ${at.text}\n}`),
    },
  },
})

const camel = (name: string) => name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
