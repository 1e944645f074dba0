/**
 * Schemas that code builds: objects of graphql-js, builders of Pothos, Nexus and graphql-compose. In: the calls that build. Out:
 * root fields with arguments, resolvers and guards.
 */
import { isTest, type Linked } from '../../linked'
import { ofBuilders, ofCompose } from './builders'
import type { RootField } from './field'
import { ofGraphqlJs } from './graphql-js'

export function codeFirstFields(linked: Linked, imports: ReadonlySet<string>): RootField[] {
  const found: RootField[] = []
  if (imports.has('graphql')) found.push(...ofGraphqlJs(linked))
  if (imports.has('nexus') || imports.has('@nexus/schema') || imports.has('@pothos/core') || imports.has('@giraphql/core'))
    found.push(...ofBuilders(linked, imports))
  if (imports.has('graphql-compose')) found.push(...ofCompose(linked))
  return found.filter(({ node }) => !isTest((linked.whole.files[linked.whole.fileOf(node)] as { path: string }).path))
}
