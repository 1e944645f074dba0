/** What files of operation say is run: small files of each format, and what has to be read out of them, and what not. */
import { describe, expect, test } from 'vitest'
import { deploymentFile } from '../../../plugin/extract/deployment/index'
import { deploymentOf } from '../../../plugin/link/architecture/deployment/index'
import type { Component, Deployment } from '../../../plugin/types'

function read(files: Record<string, string>, components: Component[] = [], project = 'shop'): Deployment {
  const found = Object.entries(files).flatMap(([path, text]) => {
    const file = deploymentFile(path, text)
    return file ? [{ path, file }] : []
  })
  return deploymentOf(found, components, project)
}

/** `web -> db: DATABASE_URL (compose.yml:7)` */
function linksIn({ units, links }: Deployment): string[] {
  const names = new Map(units.map(({ id, name }) => [id, name]))
  return links.map(({ from, to, label, evidence }) => `${names.get(from)} -> ${names.get(to)}: ${label} (${evidence.file}:${evidence.line})`).sort()
}

const kindsIn = ({ units }: Deployment) => Object.fromEntries(units.map(({ name, kind }) => [name, kind]))

function component(id: string, kind: Component['kind'], folder: string): Component {
  return { id, name: id, kind, level: 'container', folder, technology: '', files: 1, doors: 0, evidence: [] }
}

/** Every line that proves something is the line of the file that it says it is. */
function expectTrueLines(files: Record<string, string>, { units, links }: Deployment): void {
  for (const { file, line, text } of [...units.map(({ at }) => at), ...links.map(({ evidence }) => evidence)])
    expect(files[file]?.split('\n')[line - 1]?.trim(), `${file}:${line}`).toBe(text)
}

describe('compose', () => {
  const files = {
    'docker-compose.yml': `
services:
  web:
    build: ./api
    ports: ['8080:3000']
    depends_on:
      - db
      - jobs
    environment:
      DATABASE_URL: postgres://db:5432/shop
      CACHE_HOST: cache
      PARTNER_URL: https://partner.example/db
  jobs:
    image: rabbitmq:3-management
  db:
    image: registry.example/library/postgres:16
  cache:
    image: redis:7
    profiles: [fast]
`,
    'docker-compose.prod.yml': `
services:
  web:
    command: node dist/server.js
    deploy: { replicas: 3 }
`,
    'other/docker-compose.yml': `
services:
  db:
    image: mysql:8
`,
    'api/Dockerfile':
      'FROM node:20 AS build\nRUN npm ci\nFROM node:20-slim\nCOPY --from=build /app /app\nEXPOSE 3000\nCMD ["node", "dist/server.js"]\n',
  }
  const found = read(files, [component('api', 'backend', 'api'), component('site', 'frontend', 'site')])

  test('services are what their images are; files that add to each other are one', () => {
    expect(kindsIn(found)).toMatchObject({ web: 'service', jobs: 'queue', cache: 'cache', 'api/Dockerfile': 'image' })
    expect(found.units.filter(({ name }) => name === 'db').map(({ kind, at }) => `${kind} ${at.file}`)).toEqual([
      'data store docker-compose.yml',
      'data store other/docker-compose.yml',
    ])
    expect(found.units.find(({ name }) => name === 'web')).toMatchObject({
      replicas: 3,
      runs: 'api',
      ports: ['8080:3000'],
      command: 'node dist/server.js',
      at: { file: 'docker-compose.yml', line: 3 },
    })
    expect(found.units.find(({ name }) => name === 'cache')?.when).toBe('profile fast')
  })

  test('addresses say more than that one waits for another; hosts elsewhere are no service', () => {
    expect(linksIn(found)).toEqual([
      'web -> api/Dockerfile: built by (docker-compose.yml:4)',
      'web -> cache: CACHE_HOST (docker-compose.yml:11)',
      'web -> db: DATABASE_URL (docker-compose.yml:10)',
      'web -> jobs: depends on (docker-compose.yml:8)',
    ])
    expectTrueLines(files, found)
  })

  test('a command may name a host', () => {
    const waiting = read({
      'compose.yaml':
        'services:\n  web:\n    build: .\n    command: sh -c "until nc -z -w 2 mongo 27017; do sleep 2; done && npm start"\n  mongo:\n    image: mongo:4\n',
    })
    expect(linksIn(waiting)).toEqual(['web -> mongo: command nc (compose.yaml:4)'])
  })

  test('several networks are drawn, one is not', () => {
    const one = 'services:\n  a:\n    image: x\n    networks: [n]\nnetworks:\n  n:\n'
    expect(kindsIn(read({ 'compose.yml': one }))).toEqual({ a: 'service' })
    const two = 'services:\n  a:\n    image: x\n    networks: [n, m]\n  b:\n    image: y\n    networks: [m]\nnetworks:\n  n:\n  m:\n'
    expect(linksIn(read({ 'compose.yml': two }))).toEqual([
      'a -> m: joins (compose.yml:4)',
      'a -> n: joins (compose.yml:4)',
      'b -> m: joins (compose.yml:7)',
    ])
  })

  test('a password in an address is masked in its evidence', () => {
    const secret = read({
      'compose.yml':
        'services:\n  web:\n    image: x\n    environment:\n      - DATABASE_URL=postgres://shop:hunter2hunter2@db/shop\n  db:\n    image: postgres\n',
    })
    expect(linksIn(secret)).toEqual(['web -> db: DATABASE_URL (compose.yml:5)'])
    expect(JSON.stringify(secret)).not.toContain('hunter2')
  })

  test('what is kept as an example or for tests is not deployed', () => {
    expect(read({ 'examples/compose.yml': 'services:\n  a:\n    image: x\n' }).units).toEqual([])
  })
})

