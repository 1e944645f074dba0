import { isOn, isOnly, usageRule } from '../usage-rule'

export default usageRule({
  id: 'graphql-debugging',
  size: 'medium',
  class: 'info-exposure',
  phase: 'Security Surface',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N',
  cwe: [489, 200],
  title: 'A GraphQL server answers as if to its developers',
  why: 'Introspection, playground and stack traces are on whatever the environment. They tell every caller what a developer wants to know.',
  impact: ['The whole schema, unfinished and internal parts included, can be read', 'Stack traces tell paths and versions'],
  fix: 'Switch them on by environment, and off in production.',
  code: "new ApolloServer({ typeDefs, resolvers, introspection: process.env.NODE_ENV !== 'production' })",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/GraphQL_Cheat_Sheet.html',
    'https://www.apollographql.com/docs/apollo-server/api/apollo-server',
  ],
  of: ['graphql-server'],
  fault: ({ values }) => {
    const on = ['introspection', 'playground', 'debug', 'includeStacktraceInErrorResponses'].filter((name) => isOn(values[name]))
    if (isOnly(values.csrfPrevention, 'false')) on.push('requests that a plain HTML form can send')
    return on.length === 0
      ? undefined
      : {
          confidence: 'medium',
          description: `Switched on whatever the environment: ${on.join(', ')}. It tells every caller what a developer wants to know.`,
        }
  },
})
