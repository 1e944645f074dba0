/** Packages that are asked for without being imported. Tables; see `dependencies`. */
import { rowsByName } from '../../../../rows-by-name'

/** Programs by the package that brings them, where they are called otherwise than the package. */
export const PROGRAMS: Record<string, string[]> = rowsByName({
  typescript: ['tsc', 'tsserver'],
  '@angular/cli': ['ng'],
  '@nestjs/cli': ['nest'],
  '@playwright/test': ['playwright'],
  '@vue/cli-service': ['vue-cli-service'],
  '@remix-run/dev': ['remix'],
  '@react-router/dev': ['react-router'],
  'npm-run-all': ['run-s', 'run-p'],
  'npm-run-all2': ['run-s', 'run-p'],
  pm2: ['pm2-runtime', 'pm2-docker', 'pm2-dev'],
  'start-server-and-test': ['start-test', 'server-test', 'start-server-and-test'],
  'cross-env': ['cross-env-shell'],
  concurrently: ['conc'],
  copyfiles: ['copyup'],
  ttypescript: ['ttsc'],
  'ts-patch': ['tspc'],
  '@redwoodjs/core': ['rw', 'redwood'],
  '@capacitor/cli': ['cap'],
  '@stryker-mutator/core': ['stryker'],
  '@cyclonedx/bom': ['cyclonedx-bom', 'cyclonedx-node'],
  '@openapitools/openapi-generator-cli': ['openapi-generator-cli', 'openapi-generator'],
  'react-native': ['react-native'],
  '@react-native-community/cli': ['react-native'],
  'vue-tsc': ['vue-tsc'],
  '@web/dev-server': ['wds', 'web-dev-server'],
  'standard-version': ['standard-version'],
  'dotenv-flow-cli': ['dotenv-flow'],
  'node-gyp': ['node-gyp'],
  'ts-node': ['ts-node-esm', 'ts-script', 'ts-node-script', 'ts-node-transpile-only'],
  supervisor: ['node-supervisor'],
  'json-server': ['json-server'],
  'http-server': ['http-server', 'hs'],
  'live-server': ['live-server'],
  'ember-cli': ['ember'],
  aurelia: ['au'],
  'aurelia-cli': ['au'],
  '@lunariajs/core': ['lunaria'],
  '@marko/type-check': ['mtc'],
  '@quasar/app-vite': ['quasar'],
  '@quasar/app-webpack': ['quasar'],
  'react-cosmos': ['cosmos', 'cosmos-export'],
  'react-cosmos-native': ['cosmos-native'],
  'react-email': ['email'],
  '@fastify/pre-commit': ['precommit', 'pre-commit'],
  '@tauri-apps/cli': ['tauri'],
  '@types/node': [],
})

/** Editors, compilers and continuous integration use these whether or not a file names them; types are used by those who use what they describe. */
export const USED_UNSAID =
  /^(?:typescript|tslib|prettier|eslint|tslint|husky|lint-staged|pre-commit|commitizen|np|npm|pnpm|yarn|corepack|node|bun|nodemon|ts-node|core-js|regenerator-runtime|@babel\/runtime(?:-corejs\d)?|@babel\/core|@swc\/core|@swc\/helpers|source-map-support|why-is-node-running|fsevents|encoding|bufferutil|utf-8-validate|open-cli|browserslist|caniuse-lite|update-browserslist-db|danger|patch-package|postinstall-postinstall|npm-check-updates|@types\/.+)$/

/** Plugins that their host finds by their name, often in a shortened form. */
export const PLUGIN =
  /^(?:@[\w.-]+\/)?(?:eslint-(?:plugin|config|import-resolver|formatter|parser)|prettier-(?:plugin|config)|stylelint-|babel-|postcss|karma-|grunt-|gulp-|rollup-plugin|vite-plugin|unplugin-|esbuild-plugin|webpack-|jest-|vitest-|mocha-|chai-|cypress-|nyc-|istanbul|remark-|rehype-|markdownlint-|semantic-release|release-it|conventional-|commitlint|tailwindcss|tslint-|hardhat-|truffle-|serverless-|docusaurus-|gatsby-|nuxt-|storybook|addon-|theme-|preset-|plugin-|config-|parser|react-native-|expo-|capacitor-|cordova-|generator-|homebridge-|hubot-|typedoc-plugin|typescript-plugin|ts-loader|[\w-]+-loader|autoprefixer|cssnano|sass|node-sass|less|stylus|dart-sass)|^@(?:babel|storybook|commitlint|semantic-release|tailwindcss|eslint|typescript-eslint|vitest|vitejs|docusaurus|nuxtjs|nuxt|capacitor|ionic-native|angular-devkit|angular-eslint|ng-bootstrap|schematics|rollup|parcel|graphql-codegen|swc|testing-library|sveltejs|astrojs|tsconfig|changesets|release-it|lingui|formatjs|emotion\/babel-plugin|fontsource(?:-variable)?|wdio|cucumber|stryker-mutator|nx|nrwl|nativescript|react-native(?:-community)?|expo|preconstruct|pmmmwh|svgr|types|rushstack|jest|playwright|cypress|electron-forge)\//

