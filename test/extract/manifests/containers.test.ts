import { expect, test } from 'vitest'
import { stated } from './stated'

test('Dockerfile: an image a stage, commands, user, ports', () => {
  expect(
    stated(
      'Dockerfile',
      `# syntax=docker/dockerfile:1
ARG NODE_VERSION=20
FROM --platform=linux/amd64 node:\${NODE_VERSION}-alpine AS build
# FROM postgres:16
COPY package.json ./
RUN apk add --no-cache git && \\
    # a comment between
    npm ci && \\
    npm install -g typescript@^5
RUN <<DONE
pip install ansible
DONE
FROM build AS tested
RUN echo "run yarn first"
COPY --from=busybox:1.36 /bin/sh /bin/sh
FROM gcr.io/distroless/nodejs20-debian12@sha256:0123456789abcdef
COPY --from=build /app /app
USER 1000:1000
EXPOSE 3000 9229/tcp
CMD ["node", "server.js"]
`,
    ),
  ).toEqual([
    '3 tool platform docker',
    '3 image dockerfile node 20-alpine = stage build',
    '8 package-manager command npm = dockerfile',
    '9 tool npm typescript ^5',
    '11 package-manager command pip = dockerfile',
    '11 tool pypi ansible',
    '15 image dockerfile busybox 1.36 = files copied from it',
    '16 image dockerfile gcr.io/distroless/nodejs20-debian12',
    '18 service user 1000:1000 = container user',
    '19 service port 3000 = exposed by the image',
    '19 service port 9229 = exposed by the image',
    '20 tool command node = dockerfile',
  ])
})

test('compose: services, images, ports; what is built, merged or commented out', () => {
  expect(
    stated(
      'docker-compose.yml',
      `x-base: &base
  image: postgres:\${PG_VERSION:-16}
services:
  web:
    build: ./web
    image: acme/web:latest
    command: yarn dev
    ports: ["8080:80"]
    environment:
      DATABASE_URL: postgres://user:secret@db:5432/shop
      REDIS_URL: redis://cache
      BASE_URL: http://localhost
  db:
    <<: *base
    user: postgres
#  mongo:
#    image: mongo:7
  cache:
    image: "redis:7-alpine"
    command: redis-server
    environment:
      - QUEUE=amqp://guest:guest@queue
`,
    ),
  ).toEqual([
    '3 tool platform docker-compose',
    '4 service compose web = built from ./web',
    '8 service port 8080:80 = published by service web',
    '7 package-manager command yarn = compose',
    '10 service datasource postgres = DATABASE_URL',
    '11 service datasource redis = REDIS_URL',
    '13 service compose db = postgres:$' + '{PG_VERSION:-16}',
    '2 image compose postgres 16 = service db',
    '15 service user postgres = user of service db',
    '18 service compose cache = redis:7-alpine',
    '19 image compose redis 7-alpine = service cache',
    '22 service datasource amqp = QUEUE',
  ])
})

test('Kubernetes objects and Helm', () => {
  expect(
    stated(
      'k8s/app.yaml',
      `apiVersion: apps/v1
kind: Deployment
metadata: { name: api }
spec:
  template:
    spec:
      containers:
        - name: api
          image: registry.example.com:5000/acme/api:1.4
          ports: [{ containerPort: 8080 }]
          env:
            - name: MONGO
              value: mongodb+srv://u:p@cluster/x
---
apiVersion: v1
kind: ConfigMap
data:
  notes: |
    image: postgres:1
`,
    ),
  ).toEqual([
    '2 tool platform kubernetes',
    '2 service kubernetes Deployment = api',
    '1 tool kubernetes-api apps',
    '9 image kubernetes registry.example.com:5000/acme/api 1.4 = container api',
    '10 service port 8080 = container api',
    '12 service datasource mongodb = MONGO',
    '16 service kubernetes ConfigMap',
    '15 tool kubernetes-api v1',
  ])
  expect(
    stated(
      'chart/templates/db.yaml',
      'apiVersion: v1\nkind: Pod\nspec:\n  containers:\n    - image: redis:7\n      name: {{ .Values.name }}\n#   - image: mongo:1\n',
    ),
  ).toEqual(['2 tool platform kubernetes', '2 service kubernetes Pod', '5 image kubernetes redis 7'])
  expect(stated('chart/Chart.yaml', 'apiVersion: v2\nname: shop\ndependencies:\n  - name: postgresql\n    version: 15.x\n')).toEqual([
    '2 tool platform helm',
    '4 dependency helm postgresql 15.x (runtime)',
  ])
  expect(stated('chart/values.yaml', 'image:\n  repository: acme/api\n  tag: "2.0"\ngit:\n  repository: https://example.com/x\n  tag: 1\n')).toEqual([
    '2 image helm acme/api 2.0',
  ])
})

