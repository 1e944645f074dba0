/**
 * Well-known products by what they are for. A statement that one of them is used can be false only where the repository has
 * another of the same purpose: what leaves no trace in code, such as a service on the web, is not in the list.
 */
import escapeStringRegexp from 'escape-string-regexp'

export interface Product {
  name: string
  purpose: string
  /** How texts call it. */
  said: RegExp
  /** Packages that prove it; `*` at the end stands for any ending. */
  packages: string[]
  /** Names of technologies and connections that prove it, besides its own. */
  proof?: string[]
}

/** Purpose → name: packages. `~` begins a pattern for texts, `=` further names that prove it. */
const TABLE: Record<string, Record<string, string>> = {
  database: {
    PostgreSQL: 'pg postgres pg-promise pg-native ~Postgres(?:QL)?',
    MySQL: 'mysql mysql2 ~MySQL =MariaDB',
    MariaDB: 'mariadb mysql mysql2 ~MariaDB =MySQL',
    MongoDB: 'mongodb mongoose monk @nestjs/mongoose ~Mongo ?DB|Mongo(?!ose)',
    SQLite: 'sqlite3 better-sqlite3 sqlite sql.js @libsql/client ~SQLite3?',
    'Microsoft SQL Server': 'mssql tedious ~MSSQL|(?:MS|Microsoft) SQL Server',
    Cassandra: 'cassandra-driver',
    CouchDB: 'nano couchdb* pouchdb*',
    DynamoDB: '@aws-sdk/client-dynamodb @aws-sdk/lib-dynamodb dynamoose aws-sdk',
  },
  'object mapper': {
    TypeORM: 'typeorm @nestjs/typeorm',
    Prisma: 'prisma @prisma/client',
    Sequelize: 'sequelize sequelize-typescript @nestjs/sequelize',
    Mongoose: 'mongoose @nestjs/mongoose',
    Knex: 'knex objection bookshelf ~Knex(?:\\.?js)?',
    'Drizzle ORM': 'drizzle-orm ~Drizzle(?: ORM)?',
    MikroORM: '@mikro-orm/*',
    'Objection.js': 'objection ~Objection\\.js',
    Bookshelf: 'bookshelf ~Bookshelf(?:\\.js)?',
    Waterline: 'waterline sails',
  },
  'server framework': {
    Express: 'express @nestjs/platform-express ~Express(?:\\.?js)?(?! (?:checkout|delivery|shipping))',
    Koa: 'koa ~Koa(?:\\.?js)?',
    hapi: '@hapi/hapi hapi ~[Hh]api(?:\\.js)?',
    Fastify: 'fastify @nestjs/platform-fastify',
    NestJS: '@nestjs/core ~Nest(?:\\.?JS|\\.js)',
    Restify: 'restify',
    Hono: 'hono',
    AdonisJS: '@adonisjs/core ~Adonis(?:JS)?',
    'Sails.js': 'sails ~Sails\\.?js',
    LoopBack: '@loopback/core loopback ~LoopBack',
    Feathers: '@feathersjs/feathers ~Feathers(?:JS)?',
  },
  'user interface library': {
    React: 'react react-dom ~React(?:\\.?js)?(?! Native| Query| Router| Email| Table| Hook)',
    Vue: 'vue nuxt ~Vue(?:\\.?js)?(?! Router)',
    Angular: '@angular/core ~Angular(?!JS)',
    AngularJS: 'angular ~AngularJS',
    Svelte: 'svelte @sveltejs/kit',
    SolidJS: 'solid-js ~Solid ?JS',
    Preact: 'preact',
    Ember: 'ember-source ~Ember(?:\\.?js)',
  },
  'test runner': {
    Jest: 'jest ts-jest @jest/core react-scripts @nx/jest',
    Vitest: 'vitest',
    Mocha: 'mocha ts-mocha',
    Jasmine: 'jasmine jasmine-core',
    AVA: 'ava ~AVA',
  },
  'browser test runner': {
    Cypress: 'cypress',
    Playwright: 'playwright @playwright/test playwright-core',
    Nightwatch: 'nightwatch',
    TestCafe: 'testcafe',
    Protractor: 'protractor',
  },
  linter: {
    ESLint: 'eslint @eslint/* @typescript-eslint/* eslint-* react-scripts ~ESLint',
    TSLint: 'tslint ~TSLint',
    JSHint: 'jshint ~JSHint',
    Biome: '@biomejs/biome rome',
    Oxlint: 'oxlint',
  },
  formatter: { Prettier: 'prettier eslint-plugin-prettier', dprint: 'dprint', Biome: '@biomejs/biome' },
  bundler: {
    webpack: 'webpack webpack-cli @angular-devkit/build-angular react-scripts next @nestjs/cli ~[Ww]ebpack',
    Rollup: 'rollup @rollup/* vite ~Rollup(?:\\.js)?',
    Vite: 'vite vitest @vitejs/* ~Vite(?!st)',
    Parcel: 'parcel parcel-bundler',
    esbuild: 'esbuild tsup vite tsx ~[Ee]sbuild',
    Browserify: 'browserify watchify',
  },
  logging: {
    Winston: 'winston nest-winston ~[Ww]inston',
    Pino: 'pino nestjs-pino pino-* fastify ~[Pp]ino',
    Bunyan: 'bunyan ~[Bb]unyan',
    log4js: 'log4js',
  },
  validation: {
    Joi: 'joi @hapi/joi celebrate',
    Zod: 'zod',
    Yup: 'yup',
    Ajv: 'ajv fastify ~A[Jj][Vv]',
    'class-validator': 'class-validator',
    'express-validator': 'express-validator',
    Valibot: 'valibot',
  },
  authentication: {
    Passport: 'passport passport-* @nestjs/passport koa-passport ~Passport(?:\\.?js)?',
    Auth0: 'auth0 auth0-js @auth0/* express-openid-connect express-oauth2-jwt-bearer',
    'NextAuth.js': 'next-auth @auth/core @auth/* ~NextAuth(?:\\.js)?|Auth\\.js',
    Clerk: '@clerk/* @clerk/nextjs',
    Keycloak: 'keycloak-connect keycloak-js @keycloak/* nest-keycloak-connect',
    Okta: '@okta/*',
    Lucia: 'lucia lucia-auth',
    'better-auth': 'better-auth ~Better[- ]Auth',
    'basic authentication': 'express-basic-auth basic-auth http-auth koa-basic-auth ~(?!)',
    'JSON Web Tokens': 'jsonwebtoken jose express-jwt @nestjs/jwt @fastify/jwt koa-jwt ~(?!)',
  },
  pipeline: {
    'Travis CI': '~Travis(?:[- ]CI)?',
    CircleCI: '~Circle ?CI',
    'GitHub Actions': '~Git[Hh]ub Actions',
    'GitLab CI': '~Git[Ll]ab[- ]CI',
    Jenkins: '',
    AppVeyor: '~App[Vv]eyor',
    'Azure Pipelines': '~Azure (?:Pipelines|DevOps) =Azure-Pipelines',
  },
  'job queue': {
    BullMQ: 'bullmq @nestjs/bullmq ~BullMQ',
    Bull: 'bull @nestjs/bull ~Bull(?!MQ)',
    'Bee-Queue': 'bee-queue',
    Agenda: 'agenda ~Agenda(?:\\.?js)?(?= (?:job|sched|librar|for))|Agenda\\.?js',
    'pg-boss': 'pg-boss',
  },
  'message broker': {
    RabbitMQ: 'amqplib amqp-connection-manager rascal @golevelup/nestjs-rabbitmq amqp* ~RabbitMQ',
    Kafka: 'kafkajs node-rdkafka @confluentinc/* ~(?:Apache )?Kafka',
    NATS: 'nats @nats-io/* ~NATS',
  },
  cache: { Redis: 'redis ioredis bull bullmq connect-redis @keyv/redis @upstash/redis ~Redis', Memcached: 'memcached memjs' },
  'graphql server': {
    'Apollo Server': 'apollo-server* @apollo/server @nestjs/apollo ~Apollo Server',
    'GraphQL Yoga': 'graphql-yoga ~GraphQL Yoga',
    Mercurius: 'mercurius @nestjs/mercurius',
  },
  'state management': {
    Redux: 'redux @reduxjs/toolkit react-redux ~Redux(?:JS)?(?! Saga)',
    MobX: 'mobx mobx-* ~MobX',
    Zustand: 'zustand',
    Vuex: 'vuex',
    Pinia: 'pinia',
    Recoil: 'recoil',
    NgRx: '@ngrx/* ~NgRx',
  },
  'style library': {
    'Tailwind CSS': 'tailwindcss @tailwindcss/* ~Tailwind(?: ?CSS)?',
    Bootstrap: 'bootstrap react-bootstrap ng-bootstrap @ng-bootstrap/* bootstrap-vue ~Bootstrap (?:CSS|\\d)',
    'Material UI': '@mui/* @material-ui/* ~Material[- ]UI|MUI',
    'Chakra UI': '@chakra-ui/* ~Chakra(?: UI)?',
    Bulma: 'bulma',
  },
  'dependency injection': {
    TypeDI: 'typedi ~TypeDI',
    InversifyJS: 'inversify inversify-* ~Inversify(?:JS)?',
    TSyringe: 'tsyringe ~[Tt][Ss]yringe',
    Awilix: 'awilix awilix-*',
  },
  'HTTP client': { Axios: 'axios @nestjs/axios', Got: 'got ~Got', SuperAgent: 'superagent supertest ~[Ss]uper[Aa]gent' },
  'date library': { 'Moment.js': 'moment moment-timezone ~Moment(?:\\.js)', 'Day.js': 'dayjs ~Day\\.?js', 'date-fns': 'date-fns', Luxon: 'luxon' },
  'search engine': {
    Elasticsearch: '@elastic/elasticsearch elasticsearch ~Elastic ?[Ss]earch',
    OpenSearch: '@opensearch-project/*',
    Meilisearch: 'meilisearch ~Meili[Ss]earch',
    Algolia: 'algoliasearch @algolia/*',
    Typesense: 'typesense',
  },
  'error tracking': { Sentry: '@sentry/* raven', Bugsnag: '@bugsnag/*', Rollbar: 'rollbar' },
  mail: {
    Nodemailer: 'nodemailer @nestjs-modules/mailer',
    SendGrid: '@sendgrid/*',
    Mailgun: 'mailgun.js mailgun-js nodemailer-mailgun-transport',
    Postmark: 'postmark',
    Resend: 'resend',
  },
  'template engine': { EJS: 'ejs ~EJS', Pug: 'pug jade ~Pug', Handlebars: 'handlebars hbs express-handlebars', Nunjucks: 'nunjucks' },
  'monorepo tool': { Nx: 'nx @nx/* @nrwl/* ~Nx', Turborepo: 'turbo ~Turborepo', Lerna: 'lerna' },
  'git hooks': { Husky: 'husky', Lefthook: 'lefthook', 'simple-git-hooks': 'simple-git-hooks' },
}

