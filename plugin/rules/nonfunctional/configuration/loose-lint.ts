import { faultRule } from '../fault-rule'

export default faultRule({
  id: 'loose-lint',
  kind: 'loose-lint',
  title: 'The linter is missing, or told to look away',
  why: 'A linter finds the faults that reviewers tire of finding: a promise nobody waits for, a variable that is not there.',
  advice: {
    'no linter': {
      title: 'No linter is set up',
      impact: 'Low',
      reason: 'Faults that a machine finds in a second wait for somebody to notice.',
      text: 'Set one up with its recommended rules, and run it in the pipeline.',
      code: () => "// eslint.config.mjs\nimport js from '@eslint/js'\n\nexport default [js.configs.recommended]",
    },
    'rules switched off': {
      title: 'Rules that find faults are switched off',
      impact: 'Low',
      reason: 'The linter runs and stays silent about what it is there for.',
      text: 'Switch them on again, as warnings to begin with; where a single line needs an exception, write it there with its reason.',
      code: ({ rules = '' }) =>
        `rules: {\n${rules
          .split(' ')
          .slice(0, 6)
          .map((rule) => `  '${rule}': 'warn',`)
          .join('\n')}\n}`,
    },
    'deprecated linter': {
      title: 'The linter is no longer looked after',
      impact: 'Low',
      reason: 'It does not read newer syntax, and a check that fails for that reason is switched off sooner or later.',
      text: 'Move to typescript-eslint; `tslint-to-eslint-config` translates the settings.',
      code: () => 'npx tslint-to-eslint-config',
    },
  },
})
