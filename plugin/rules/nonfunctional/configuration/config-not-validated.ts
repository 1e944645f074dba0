import { faultRule } from '../fault-rule'

const check = ({ name = 'NAME' }: Record<string, string>) => `const value = process.env.${name}\nif (!value) throw new Error('${name} is not set')`

export default faultRule({
  id: 'config-not-validated',
  kind: 'config-not-validated',
  title: 'Required configuration is not checked at startup',
  why: 'A program that starts without what it needs fails later, at a request, with an error that does not name the cause; or it goes on with a value that was meant for a developer’s machine.',
  advice: {
    'fallback secret': {
      title: '{subject} falls back to a secret from the code',
      impact: 'High',
      reason: 'A forgotten variable changes nothing that anybody notices, and leaves production with a secret that stands in the repository.',
      text: 'Ask for the variable when the program starts, and stop without it. Where a developer’s machine needs a value, put it into an environment file that is not deployed.',
      code: check,
    },
    'local fallback': {
      title: '{subject} falls back to the local machine',
      impact: 'Medium',
      reason: 'In production a forgotten variable means the wrong system, or none: the program starts and fails, or writes where nobody looks.',
      text: 'Ask for the variable when the program starts, and stop without it outside of development.',
      code: check,
    },
    'empty fallback': {
      title: '{subject} falls back to an empty text',
      impact: 'Medium',
      reason: 'The program starts as if all were well; the fault shows at the first use, as an error of another system.',
      text: 'Leave the empty text away, ask for the variable when the program starts, and stop without it; or switch the feature off where the variable is optional.',
      code: check,
    },
    'not checked': {
      title: '{subject} is used without being asked for',
      impact: 'Low',
      reason: 'A missing value shows only when the code is reached that uses it, and then as something else.',
      text: 'Read the environment once, at startup, against a schema (zod, joi, envalid), and use what came out of it.',
      code: ({ name = 'NAME' }) => `import { z } from 'zod'\n\nexport const env = z.object({ ${name}: z.string().min(1) }).parse(process.env)`,
    },
  },
})
