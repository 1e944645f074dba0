/** What settings of platforms have in common: times, paths, names of resources. */
import type { DefinedOperation } from '../../graph'

/** An operation before its line's text is added. */
export type Told = Omit<DefinedOperation, 'text' | 'parameters'> & { parameters?: DefinedOperation['parameters'] }

export function teller(text: string): (told: Told) => DefinedOperation {
  const lines = text.split('\n')
  return ({ handler, purpose, secured, parameters, ...told }) => ({
    ...told,
    ...(handler ? { handler } : {}),
    ...(purpose ? { purpose } : {}),
    ...(secured ? { secured } : {}),
    parameters: parameters ?? [],
    text: (lines[told.line - 1] ?? '').trim().slice(0, 160),
  })
}

/** `cron(0 3 * * ? *)` is `0 3 * * ? *`; `rate(5 minutes)` stays `rate(5 minutes)`. */
export function cronOf(text: string): string {
  return /^cron\((.*)\)$/.exec(text.trim())?.[1] ?? (text.trim() || 'a time that is not in the file')
}

/** `arn:aws:sqs:eu-1:1:orders` and `GetAtt Orders.Arn` name `orders` and `Orders`. */
export function lastPart(text: string): string {
  if (/^arn:/.test(text)) return text.split(/[:/]/).pop() as string
  return text.replace(/\.(?:Arn|QueueArn|TopicArn)$/, '').replace(/^\$\{(.*)\}$/, '$1')
}

export function pathParameters(path: string): DefinedOperation['parameters'] {
  return [...path.matchAll(/\{(\w+)\+?\}/g)].map((match) => ({ name: match[1] as string, in: 'path' as const, required: true }))
}
