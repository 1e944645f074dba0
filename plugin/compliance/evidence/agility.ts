/** Whether the algorithm and the key of what is encrypted can be changed later. */
import Joi from 'joi'
import { counted, listed, outcome } from '../outcome'
import { phrasePattern, spelled } from '../scene'
import { check } from './check'

const VERSIONS = [
  'key version',
  'key id',
  'kid',
  'encryption version',
  'cipher version',
  'algorithm version',
  'crypto version',
  'enc version',
  'key ref',
].map((phrase) => phrasePattern(phrase))

/** Either what was encrypted says by which key or version, or settings name the algorithm. Hashes and signatures are not asked. */
export const agility = check<true>(Joi.valid(true), (_asked, scene) => {
  const ciphers = scene.usages('cipher', 'cipher-without-iv')
  const fields = scene.program.entities.flatMap(({ name, kind, fields: of }) =>
    kind === 'stored' ? of.filter((field) => VERSIONS.some((test) => test.test(spelled(field.name)))).map((field) => ({ entity: name, field })) : [],
  )
  if (ciphers.length === 0)
    return outcome('unknown', 'Nothing was found that encrypts; whether hashes and signatures can be changed was not looked at.')
  if (fields.length > 0)
    return outcome(
      'met',
      `Stored records say by which key or version they were encrypted: ${listed(fields.map(({ entity, field }) => `${entity}.${field.name}`))}.`,
      [...fields.map(({ field }) => field.at), ...ciphers.map(({ at }) => at)],
    )
  const written = ciphers.filter(({ values }) => values.algorithm?.state === 'constant')
  if (written.length > 0)
    return outcome(
      'not met',
      `${written.length} of ${counted(ciphers.length, 'place')} that encrypt name the algorithm in the code (${listed(written.flatMap(({ values }) => values.algorithm!.texts))}), and no stored record says by which key or version it was encrypted.`,
      written.map(({ at }) => at),
    )
  return outcome(
    'partly',
    `The algorithm comes from elsewhere at ${counted(ciphers.length, 'place')} that encrypt; no stored record says by which key or version it was encrypted.`,
    ciphers.map(({ at }) => at),
  )
})
