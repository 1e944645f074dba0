/** Lists of who may reach a record: of libraries that models name under `access-list`, and fields of stored records. */
import type { Control } from '../../../../types'
import { counted, distinctPlaces, type Ground, listed } from '../ground'
import { policyUses } from './abac'
import { absent, MOST_EVIDENCE } from './absent'

const LIST_FIELD =
  /^(?:acl|acls|access_?list|access_?control(?:_?list)?|allowed_?(?:users?|roles?|groups?)|shared_?with|collaborators|grantees|viewers|editors)$/i

/** Words such as `public-read` for a store of files are no list of people. */
const SCALAR = /^(?:DataType\w*\.)?(?:string|varchar|text|char|enum|number|int|bool)/i

export function acl({ usages, entities, doors }: Ground): Control {
  const id = 'authorization-model-acl'
  const aspect = 'Access-control lists (ACL)'
  const uses = policyUses(usages, 'access-list')
  const fields = entities
    .filter(({ kind }) => kind === 'stored')
    .flatMap((entity) => entity.fields.filter(({ name, type }) => LIST_FIELD.test(name) && !SCALAR.test(type)).map((field) => ({ entity, field })))
  if (uses.length === 0 && fields.length === 0)
    return absent(
      id,
      aspect,
      `Looked for libraries of access lists (acl, express-acl, role-acl, virgen-acl) and for stored fields that list who may reach a record (\`acl\`, \`sharedWith\`, \`allowedUsers\`, \`collaborators\`…) in ${counted(entities.filter(({ kind }) => kind === 'stored').length, 'stored model')}: none.`,
    )
  const compared = doors.some(({ data = [] }) => data.some(({ bound }) => bound === 'comparison'))
  return {
    id,
    aspect,
    state: uses.length > 0 ? 'pass' : compared ? 'partial' : 'unknown',
    current:
      uses.length > 0 ? `\`${uses[0]?.library}\`` : `lists on records: ${listed(fields.map(({ entity, field }) => `${entity.name}.${field.name}`))}`,
    recommended: '',
    reason:
      uses.length > 0 ? 'A library of access lists is asked.' : 'Records carry lists of people; whether every endpoint asks them could not be told.',
    evidence: distinctPlaces([...uses.map(({ at }) => at), ...fields.map(({ field }) => field.at)]).slice(0, MOST_EVIDENCE),
  }
}
