import { taintRule } from '../taint-rule'

export default taintRule({
  id: 'prompt-injection',
  size: 'medium',
  class: 'prompt-injection',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:L/A:N',
  cwe: [1427, 74],
  title: 'Outside data becomes part of a model’s instructions',
  why: 'A model follows whatever its instructions say, and the sender adds to them.',
  impact: ['The model gives away its instructions and what else it was told', 'Tools are called in the sender’s interest'],
  fix: 'Keep instructions fixed and hand outside text over as a message of the user. Let nothing follow from an answer without a check.',
  code: "messages: [{ role: 'system', content: RULES }, { role: 'user', content: request.body.question }]",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/LLM_Prompt_Injection_Prevention_Cheat_Sheet.html',
    'https://genai.owasp.org/llmrisk/llm01-prompt-injection/',
  ],
  from: ['request', 'message', 'stored'],
  to: ['prompt'],
  // Some applications let their users, or those who run them, write the instructions: where nothing of the program’s own stands around.
  most: ({ api, source, composed }) => (api === "role: 'system'" ? (source === 'stored' ? 'low' : 'medium') : composed ? undefined : 'medium'),
})
