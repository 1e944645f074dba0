import { faultRule } from '../fault-rule'

export default faultRule({
  id: 'timeout-missing',
  kind: 'timeout-missing',
  title: 'Another system is asked without a limit of time',
  why: 'What does not answer is waited for. Requests pile up behind it until the program, which is well by itself, answers nobody.',
  advice: {
    'no limit of time': {
      title: 'Calls with {subject} set no limit of time',
      impact: 'Medium',
      reason: 'One slow system takes this one along: each request that waits holds its memory and its connection.',
      text: 'Set a limit that fits what the caller is willing to wait, once for the client where that is possible, and handle its error.',
      code: ({ code }) => code,
    },
  },
})
