import { faultRule } from '../fault-rule'

export default faultRule({
  id: 'debug-flag',
  kind: 'debug-flag',
  title: 'A switch for developers is on in production',
  why: 'Debugging, inspectors and schemas that follow the code help on a developer’s machine; in production they tell strangers what they need to know, or change data on their own.',
  advice: {
    'schema follows the code': {
      title: 'The database schema follows the code ({subject})',
      impact: 'High',
      reason: 'A change of a class can drop a column with its data at the next start, with no step in between at which anybody is asked.',
      text: 'Switch it off, and change the schema by migrations that are reviewed and can be undone.',
      code: ({ name = 'synchronize' }) => `${name}: false,\nmigrationsRun: true,`,
    },
    'debugging on': {
      title: 'Debugging is on whatever the environment ({subject})',
      impact: 'Low',
      reason: 'Logs and answers hold more than they should, and the program is slower for it.',
      text: 'Take the switch from the environment, off by default.',
      code: ({ name = 'debug' }) => (name === 'DEBUG' ? undefined : `${name}: process.env.NODE_ENV === 'development',`),
    },
    'development mode shipped': {
      title: 'The image runs in development mode',
      impact: 'Medium',
      reason: 'Libraries answer errors with their stack, check less and cache nothing.',
      text: 'Set the mode of production in the last stage.',
      code: () => 'ENV NODE_ENV=production',
    },
    'development server shipped': {
      title: 'The image starts the development server',
      impact: 'Medium',
      reason: 'It watches files, reloads, tells more than it should and was never meant for load.',
      text: 'Build in one stage, and start what was built in the last.',
      code: () => 'CMD ["node", "dist/server.js"]',
    },
    'certificates unchecked': {
      title: 'Certificates are not checked',
      impact: 'High',
      reason: 'Whoever is on the way between two systems reads and changes what they say, passwords included.',
      text: 'Take the variable away; where a certificate of your own is in use, name its authority.',
      code: () => 'NODE_EXTRA_CA_CERTS=/etc/ssl/company-ca.pem',
    },
    'inspector open': {
      title: 'The program starts with its inspector',
      impact: 'High',
      reason: 'The inspector runs any code that is sent to it, and asks nobody for a name.',
      text: 'Start it without, and add the option by hand where something is to be looked into.',
      code: (_, { at }) => at.text.replace(/\s*["']?--inspect(?:-brk)?(?:=[\w.:]+)?["']?,?/, ''),
    },
  },
})