test('Terraform: providers, resources, modules, engines; comments and here-documents are none', () => {
  expect(
    stated(
      'main.tf',
      `terraform {
  required_version = ">= 1.5"
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.0"
    }
    random = { source = "hashicorp/random", version = "3.6" }
  }
  backend "s3" {}
}
provider "aws" {
  region = "eu-central-1"
}
resource "aws_db_instance" "main" {
  engine = "postgres" # not "mysql"
  password = "hunter22"
}
# resource "aws_sqs_queue" "old" {}
/* resource "aws_s3_bucket" "older" {} */
resource "aws_instance" "web" {
  user_data = <<-EOT
    resource "aws_elasticache_cluster" "no" {
  EOT
}
module "vpc" {
  source = "terraform-aws-modules/vpc/aws"
}
`,
    ),
  ).toEqual([
    '2 tool platform terraform',
    '2 engine terraform terraform >= 1.5 = required_version',
    '4 tool terraform-provider aws ~> 5.0',
    '8 tool terraform-provider random 3.6',
    '10 tool terraform-backend s3',
    '12 tool terraform-provider aws',
    '15 service terraform aws_db_instance = main',
    '16 service datasource postgres = main',
    '21 service terraform aws_instance = web',
    '27 dependency terraform terraform-aws-modules/vpc/aws (runtime) = vpc',
  ])
})

test('functions in a cloud', () => {
  expect(
    stated(
      'serverless.yml',
      'service: shop\nprovider:\n  name: aws\n  runtime: nodejs20.x\nplugins:\n  - serverless-offline\nfunctions:\n  pay:\n    handler: src/pay.handler\nresources:\n  Resources:\n    Table:\n      Type: AWS::DynamoDB::Table\n',
    ),
  ).toEqual([
    '1 tool platform serverless-framework',
    '3 tool cloud aws',
    '4 engine serverless node 20 = runtime',
    '6 tool npm serverless-offline',
    '8 service function pay = src/pay.handler',
    '13 service cloudformation AWS::DynamoDB::Table = Table',
  ])
  expect(
    stated(
      'template.yaml',
      "AWSTemplateFormatVersion: '2010-09-09'\nTransform: AWS::Serverless-2016-10-31\nResources:\n  Fn:\n    Type: AWS::Serverless::Function\n    Properties:\n      Runtime: python3.12\n      Role: !GetAtt Role.Arn\n",
    ),
  ).toEqual([
    '1 tool platform cloudformation',
    '2 tool platform aws-sam',
    '5 service cloudformation AWS::Serverless::Function = Fn',
    '7 engine cloudformation python 3.12 = runtime',
  ])
})

test.each([
  [
    'Procfile',
    'web: node server.js\nworker: celery -A app worker\n',
    [
      '1 tool platform procfile',
      '1 service process web = node server.js',
      '1 tool command node = procfile',
      '2 service process worker = celery -A app worker',
      '2 tool command celery = procfile',
    ],
  ],
  [
    'app.json',
    '{\n "name": "x",\n "repository": "y",\n "addons": ["heroku-postgresql:mini"]\n}',
    ['2 tool config heroku-app', '4 service heroku-addon heroku-postgresql = heroku-postgresql:mini'],
  ],
  ['app.json', '{"expo": {"name": "x"}}', ['1 tool platform expo']],
  ['app.json', '{"name": "my settings"}', []],
  ['vercel.json', '{\n "buildCommand": "pnpm build"\n}', ['2 tool platform vercel', '2 package-manager command pnpm = hosting']],
  ['netlify.toml', '# site\n[build]\ncommand = "npm run build"\n', ['2 tool platform netlify', '3 package-manager command npm = hosting']],
  ['fly.toml', 'app = "x"\n', ['1 tool platform fly']],
  ['app.yaml', 'runtime: nodejs20\n', ['1 tool platform app-engine', '1 engine app-engine node 20 = runtime']],
  ['app.yaml', 'title: something else\n', []],
  ['render.yaml', 'databases:\n  - name: db\n', ['1 tool platform render', '2 service datasource postgresql = db']],
  ['.env.example', 'PORT=3000\n# OLD=mysql://x\nDB=mysql://user:secret@host/x\nAPI=https://example.com\n', ['3 service datasource mysql = DB']],
])('%s', (path, text, expected) => expect(stated(path, text)).toEqual(expected))