/** What comes with a host that loads or demands it: `[package, hosts]`. */
export const COMPANIONS: [RegExp, RegExp][] = [
  [
    /^reflect-metadata$/,
    /^(?:@nestjs\/|typeorm$|inversify|tsyringe$|typedi$|class-|routing-controllers$|type-graphql$|@mikro-orm\/|sequelize-typescript$|@loopback\/|@angular\/)/,
  ],
  [/^rxjs$/, /^(?:@nestjs\/|@angular\/|redux-observable$|@ngrx\/)/],
  [/^zone\.js$|^@angular\/|^tslib$/, /^@angular\/core$/],
  [/^@nestjs\/(?:platform-|core$|common$|schematics$|testing$)/, /^@nestjs\/(?:core|common)$/],
  [
    /^class-(?:validator|transformer)$|^@fastify\/static$|^@grpc\/|^amqp|^kafkajs$|^nats$|^mqtt$|^ioredis$/,
    /^@nestjs\/(?:common|swagger|microservices)$/,
  ],
  [/^(?:swagger-ui-express|fastify-swagger|@fastify\/swagger|swagger-ui-dist)$/, /^(?:@nestjs\/swagger|tsoa|swagger-ui-express)$/],
  [
    /^(?:mysql2?|mariadb|pg|pg-hstore|pg-native|pg-query-stream|postgres|sqlite3|better-sqlite3|sql\.js|@libsql\/client|mssql|tedious|oracledb|mongodb|redis|ioredis|sqlite|@neondatabase\/serverless|@vscode\/sqlite3)$/,
    /^(?:typeorm|sequelize|sequelize-typescript|knex|@mikro-orm\/core|drizzle-orm|objection|bookshelf|waterline|@nestjs\/typeorm|@nestjs\/sequelize|kysely|@adonisjs\/lucid|prisma|@prisma\/client|mongoose|sails|loopback|keyv|@strapi\/strapi|strapi|feathers-knex|@keystone-6\/core)$/,
  ],
  [/^chai$/, /^chai-/],
  [/^react-native$/, /^expo$/],
  [/^(?:@docusaurus\/faster|@mdx-js\/react|prism-react-renderer)$/, /^@docusaurus\/core$/],
  [/^canvaskit-wasm$/, /^astro-og-canvas$/],
  [/^@size-limit\//, /^size-limit$/],
  [/^@tsdown\//, /^tsdown$/],
  [/^@iconify(?:-json)?\//, /^(?:unplugin-icons|@iconify\/.+|astro-icon|@nuxt\/icon|iconify-icon|@egoist\/tailwindcss-icons)$/],
  [/^esbuild$/, /^(?:serverless|serverless-esbuild|tsup|tsdown|aws-cdk-lib|sst|@angular\/build)$/],
  [
    /^(?:isbot|@react-router\/(?:node|cloudflare|express|architect|serve|fs-routes)|@remix-run\/(?:node|react|serve))$/,
    /^(?:@react-router\/dev|@remix-run\/dev)$/,
  ],
  [/^@react-email\/(?:ui|preview-server|render|components)$/, /^react-email$/],
  [/^(?:marko|[\w@/-]*marko-tags)$/, /^(?:marko|@marko\/.+)$/],
  [/^quasar$/, /^@quasar\//],
  [/^(?:@prisma\/client|prisma)$/, /^(?:@prisma\/client|prisma)$/],
  [
    /^(?:react-dom|react|react-is|scheduler|prop-types)$/,
    /^(?:next|react|gatsby|@docusaurus\/core|@remix-run\/react|react-native|preact|expo|@storybook\/react|antd|@mui\/material|react-bootstrap|recharts|styled-components)$/,
  ],
  [/^(?:sharp|critters|eslint-config-next)$/, /^(?:next|gatsby|@nuxt\/image|astro)$/],
  [/^(?:vue-template-compiler|@vue\/compiler-sfc|@vue\/server-renderer)$/, /^vue$/],
  [/^(?:svelte|vue|solid-js|preact)$/, /^(?:@sveltejs\/kit|nuxt|solid-start|@solidjs\/start)$/],
  [/^(?:passport|passport-.+)$/, /^(?:@nestjs\/passport)$/],
  [
    /^(?:graphql|graphql-tools|apollo-server(?:-\w+)?|@apollo\/server|ts-morph)$/,
    /^(?:@nestjs\/graphql|type-graphql|apollo-server.*|@apollo\/.*|express-graphql|graphql-yoga|mercurius|@graphql-codegen\/cli|urql|gatsby|@keystone-6\/core|relay-runtime)$/,
  ],
  [/^(?:ts-jest|babel-jest|@swc\/jest|jest-.+|esbuild-jest)$/, /^jest$/],
  [/^(?:jsdom|happy-dom|@vitest\/.+|@edge-runtime\/vm)$/, /^vitest$/],
  [/^(?:jest-environment-jsdom|react-test-renderer|@testing-library\/.+)$/, /^(?:jest|vitest|react-scripts)$/],
  [/^(?:webpack-cli|webpack-dev-server|webpack)$/, /^(?:webpack|react-scripts|@angular-devkit\/build-angular|next|@symfony\/webpack-encore)$/],
  [
    /^(?:sass|node-sass|less|stylus|postcss|autoprefixer)$/,
    /^(?:vite|webpack|next|@angular\/cli|react-scripts|nuxt|gatsby|@vue\/cli-service|parcel|astro)$/,
  ],
  [/^(?:pino-pretty|pino-\w+)$/, /^(?:pino|fastify|nestjs-pino|pino-http)$/],
  [/^(?:ws|uWebSockets\.js)$/, /^(?:graphql-ws|subscriptions-transport-ws|@nestjs\/platform-ws)$/],
  [/^(?:electron|electron-builder|@electron-forge\/.+)$/, /^(?:electron|electron-builder|@electron-forge\/cli)$/],
  [
    /^(?:@fortawesome\/.+|@mui\/.+|@emotion\/.+|@material-ui\/.+|@popperjs\/core|popper\.js|jquery|bootstrap)$/,
    /^(?:bootstrap|@mui\/material|@angular\/material|react-bootstrap|@fortawesome\/react-fontawesome|@chakra-ui\/react|@fortawesome\/fontawesome-svg-core)$/,
  ],
  [/^(?:i18next|i18next-.+)$/, /^(?:react-i18next|next-i18next)$/],
  [/^(?:grunt-cli|grunt)$/, /^grunt$/],
  [/^nodemailer$/, /^(?:next-auth|@auth\/.+|@nestjs-modules\/mailer)$/],
  [/^shiki$/, /^(?:rehype-pretty-code|@shikijs\/.+|@astrojs\/.+)$/],
  [/^(?:rehype|remark|unified)$/, /^(?:rehype|remark)-/],
  [/^@bull-board\/ui$/, /^@bull-board\//],
  [/^(?:y-protocols|lib0)$/, /^(?:yjs|y-.+|@hocuspocus\/.+)$/],
  [/^react-refresh$/, /^(?:vite|webpack|@vitejs\/.+|@pmmmwh\/.+)$/],
  [/^(?:terser|esbuild|lightningcss|terser-webpack-plugin)$/, /^(?:vite|webpack|rollup|next)$/],
  [/^mocha$/, /^(?:grunt|gulp|karma)-.*mocha/],
  [/^(?:jasmine|jasmine-core)$/, /^(?:grunt|gulp|karma)-.*jasmine|^@angular\/core$/],
  [/^(?:@swc-node\/register|@swc\/.+|@nx\/.+|@nrwl\/.+)$/, /^(?:nx|@nx\/.+|@nrwl\/.+)$/],
  [
    /^(?:forever-monitor|pug|ejs|hbs|jade|nunjucks|consolidate|swig|mustache|handlebars)$/,
    /^(?:consolidate|express-handlebars|nodemailer-express-handlebars|email-templates|@nestjs-modules\/mailer|koa-views)$/,
  ],
]

/** Packages that change something by being loaded, so that nobody has to use the name they are given. */
export const LOADED_FOR_EFFECT =
  /require\(\s*['"](?:should|colors|dotenv|newrelic|express-async-errors|reflect-metadata|zone\.js|core-js|source-map-support|chai\/register-\w+|jasmine\w*|blanket|babel-(?:register|polyfill)|@babel\/\w+|ts-node|elastic-apm-node|dd-trace|appmetrics\w*|mongoose-\w+|sugar|moment\/locale)(?:\/[^'"]*)?['"]\s*\)|require\(\s*['"]\.{1,2}\//

/** Types of what tools put into every file. */
export const BUILTIN_SHIMS = new Set([
  'crypto',
  'fs',
  'http',
  'https',
  'os',
  'path',
  'child_process',
  'net',
  'dns',
  'zlib',
  'tls',
  'cluster',
  'readline',
])
