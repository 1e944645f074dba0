import type { Hotspot } from '../../../types'
import { distance, hotspotRule, lowered, waiting } from '../hotspot-rule'

export default hotspotRule({
  kind: 'unbounded-read',
  title: 'Read without a limit',
  why: 'A list that is read whole grows with the data: memory, time and the size of the answer grow with it, until requests fail that were fine with little data.',
  titleOf: ({ api, variant }) => (variant === 'optional-limit' ? `\`${api}\` is limited only on request` : `\`${api}\` reads without a limit`),
  impactOf: (hotspot) => ({
    impact: lowered('High', distance(hotspot) + (hotspot.variant === 'all' || hotspot.variant === 'optional-limit' ? 0 : 1)),
    reason: `${waiting(hotspot)} ${
      hotspot.variant === 'optional-limit'
        ? 'Whoever leaves the limit out is sent everything.'
        : hotspot.variant === 'all'
          ? 'The answer grows with the whole table.'
          : 'The conditions leave a number of records that grows with use.'
    }`,
  }),
  recommendationOf: (hotspot) => ({
    text: 'Read a page at a time: a default, an upper bound, and an order that does not change between pages.',
    ...codeFor(hotspot),
  }),
})

/** The limit as the library writes it. */
function codeFor({ library, api, variant }: Hotspot): { code?: string } {
  const limit = 'const limit = Math.min(Number(request.query.limit) || 20, 100)\n'
  if (variant === 'nested') return { code: `include: { items: { take: 20, orderBy: { createdAt: 'desc' } } }` }
  const receiver = api.split('.').slice(0, -1).join('.')
  switch (library) {
    case 'sequelize':
      return /query$/.test(api)
        ? { code: `${limit}${api}('SELECT … ORDER BY id LIMIT ?', { replacements: [limit] })` }
        : { code: `${limit}${api}({ limit, offset, order: [['id', 'ASC']] })` }
    case 'typeorm':
      return /get\w+$/.test(api)
        ? { code: `${limit}await ${receiver}.orderBy('id').take(limit).skip(offset).${api.split('.').at(-1)}()` }
        : { code: `${limit}${api}({ take: limit, skip: offset, order: { id: 'ASC' } })` }
    case 'prisma':
    case '@prisma/client':
      return { code: `${limit}${api}({ take: limit, skip: offset, orderBy: { id: 'asc' } })` }
    case 'mongoose':
    case 'mongodb':
    case 'minimongo':
      return { code: `${limit}${api}(filter).sort({ _id: 1 }).limit(limit)` }
    case 'knex':
      return { code: `${limit}query.orderBy('id').limit(limit).offset(offset)` }
    default:
      return { code: `${limit}// SELECT … ORDER BY id LIMIT $1 OFFSET $2` }
  }
}
