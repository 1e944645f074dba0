import { createHash } from 'node:crypto'

/** Of plain data: maps and sets would all be alike. */
export const digestOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')
