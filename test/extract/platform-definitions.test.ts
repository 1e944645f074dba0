/** Settings of platforms that are broken or made to break: what is wrong is told, and nothing is made up. */
import { describe, expect, test } from 'vitest'
import { definitionOf } from '../../plugin/extract/definitions/index'

const operations = (path: string, text: string) =>
  definitionOf(path, text).definition?.operations.map(({ kind, method, path: at }) => `${kind} ${method} ${at}`)

describe('settings of platforms', () => {
  test('text that is no YAML is told as such', () => {
    const { definition, problem } = definitionOf('serverless.yml', 'functions')
    expect(definition).toBeUndefined()
    expect(problem).toMatch(/could not be read as serverless/)
  })

  test('an anchor that holds itself ends', () => {
    expect(operations('serverless.yml', 'functions: &all\n  a: { handler: x.y, events: [{ http: GET /a }], again: *all }\n')).toEqual(['http GET /a'])
  })

  test('events of another shape are passed over; a time that is computed is one all the same', () => {
    const text = 'functions:\n  a: { handler: 3, events: [null, 7, [1], { http: null }, { unheard: of }, { schedule: { rate: {} } }] }\n  b: text\n'
    expect(operations('serverless.yml', text)).toEqual(['http ANY /*', 'schedule CRON a time that is not in the file'])
  })

  test('tags of CloudFormation name what they point to, and an authorizer of all routes holds until one says NONE', () => {
    const text = [
      'Globals: { HttpApi: { Auth: { DefaultAuthorizer: Pool } } }',
      'Resources:',
      '  F:',
      '    Type: AWS::Serverless::Function',
      '    Properties:',
      '      Handler: a.b',
      '      Events:',
      '        Q: { Type: SQS, Properties: { Queue: !GetAtt Orders.Arn } }',
      '        A: { Type: HttpApi, Properties: { Path: /a, Method: get } }',
      '        B: { Type: HttpApi, Properties: { Path: /b, Method: get, Auth: { Authorizer: NONE } } }',
    ].join('\n')
    const found = definitionOf('template.yaml', text).definition?.operations.map(({ path, secured }) => `${path} ${secured?.by ?? 'open'}`)
    expect(found).toEqual(['Orders open', '/a Pool', '/b open'])
  })

  test('a template of other resources, and a workflow with a schedule, are not read', () => {
    expect(definitionOf('template.yaml', 'Resources:\n  B: { Type: AWS::S3::Bucket }\n')).toEqual({})
    expect(definitionOf('.github/workflows/a.yml', 'on: { schedule: [{ cron: "0 0 * * *" }] }\n')).toEqual({})
  })
})
