import { distance, hotspotRule, lowered, waiting } from '../hotspot-rule'

export default hotspotRule({
  kind: 'missing-index',
  title: 'Lookup by a field without an index',
  why: 'Without an index the store reads every record to find one. It is fast on the first day and slower with each record since.',
  titleOf: ({ detail }) => `No index for ${/by (`[^`]+`)/.exec(detail)?.[1] ?? 'the field'}`,
  impactOf: (hotspot) => ({
    impact: lowered('Medium', distance(hotspot) > 1 ? 1 : 0),
    reason: `${waiting(hotspot)} The time of each lookup grows with the table.`,
  }),
  recommendationOf: ({ suggestion }) => ({
    text: 'Declare an index in the schema, unique where the value is. If the database has one that the code does not declare, declare it, so that a new database has it too.',
    ...(suggestion ? { code: suggestion } : {}),
  }),
})
