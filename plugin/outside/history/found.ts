import type { SecretSighting } from '../../types'

/** A sighting with its secret, which leaves memory with the build and is written nowhere. */
export type Found = SecretSighting & { secret: string }
