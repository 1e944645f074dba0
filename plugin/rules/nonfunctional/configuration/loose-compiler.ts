import { faultRule } from '../fault-rule'

export default faultRule({
  id: 'loose-compiler',
  kind: 'loose-compiler',
  title: 'The compiler is told to look away',
  why: 'Without `strict` TypeScript lets values that may be missing, and values without a type, go wherever they like; what it would have found is found by users.',
  advice: {
    'strict off': {
      title: 'TypeScript does not check strictly',
      impact: 'Medium',
      reason: 'The faults that types are there to find, a value that is missing above all, compile without a word.',
      text: 'Switch `strict` on. In a code base that is not ready, switch its parts on one by one, `strictNullChecks` first.',
      code: () => '{\n  "compilerOptions": {\n    "strict": true\n  }\n}',
    },
    'parts of strict off': {
      title: 'Parts of strict checking are off again',
      impact: 'Low',
      reason: 'What these parts find goes unseen, and the word `strict` says otherwise.',
      text: 'Take the lines out, and mend what the compiler then names.',
      code: ({ options = '' }) =>
        `{\n  "compilerOptions": {\n    "strict": true${options
          .split(', ')
          .filter(Boolean)
          .map((option) => `,\n    "${option}": true`)
          .join('')}\n  }\n}`,
    },
  },
})
