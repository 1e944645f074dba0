/** Files that tools and frameworks look for by name or place. `needs`: one of these packages is asked for; without it the line holds everywhere. */
export interface Convention {
  files: RegExp
  needs?: string[]
  why: string
}

const CODE = String.raw`\.[cm]?[jt]sx?$`
const at = (pattern: string) => new RegExp(pattern + CODE)

export const conventions: Convention[] = [
  { files: at(String.raw`(?:^|/)[^/]*\.(?:config|conf|setup|workspace)(?:\.[\w-]+)*`), why: 'a setting of a tool' },
  { files: /(?:^|\/)\.[\w-]+(?:rc)?\.[cm]?[jt]s$/, why: 'a setting of a tool' },
  {
    // A folder with a dot in front of its name is some tool's.
    files: /(?:^|\/)\.[\w-]+\//,
    why: 'a setting of a tool',
  },
  {
    files: at(
      String.raw`(?:^|/)(?:Gruntfile|gulpfile|Gulpfile|Jakefile|webpack[\w.-]*|rollup[\w.-]*|karma[\w.-]*|protractor[\w.-]*|wallaby|knexfile|ormconfig|data-?source|next\.config|nuxt\.config|pm2|ecosystem|newrelic|plopfile|babel|jest[\w.-]*|vitest[\w.-]*|vite[\w.-]*|esbuild[\w.-]*|tsup|commitlint|prettier|eslint|stylelint|lint-staged|metro|snowpack|brunch-config|ember-cli-build|Brocfile|truffle|hardhat|codegen|package-scripts|build|dangerfile|release|sgconfig|env|i18next-parser|knip)(?:\.[\w-]+)*`,
    ),
    why: 'a setting or script of a tool',
  },
  {
    files: at(
      String.raw`(?:^|/)(?:setup-?[tT]ests?|test-?[sS]etup|setup|globalSetup|globalTeardown|global-(?:setup|teardown)|polyfills?|test|wdyr|react-app-env|vitest\.d|reportWebVitals|service-?[wW]orker|sw|firebase-messaging-sw)`,
    ),
    why: 'named by test runners and bundlers',
  },
  {
    files: at(
      String.raw`^(?:(?:apps|packages|services|libs|projects|modules)/[^/]+/|[\w-]+/)?(?:src/|source/|server/|client/|app/|lib/)?(?:index|main|server|app|cli|start|worker|bootstrap|entry|run|bin|www)(?:[.-](?:server|client|prod|dev|browser|node|web))?`,
    ),
    why: 'where a program usually begins',
  },
  {
    files:
      /(?:^|\/)(?:scripts?|bin|tools?|tasks?|migrations?|seeds?|seeders?|seeding|examples?|samples?|demos?|benchmarks?|bench|fixtures?|__fixtures__|__mocks__|mocks|stories|playground|sandbox|artifacts|templates?|stubs|patches|docs|documentation|website|factories|hooks\/build)\//,
    why: 'run or read by people and tools, one by one',
  },
  {
    files:
      /\.(?:stories|story|cy|bench|benchmark|worker|e2e|page|po|pw|mock|mocks|fixture|fixtures|migration|seed|factory|generated|gen)\.[cm]?[jt]sx?$/,
    why: 'found by its name by a tool',
  },
  { files: /(?:^|\/)(?:public|static|assets|vendor|vendors|third[_-]?party|wwwroot|www)\//, why: 'sent to browsers as it is' },
  {
    files: /\.(?:ejs|eta|hbs|handlebars|mustache|hjs|hogan|pug|jade|njk|nunjucks|swig|twig|liquid|dust|tl|edge|html?)$/,
    why: 'a template, found by its name',
  },
  { files: /(?:^|\/)mdx-components\.[jt]sx?$/, why: 'named by compilers of MDX' },
  { files: /(?:^|\/)src\/(?:entry|root)(?:[.-][\w-]+)?\.[jt]sx?$/, why: 'where a program usually begins' },
  { files: /(?:^|\/)(?:vercel|netlify|wrangler|sst\.config|alchemy\.run)\.[cm]?ts$/, why: 'a setting of a platform' },
  // Frameworks
  {
    needs: ['next'],
    files:
      /(?:^|\/)(?:src\/)?pages\/|(?:^|\/)(?:src\/)?app\/(?:.*\/)?(?:page|layout|route|template|loading|error|global-error|not-found|forbidden|unauthorized|default|sitemap|robots|manifest|opengraph-image|twitter-image|icon|apple-icon|head)\.[jt]sx?$|(?:^|\/)(?:middleware|proxy|instrumentation(?:-client)?|mdx-components|next-env)\.[jt]sx?$/,
    why: 'a place that Next.js looks at',
  },
  {
    needs: ['@remix-run/react', '@remix-run/node', '@remix-run/dev', 'react-router', '@react-router/dev'],
    files: /(?:^|\/)app\/(?:routes\/|routes\.[jt]s|root\.[jt]sx|entry\.(?:client|server)\.[jt]sx?)/,
    why: 'a route by its place',
  },
  {
    needs: ['nuxt', 'nuxt3', '@nuxt/kit', 'nitropack', 'nitro'],
    files:
      /(?:^|\/)(?:pages|layouts|components|composables|middleware|plugins|server|shared|utils|store|modules|api|routes)\/|(?:^|\/)(?:app|error)\.vue$/,
    why: 'a place that Nuxt looks at',
  },
  {
    needs: ['@sveltejs/kit'],
    files: /(?:^|\/)\+(?:page|layout|server|error)|(?:^|\/)hooks\.(?:server|client)\.[jt]s$|(?:^|\/)params\//,
    why: 'a place that SvelteKit looks at',
  },
  { needs: ['astro'], files: /(?:^|\/)src\/(?:pages|content|middleware|actions|layouts)\b/, why: 'a place that Astro looks at' },
  { needs: ['@astrojs/db'], files: /(?:^|\/)db\/(?:config|seed)\.[cm]?[jt]s$/, why: 'a place that Astro DB looks at' },
  { needs: ['next-intl'], files: /(?:^|\/)i18n(?:\/request)?\.[jt]sx?$/, why: 'named by a plugin of Next.js' },
  { needs: ['marko', '@marko/run', '@marko/vite'], files: /(?:^|\/)(?:components|tags|routes)\//, why: 'a tag or route by its place' },
  {
    needs: ['@builder.io/qwik', '@qwik.dev/core'],
    files: /(?:^|\/)src\/(?:components|routes)\//,
    why: 'loaded by the optimizer of Qwik',
  },
  { needs: ['react-cosmos', 'react-cosmos-native'], files: /(?:^|[/.])cosmos\.[\w.-]+$/, why: 'found by its name by Cosmos' },
  { needs: ['react-email'], files: /(?:^|\/)(?:emails?|templates)\//, why: 'a template, found by its place' },
  { needs: ['@raycast/api'], files: /^(?:[\w./-]*\/)?src\/[^/]+\.[jt]sx?$|(?:^|\/)src\/tools\//, why: 'a command by its place' },
  { needs: ['@remix-run/dev', 'remix'], files: /(?:^|\/)remix\.init\//, why: 'run where a template is set up' },
  {
    needs: ['@temporalio/worker', '@temporalio/workflow'],
    files: /(?:^|\/)(?:workflows?|activities)(?:\/|\.[cm]?[jt]s$)/,
    why: 'loaded by a worker of Temporal',
  },
  { needs: ['@stencil/core'], files: /(?:^|\/)src\/(?:components|global|utils|index)/, why: 'found by the compiler of Stencil' },
  { needs: ['sanity', '@sanity/cli', '@sanity/blueprints'], files: /(?:^|\/)sanity\.[\w-]+\.[cm]?[jt]sx?$/, why: 'a setting of a tool' },
  { needs: ['@sveltejs/package'], files: /(?:^|\/)src\/lib\//, why: 'published as it is' },
  { needs: ['convex'], files: /(?:^|\/)convex\//, why: 'a function of Convex, found by its place' },
  { needs: ['eve'], files: /(?:^|\/)agent\//, why: 'a part of an agent, found by its place' },
  {
    needs: ['@11ty/eleventy'],
    files: /(?:^|\/)_(?:data|includes|layouts)\/|\.11ty(?:data)?\.[cm]?[jt]s$/,
    why: 'a place that Eleventy looks at',
  },
  {
    needs: ['@cucumber/cucumber', 'cucumber', '@badeball/cypress-cucumber-preprocessor'],
    files: /(?:^|\/)cucumber\.[cm]?[jt]s$|(?:^|\/)(?:features|step[-_]?definitions|steps)\//,
    why: 'a place that Cucumber looks at',
  },
  {
    needs: ['drizzle-kit'],
    files: /(?:^|\/)(?:schemas?|drizzle)\/[^/]+$|(?:^|\/)[\w.-]*schema\.[cm]?[jt]s$/,
    why: 'a table, named by a pattern in the settings of Drizzle',
  },
  {
    needs: ['@graphql-codegen/cli', '@graphql-codegen/client-preset'],
    files: /(?:^|\/)(?:gql|__generated__|generated)\//,
    why: 'written by a generator',
  },
  {
    needs: ['gatsby'],
    files: /(?:^|\/)gatsby-(?:config|node|browser|ssr)|(?:^|\/)src\/(?:pages|templates|api)\//,
    why: 'a place that Gatsby looks at',
  },
  { needs: ['expo-router', 'expo'], files: /(?:^|\/)app\/|(?:^|\/)App\.[jt]sx?$/, why: 'a place that Expo looks at' },
  {
    needs: ['react-native'],
    files: /(?:^|\/)(?:App|index)(?:\.(?:ios|android|native|web))?\.[jt]sx?$|\.(?:ios|android|native|web|windows|macos)\.[jt]sx?$/,
    why: 'chosen by platform',
  },
  {
    needs: ['@angular/core'],
    files: /(?:^|\/)(?:environments?\/|main|polyfills|test|app\.config|app\.routes|main\.server|server)(?:\.|[\w.-]*\.ts$)/,
    why: 'named by the Angular builder',
  },
  { needs: ['@docusaurus/core'], files: /(?:^|\/)src\/(?:pages|theme|plugins|clientModules)\//, why: 'a place that Docusaurus looks at' },
  { needs: ['@redwoodjs/core', '@redwoodjs/web', '@redwoodjs/api'], files: /(?:^|\/)(?:api|web)\/src\//, why: 'a place that Redwood looks at' },
  {
    needs: ['@strapi/strapi', 'strapi'],
    files: /(?:^|\/)(?:src\/)?(?:api|config|extensions|plugins|components|policies|middlewares|admin)\//,
    why: 'a place that Strapi looks at',
  },
  { needs: ['sails'], files: /(?:^|\/)(?:api|config|views|tasks)\//, why: 'a place that Sails looks at' },
  {
    needs: ['@adonisjs/core'],
    files: /(?:^|\/)(?:app|config|start|providers|commands|contracts|database|ace)(?:\/|\.)/,
    why: 'a place that Adonis looks at',
  },
  { needs: ['@keystone-6/core'], files: /(?:^|\/)keystone\.[jt]s$|(?:^|\/)admin\//, why: 'a place that Keystone looks at' },
  { needs: ['payload'], files: /(?:^|\/)payload[\w.-]*\.[jt]s$/, why: 'a setting of Payload' },
  {
    needs: ['meteor-node-stubs', 'meteor-base'],
    files: /(?:^|\/)(?:client|server|imports\/startup|packages)\//,
    why: 'a place that Meteor looks at',
  },
  { needs: ['ember-source'], files: /(?:^|\/)(?:app|addon|tests|mirage)\//, why: 'a place that Ember looks at' },
  { needs: ['@fastify/autoload', 'fastify-autoload', 'fastify-cli'], files: /(?:^|\/)(?:routes|plugins)\//, why: 'loaded with its folder' },
  {
    needs: [
      'express-file-routing',
      'express-autoload',
      'consign',
      'express-load',
      'require-all',
      'require-dir',
      'include-all',
      'glob',
      'fast-glob',
      'globby',
      'awilix',
    ],
    files: /(?:^|\/)(?:routes|controllers|models|middlewares?|plugins|services|events|commands|jobs|listeners|subscribers|workers|cron)\//,
    why: 'may be loaded with its folder',
  },
  { needs: ['sequelize', 'sequelize-typescript', 'sequelize-cli'], files: /(?:^|\/)models\/[^/]+$/, why: 'may be loaded with its folder' },
  { needs: ['@oclif/core', '@oclif/command', 'gluegun'], files: /(?:^|\/)(?:commands|hooks|extensions)\//, why: 'a command by its place' },
  { needs: ['moleculer'], files: /\.service\.[jt]s$|(?:^|\/)services\//, why: 'loaded by its name' },
  {
    needs: [
      'serverless',
      'netlify-cli',
      '@netlify/functions',
      'vercel',
      '@vercel/node',
      'wrangler',
      'firebase-functions',
      '@azure/functions',
      'aws-lambda',
      '@types/aws-lambda',
      'aws-cdk-lib',
    ],
    files: /(?:^|\/)(?:functions?|lambdas?|handlers?|api|edge-functions|workers?)\//,
    why: 'a function of a platform, found by its place',
  },
  {
    needs: [
      'vite-plugin-pages',
      'unplugin-vue-router',
      'vite-plugin-vue-layouts',
      'unplugin-vue-components',
      'unplugin-auto-import',
      '@quasar/app-vite',
      '@quasar/app-webpack',
    ],
    files: /(?:^|\/)src\/(?:pages|views|layouts|components|composables|stores?|boot|modules)\//,
    why: 'imported by a plugin of the bundler',
  },
  {
    needs: ['@tanstack/react-router', '@tanstack/react-start', '@tanstack/start', '@tanstack/router-plugin'],
    files: /(?:^|\/)routes\/|(?:^|\/)routeTree\.gen\.ts$|(?:^|\/)src\/(?:router|client|server|start|ssr)\.tsx?$/,
    why: 'a route by its place',
  },
  {
    needs: ['waku', 'vike', 'vite-plugin-ssr', '@builder.io/qwik-city', '@solidjs/start', 'solid-start'],
    files: /(?:^|\/)(?:pages|routes)\/|\+\w+\.[jt]sx?$/,
    why: 'a route by its place',
  },
  {
    needs: ['@medusajs/medusa', '@vendure/core'],
    files: /(?:^|\/)src\/(?:api|services|subscribers|models|loaders|jobs|modules|workflows|links|admin)\//,
    why: 'loaded with its folder',
  },
]