export const products: Product[] = Object.entries(TABLE).flatMap(([purpose, names]) =>
  Object.entries(names).map(([name, written]) => {
    const pattern = / ?~(.*?)(?= =|$)/.exec(written)?.[1]
    const proof = / ?=(.*)$/.exec(written)?.[1]?.split(',')
    const packages = written
      .replace(/ ?[~=].*$/, '')
      .split(' ')
      .filter(Boolean)
    return {
      name,
      purpose,
      packages,
      said: new RegExp(`(?<![\\w@/.-])(?:${pattern ?? escapeStringRegexp(name)})(?![\\w-]|/\\w|\\.[a-z])`),
      ...(proof ? { proof } : {}),
    }
  }),
)

/** Beginnings of words → products whose name or pattern has such a word, so that most texts are passed by after one look. */
const byBeginning = new Map<string, Set<Product>>()
for (const product of products)
  for (const word of `${product.name} ${product.said.source.replace(/\[(\w)\w\]/g, '$1')}`.match(/[A-Za-z]{2,}/g) ?? []) {
    const beginning = word.slice(0, 3).toLowerCase()
    byBeginning.set(beginning, (byBeginning.get(beginning) ?? new Set()).add(product))
  }

/** The products that a text names, each with the place of its first mention. */
export function productsIn(text: string): { product: Product; at: number }[] {
  const candidates = new Set<Product>()
  for (const match of text.matchAll(/[A-Za-z]{2,}/g))
    for (const product of byBeginning.get(match[0].slice(0, 3).toLowerCase()) ?? []) candidates.add(product)
  return products.flatMap((product) => {
    const match = candidates.has(product) ? product.said.exec(text) : null
    return match ? [{ product, at: match.index }] : []
  })
}
