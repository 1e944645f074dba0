import { expect, test } from 'vitest'
import { stated } from './stated'

test('GitHub workflow: jobs, actions with the version beside a pinned commit, images, versions looked up where they are set', () => {
  expect(
    stated(
      '.github/workflows/ci.yml',
      `name: CI
on: push
env:
  PY: "3.12"
jobs:
  test:
    runs-on: \${{ matrix.os }}
    strategy:
      matrix:
        os: [ubuntu-latest]
        node-version: [20, 22]
    services:
      db:
        image: mysql:8.4
    container: node:22
    steps:
      - uses: actions/checkout@9c091bb21b7c1c1d1991bb908d89e4e9dddfe3e0 # v4.1.1
      - uses: actions/setup-node@v4
        with:
          node-version: \${{ matrix.node-version }}
      - uses: actions/setup-python@v5
        with:
          python-version: \${{ env.PY }}
      - uses: ./.github/actions/local
      - uses: docker://alpine:3.20
      # - uses: codecov/codecov-action@v4
      - run: |
          # yarn test
          npm ci
          echo "kubectl is not called"
          npx playwright install --with-deps
          terraform plan
  deploy:
    uses: acme/workflows/.github/workflows/deploy.yml@main
`,
    ),
  ).toEqual([
    '7 tool platform github-actions',
    '6 ci-job github-actions CI / test = $' + '{{ matrix.os }}',
    '15 image github-actions node 22 = container of job test',
    '14 image github-actions mysql 8.4 = service db of job test',
    '17 action github-actions actions/checkout v4.1.1',
    '18 action github-actions actions/setup-node v4',
    '11 engine github-actions node 20, 22 = node-version',
    '21 action github-actions actions/setup-python v5',
    '4 engine github-actions python 3.12 = python-version',
    '25 image github-actions alpine 3.20 = step',
    '29 package-manager command npm = github-actions',
    '31 tool npm playwright',
    '32 tool command terraform = github-actions',
    '33 ci-job github-actions CI / deploy',
    '34 action github-actions acme/workflows/.github/workflows/deploy.yml main',
  ])
})

test('GitLab pipeline', () => {
  expect(
    stated(
      '.gitlab-ci.yml',
      `include:
  - template: Security/SAST.gitlab-ci.yml
default:
  image: node:20
variables:
  DB: postgres://x@y/z
.base:
  before_script:
    - pnpm install
test:
  stage: test
  services:
    - postgres:16
    - name: redis:7
  script:
    - [pnpm test]
    - docker build .
`,
    ),
  ).toEqual([
    '1 tool platform gitlab-ci',
    '2 action gitlab-template Security/SAST.gitlab-ci.yml',
    '10 ci-job gitlab-ci test = test',
    '6 service ci-datasource postgres = DB',
    '4 image gitlab-ci node 20',
    '9 package-manager command pnpm = gitlab-ci',
    '13 image gitlab-ci postgres 16 = service',
    '14 image gitlab-ci redis 7 = service',
    '17 tool command docker = gitlab-ci',
  ])
})

test.each([
  [
    '.circleci/config.yml',
    'version: 2.1\norbs:\n  node: circleci/node@5.2\njobs:\n  build:\n    docker:\n      - image: cimg/node:20.1\n      - image: cimg/postgres:16.0\n    steps:\n      - checkout\n      - run: npm ci\n      - run:\n          command: |\n            pnpm test\n',
    [
      '4 tool platform circleci',
      '3 action circleci-orb circleci/node 5.2',
      '5 ci-job circleci build',
      '7 image circleci cimg/node 20.1',
      '8 image circleci cimg/postgres 16.0',
      '11 package-manager command npm = circleci',
      '14 package-manager command pnpm = circleci',
    ],
  ],
  [
    'azure-pipelines.yml',
    'pool:\n  vmImage: ubuntu-latest\njobs:\n- job: Build\n  steps:\n  - task: NodeTool@0\n    inputs:\n      versionSpec: "20.x"\n  - script: npm ci\n',
    [
      '1 tool platform azure-pipelines',
      '2 tool runner ubuntu-latest',
      '4 ci-job azure-pipelines Build',
      '6 action azure-task NodeTool 0',
      '8 engine azure-pipelines node 20.x = versionSpec',
      '9 package-manager command npm = azure-pipelines',
    ],
  ],
  [
    '.travis.yml',
    'language: node_js\nnode_js:\n  - 12\n  - "14"\nservices:\n  - mongodb\nscript: yarn test\ndeploy:\n  provider: heroku\n',
    [
      '1 tool platform travis',
      '3 engine travis node 12, 14 = node_js',
      '6 service travis mongodb',
      '9 action travis-deploy heroku',
      '7 package-manager command yarn = travis',
    ],
  ],
  [
    'Jenkinsfile',
    "// stage('Old')\npipeline {\n  agent { docker { image 'node:20' } }\n  tools { nodejs 'node-18.2' }\n  stages {\n    stage('Test') {\n      steps {\n        sh 'npm ci'\n        sh '''\n          mvn test\n        '''\n      }\n    }\n  }\n}\n",
    [
      '2 tool platform jenkins',
      '3 image jenkins node 20',
      '4 engine jenkins node 18.2 = node-18.2',
      '6 ci-job jenkins Test',
      '8 package-manager command npm = jenkins',
      '10 package-manager command maven = jenkins',
    ],
  ],
  [
    'bitbucket-pipelines.yml',
    'image: node:20\npipelines:\n  default:\n    - step:\n        name: Build\n        script:\n          - yarn\n          - pipe: atlassian/aws-s3-deploy:1.1\n',
    [
      '1 tool platform bitbucket-pipelines',
      '1 image bitbucket-pipelines node 20',
      '7 package-manager command yarn = bitbucket-pipelines',
      '8 action bitbucket-pipe atlassian/aws-s3-deploy 1.1',
    ],
  ],
  [
    'cloudbuild.yaml',
    'steps:\n- name: gcr.io/cloud-builders/docker\n  args: [build]\n',
    ['1 tool platform cloud-build', '2 image cloud-build gcr.io/cloud-builders/docker'],
  ],
  [
    '.drone.yml',
    'kind: pipeline\nsteps:\n- name: test\n  image: golang:1.22\n  commands:\n  - go test ./...\n',
    ['1 tool platform drone', '4 image drone golang 1.22', '6 package-manager command go modules = drone'],
  ],
])('%s', (path, text, expected) => expect(stated(path, text)).toEqual(expected))
