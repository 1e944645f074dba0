/** What folders are for, by the names that projects give them. A name alone is a convention; pages say that it is the reason. */

export interface FolderRole {
  names: RegExp
  purpose: string
  /** The same in a program of pages, where the word means something else. */
  inPages?: string
  /** Everything is in there: its folders tell more. */
  holds?: true
}

const ROLES: FolderRole[] = [
  {
    names: /^(?:routes?|routers?|routing)$/i,
    purpose: 'routes: which address leads to which handler',
    inPages: 'which page is shown at which address',
  },
  { names: /^(?:controllers?|handlers?|endpoints?|resources?)$/i, purpose: 'controllers: they take requests and answer them' },
  { names: /^(?:apis?)$/i, purpose: 'the programming interface', inPages: 'calls of servers' },
  { names: /^(?:resolvers?|graphql)$/i, purpose: 'GraphQL operations' },
  { names: /^(?:middlewares?|interceptors?|guards?|pipes?|filters?)$/i, purpose: 'what runs before or after handlers' },
  {
    names: /^(?:services?|use-?cases?|interactors?|business|commands)$/i,
    purpose: 'services: what the system does, apart from how it is asked',
    inPages: 'calls of servers, and what pages share',
  },
  {
    names: /^(?:repositor(?:y|ies)|dao|daos|data-access|persistence|stores?)$/i,
    purpose: 'access to stored data',
    inPages: 'state of the user interface',
  },
  { names: /^(?:models?|entit(?:y|ies))$/i, purpose: 'models: the records and their rules', inPages: 'records as the pages see them' },
  { names: /^(?:schemas?|dto|dtos|validations?|validators?|contracts?)$/i, purpose: 'forms of data and their checks' },
  { names: /^(?:domains?|core)$/i, purpose: 'the rules of the domain' },
  { names: /^(?:application)$/i, purpose: 'use cases of the application' },
  { names: /^(?:infrastructure|infra|adapters?|gateways?)$/i, purpose: 'what joins the system to the outside' },
  {
    names: /^(?:db|databases?|datastore|migrations?|seeds?|seeders?|prisma|drizzle|knex)$/i,
    purpose: 'the database: connection, migrations, first data',
  },
  { names: /^(?:jobs?|workers?|queues?|processors?|tasks?|cron|schedules?)$/i, purpose: 'work that runs in the background' },
  { names: /^(?:events?|listeners?|subscribers?|consumers?|producers?|sockets?|websockets?|realtime)$/i, purpose: 'events and messages' },
  { names: /^(?:mail|mails|mailers?|emails?|notifications?)$/i, purpose: 'mail and notifications' },
  { names: /^(?:auth|authentication|authorization|security|policies|permissions?)$/i, purpose: 'who may come in and what they may do' },
  { names: /^(?:config|configs|configuration|settings|env|environments?)$/i, purpose: 'settings' },
  { names: /^(?:utils?|utilities|helpers?|lib|libs|common|shared|tools?)$/i, purpose: 'what several parts share' },
  { names: /^(?:constants?|enums?)$/i, purpose: 'constants' },
  { names: /^(?:types?|typings|interfaces?|@types)$/i, purpose: 'types' },
  { names: /^(?:components?|ui|widgets?|elements?)$/i, purpose: 'parts of the user interface' },
  { names: /^(?:pages?|views?|screens?|scenes|templates?)$/i, purpose: 'pages' },
  { names: /^(?:layouts?)$/i, purpose: 'frames around pages' },
  { names: /^(?:hooks?|composables?)$/i, purpose: 'shared behaviour of components' },
  { names: /^(?:state|reducers?|redux|vuex|pinia|slices|actions|selectors|contexts?|providers?)$/i, purpose: 'state of the user interface' },
  { names: /^(?:features?|modules?)$/i, purpose: 'features, each with all that it needs', holds: true },
  { names: /^(?:plugins?|extensions?|addons?)$/i, purpose: 'plugins', inPages: 'plugins' },
  { names: /^(?:i18n|locales?|lang|languages?|translations?)$/i, purpose: 'texts in several languages' },
  { names: /^(?:styles?|css|scss|themes?)$/i, purpose: 'looks' },
  { names: /^(?:assets?|public|static|images?|img|fonts?|media)$/i, purpose: 'files that are handed out as they are' },
  { names: /^(?:scripts?|bin|tools|tasks|hack)$/i, purpose: 'scripts for those who work on it' },
  { names: /^(?:tests?|__tests__|specs?|e2e|cypress|playwright|test-utils)$/i, purpose: 'tests' },
  { names: /^(?:__mocks__|mocks?|fixtures?|stubs?|factories)$/i, purpose: 'made-up data and stand-ins for tests' },
  { names: /^(?:docs?|documentation|wiki|guides?)$/i, purpose: 'documentation' },
  { names: /^(?:examples?|samples?|demos?|playgrounds?)$/i, purpose: 'examples' },
  { names: /^(?:packages|libs|crates)$/i, purpose: 'packages of the workspace', holds: true },
  { names: /^(?:apps|services|microservices|functions|lambdas)$/i, purpose: 'programs of the workspace', holds: true },
  { names: /^(?:client|frontend|front-end|web|webapp|www|app)$/i, purpose: 'the user interface or the application itself', holds: true },
  { names: /^(?:server|backend|back-end|api-server)$/i, purpose: 'the server', holds: true },
  { names: /^(?:src|source|sources)$/i, purpose: 'source code', holds: true },
  { names: /^(?:dist|build|out|target|coverage)$/i, purpose: 'what builds leave behind' },
  {
    names: /^(?:deploy(?:ment)?s?|k8s|kubernetes|helm|charts?|terraform|docker|ansible|ops|infra|\.docker|vagrant)$/i,
    purpose: 'how it is deployed',
  },
  { names: /^(?:\.github|\.gitlab|\.circleci|ci|\.buildkite)$/i, purpose: 'continuous integration' },
  { names: /^(?:\.husky|\.vscode|\.idea|\.devcontainer)$/i, purpose: 'settings of tools for those who work on it' },
  { names: /^(?:monitoring|metrics|observability|grafana|prometheus)$/i, purpose: 'how it is watched' },
  { names: /^(?:uploads?|storage|files)$/i, purpose: 'files that are kept while it runs' },
  { names: /^(?:logs?)$/i, purpose: 'logs' },
  { names: /^(?:data)$/i, purpose: 'data that come with the code' },
]

/** @param isPages of a program that runs in a browser */
export function roleOfFolder(name: string, isPages = false): FolderRole | undefined {
  const role = ROLES.find(({ names }) => names.test(name))
  return role && isPages && role.inPages !== undefined ? { ...role, purpose: role.inPages } : role
}
