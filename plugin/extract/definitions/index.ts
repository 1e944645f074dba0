/** Description files of interfaces. In: path and text of one file. Out: what it declares, or why it could not be read. */
import type { Definition } from '../../graph'
import { asyncapi } from './asyncapi'
import { cloudFormation } from './cloudformation'
import { graphql } from './graphql'
import { openapi } from './openapi'
import { platformSettings } from './platform-settings'
import { prisma } from './prisma'
import { proto } from './proto'
import { pythonModels } from './python-models'
import type { DefinitionReader } from './reader'
import { serverless } from './serverless'
import { sql } from './sql'

/** In the order in which they are asked; the first that reads a file has it. */
export const definitionReaders: DefinitionReader[] = [
  openapi,
  asyncapi,
  graphql,
  proto,
  prisma,
  sql,
  pythonModels,
  serverless,
  cloudFormation,
  ...platformSettings,
]

export function definitionOf(path: string, text: string): { definition?: Definition; problem?: string } {
  const reader = definitionReaders.find((candidate) => candidate.reads(path, text))
  if (!reader) return {}
  try {
    return { definition: { path, format: reader.format, ...reader.read(text, path) } }
  } catch (cause) {
    return { problem: `It could not be read as ${reader.format}: ${(cause as Error).message.split('\n')[0]}` }
  }
}