describe('kubernetes', () => {
  const files = {
    'k8s/web.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
spec:
  replicas: 2
  template:
    metadata:
      labels: { app: web }
    spec:
      containers:
        - name: web
          image: ghcr.io/acme/api:1.2
          ports: [{ containerPort: 3000 }]
          envFrom:
            - configMapRef: { name: settings }
          env:
            - name: QUEUE_URL
              value: amqp://queue.shop.svc.cluster.local:5672
---
apiVersion: v1
kind: Service
metadata: { name: web, namespace: shop }
spec:
  selector: { app: web }
  ports: [{ port: 80, targetPort: 3000 }]
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: front, namespace: shop }
spec:
  rules:
    - host: shop.example
      http:
        paths:
          - path: /
            backend:
              service:
                name: web
                port: { number: 80 }
`,
    'k8s/stores.yaml': `apiVersion: v1
kind: ConfigMap
metadata: { name: settings, namespace: shop }
data:
  DATABASE_HOST: db
---
apiVersion: v1
kind: Service
metadata: { name: db, namespace: shop }
spec:
  selector: { app: db }
---
apiVersion: apps/v1
kind: StatefulSet
metadata: { name: postgres, namespace: shop }
spec:
  template:
    metadata: { labels: { app: db, tier: back } }
    spec:
      containers: [{ name: db, image: "postgres:16" }]
---
apiVersion: v1
kind: Service
metadata: { name: queue, namespace: shop }
spec:
  selector: { app: nobody }
---
apiVersion: batch/v1
kind: CronJob
metadata: { name: nightly, namespace: shop }
spec:
  jobTemplate:
    spec:
      template:
        spec:
          containers: [{ name: n, image: acme/api, args: ["curl", "http://web/rebuild"] }]
`,
  }
  const found = read(files, [component('api', 'backend', 'services/api')])

  test('ingress, service, workload, settings and store are joined', () => {
    expect(linksIn(found)).toEqual([
      'db -> postgres: leads to (k8s/stores.yaml:11)',
      'front -> web: leads to (k8s/web.yaml:40)',
      'nightly -> web: command curl (k8s/stores.yaml:36)',
      'web -> db: by settings (k8s/web.yaml:17)',
      'web -> queue: QUEUE_URL (k8s/web.yaml:20)',
      'web -> web: leads to (k8s/web.yaml:26)',
    ])
    expectTrueLines(files, found)
  })

  test('a workload runs the component that its image is called after', () => {
    expect(found.units.find(({ type }) => type === 'Deployment')).toMatchObject({
      kind: 'workload',
      runs: 'api',
      replicas: 2,
      group: 'shop',
      ports: ['3000'],
    })
    expect(found.units.find(({ type }) => type === 'StatefulSet')?.kind).toBe('data store')
    expect(found.units.some(({ type }) => type === 'ConfigMap')).toBe(false)
  })
})

describe('helm', () => {
  const files = {
    'charts/shop/Chart.yaml':
      'apiVersion: v2\nname: shop\nappVersion: "1.4"\ndependencies:\n  - name: postgresql\n    condition: postgresql.enabled\n',
    'charts/shop/values.yaml': 'image:\n  repository: ghcr.io/acme/shop\n  tag: ""\nservice: { port: 8080 }\nadminPassword: hunter2\n',
    'charts/shop/templates/web.yaml': `{{- if .Values.enabled }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "shop.fullname" . }}
  labels:
    {{- include "shop.labels" . | nindent 4 }}
spec:
  template:
    metadata:
      labels:
        app: {{ .Chart.Name }}
    spec:
      {{- with .Values.affinity }}
      affinity: {{- toYaml . | nindent 8 }}
      {{- end }}
      containers:
        - name: web
          image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
          env:
            - name: DATABASE_HOST
              value: {{ printf "%s-db" (include "shop.fullname" .) }}
            - name: SOMETHING
              value: {{ .Values.nowhere | quote }}
{{- end }}
---
apiVersion: v1
kind: Service
metadata:
  name: {{ .Release.Name }}-db
spec:
  ports:
    - port: {{ .Values.service.port }}
`,
  }
  const found = read(files)

  test('values are filled in, the condition is said, and what is computed stays as written', () => {
    expect(found.units.find(({ type }) => type === 'Deployment')).toMatchObject({
      name: 'shop',
      image: 'ghcr.io/acme/shop:1.4',
      when: '.Values.enabled',
      from: 'helm',
      at: { file: 'charts/shop/templates/web.yaml', line: 5 },
    })
    expect(found.units.find(({ type }) => type === 'Service')).toMatchObject({ name: 'shop-db', ports: ['8080'] })
    expect(found.units.find(({ type }) => type === 'chart')).toMatchObject({
      name: 'postgresql',
      kind: 'data store',
      when: '.Values.postgresql.enabled',
    })
    expect(linksIn(found)).toEqual(['shop -> shop-db: DATABASE_HOST (charts/shop/templates/web.yaml:22)'])
    expect(JSON.stringify(found)).not.toContain('hunter2')
    expectTrueLines(files, found)
  })
})

describe('terraform', () => {
  const files = {
    'infra/main.tf': `# resource "aws_db_instance" "old" {
resource "aws_ecs_service" "api" {
  task_definition = aws_ecs_task_definition.api.arn
  desired_count   = 2
}

resource "aws_ecs_task_definition" "api" {
  container_definitions = jsonencode([{
    image = "acme/api:\${var.tag}"
    environment = [{ name = "DATABASE", value = aws_db_instance.main.address }]
  }])
}

resource "aws_db_instance" "main" {
  engine = "postgres"
}

resource "aws_sqs_queue" "jobs" {}

resource "aws_lambda_function" "worker" {
  handler = "worker.handle"
  role    = aws_iam_role.worker.arn
}

resource "aws_lambda_event_source_mapping" "jobs" {
  event_source_arn = aws_sqs_queue.jobs.arn
  function_name    = aws_lambda_function.worker.arn
}

resource "aws_iam_role" "worker" {
  policy = <<EOF
{ "Resource": "aws_db_instance.main" }
EOF
}

module "files" {
  source = "./files"
}

resource "aws_lambda_function" "thumbs" {
  environment { variables = { BUCKET = module.files.name } }
}
`,
    'infra/files/main.tf': 'resource "aws_s3_bucket" "uploads" {}\n',
  }
  const found = read(files)

  test('resources that run or keep are units; what lies between them is walked through', () => {
    expect(kindsIn(found)).toEqual({ api: 'service', main: 'data store', jobs: 'queue', worker: 'function', thumbs: 'function', uploads: 'storage' })
    expect(linksIn(found)).toEqual([
      'api -> main: task_definition, by api (infra/main.tf:3)',
      'jobs -> worker: by jobs (infra/main.tf:27)',
      'thumbs -> uploads: BUCKET (infra/main.tf:41)',
    ])
    expectTrueLines(files, found)
  })
})

describe('functions and platforms', () => {
  test('serverless.yml', () => {
    const files = {
      'serverless.yml': `service: shop
provider:
  name: aws
  environment:
    TABLE: !Ref Orders
functions:
  api:
    handler: src/api.handle
    events:
      - httpApi: '*'
  mailer:
    handler: src/mailer.handle
    events:
      - sqs:
          arn: !GetAtt Mails.Arn
resources:
  Resources:
    Orders:
      Type: AWS::DynamoDB::Table
    Mails:
      Type: AWS::SQS::Queue
    Role:
      Type: AWS::IAM::Role
`,
    }
    const found = read(files, [component('src', 'function', '')])
    expect(kindsIn(found)).toEqual({ 'HTTP events': 'ingress', api: 'function', mailer: 'function', Orders: 'data store', Mails: 'queue' })
    expect(linksIn(found)).toEqual([
      'HTTP events -> api: httpApi (serverless.yml:10)',
      'Mails -> mailer: arn (serverless.yml:15)',
      'api -> Orders: TABLE (serverless.yml:5)',
      'mailer -> Orders: TABLE (serverless.yml:5)',
    ])
    expect(found.units.find(({ name }) => name === 'api')?.runs).toBe('src')
    expectTrueLines(files, found)
  })

  test('CloudFormation', () => {
    const files = {
      'template.yaml': `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  Api:
    Type: AWS::Serverless::Function
    Properties:
      CodeUri: api/
      Environment:
        Variables:
          TABLE: !Ref Orders
      Events:
        Mail:
          Type: SQS
          Properties: { Queue: !GetAtt Mails.Arn }
  Orders:
    Type: AWS::DynamoDB::Table
  Mails:
    Type: AWS::SQS::Queue
`,
    }
    expect(linksIn(read(files))).toEqual(['Api -> Orders: TABLE (template.yaml:9)', 'Mails -> Api: Queue (template.yaml:13)'])
  })

  test('render.yaml: variables that come from others are links', () => {
    const found = read({
      'render.yaml': `services:
  - type: web
    name: api
    startCommand: npm start
    envVars:
      - key: DATABASE_URL
        fromDatabase: { name: shop-db, property: connectionString }
  - type: keyvalue
    name: cache
databases:
  - name: shop-db
`,
    })
    expect(kindsIn(found)).toEqual({ api: 'service', cache: 'cache', 'shop-db': 'data store' })
    expect(linksIn(found)).toEqual(['api -> shop-db: DATABASE_URL (render.yaml:7)'])
  })

  test('wrangler.toml: bindings are links, a consumed queue leads to the worker', () => {
    const found = read({
      'wrangler.toml': `name = "edge"
main = "src/index.ts"

[[d1_databases]]
binding = "DB"
database_name = "orders"

[[queues.consumers]]
queue = "mails"
`,
    })
    expect(kindsIn(found)).toEqual({ edge: 'function', orders: 'data store', mails: 'queue' })
    expect(linksIn(found).map((link) => link.replace(/ \(.*/, ''))).toEqual(['edge -> orders: d1 databases', 'mails -> edge: is consumed by'])
  })

  test('Procfile, fly.toml, vercel.json, netlify.toml, app.yaml, app.json', () => {
    const found = read(
      {
        Procfile: 'web: node server.js\nworker: node worker.js\n',
        'fly.toml': 'app = "shop"\n[http_service]\ninternal_port = 8080\n[[mounts]]\nsource = "data"\n',
        'vercel.json': '{ "framework": "nextjs", "crons": [{ "path": "/api/nightly", "schedule": "0 5 * * *" }] }',
        'netlify.toml': '[build]\nbase = "site"\n',
        'app.yaml': 'runtime: nodejs20\nservice: shop-api\n',
        'app.json': '{ "name": "shop", "addons": ["heroku-postgresql:mini"] }',
      },
      [component('api', 'backend', ''), component('jobs', 'worker', ''), component('site', 'frontend', 'site')],
    )
    expect(kindsIn(found)).toMatchObject({
      web: 'service',
      shop: 'service',
      data: 'storage',
      '/api/nightly': 'job',
      Netlify: 'service',
      'shop-api': 'service',
      postgresql: 'data store',
    })
    expect(Object.fromEntries(found.units.map(({ name, runs }) => [name, runs]))).toMatchObject({ web: 'api', worker: 'jobs', Netlify: 'site' })
    expect(linksIn(found)).toEqual(['/api/nightly -> Vercel: calls (vercel.json:1)', 'shop -> data: keeps files in (fly.toml:5)'])
  })
})

test('hostile files are read without harm', () => {
  const nested = `services:\n  a: ${'['.repeat(900)}`
  expect(() =>
    read({ 'compose.yml': nested, 'main.tf': 'resource "aws_x" "y" {'.repeat(200), 'Chart.yaml': 'apiVersion: &a\n  b: *a\n' }),
  ).not.toThrow()
  expect(read({ 'compose.yml': 'services: nonsense' }).units).toEqual([])
})
