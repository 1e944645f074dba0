import { controlRule } from '../control-rule'

export default controlRule({
  id: 'exposed-api-documents',
  class: 'info-exposure',
  phase: 'Security Surface',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:N/A:N',
  cwe: [200, 489],
  title: 'Documentation of the interface is served to anyone',
  why: 'The pages list every operation with its parameters, and neither a condition on the environment nor a guard keeps them from the public.',
  impact: ['Operations that nothing links to are found', 'Calls can be tried out from the page itself'],
  fix: 'Leave them out in production, or put a sign-in in front. An interface that is meant for the public may stay.',
  code: "if (process.env.NODE_ENV !== 'production') app.use('/docs', swaggerUi.serve, swaggerUi.setup(document))",
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/REST_Security_Cheat_Sheet.html'],
  control: 'api-documents',
  // Many interfaces are meant to be read.
  confidence: 'low',
})
