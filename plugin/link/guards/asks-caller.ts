import type { Guard } from '../../types'

/** Whether a guard turns away whoever shows nothing; one that turns away some of the known leaves that to what stands before it. */
export const asksCaller = ({ role, ofTheKnown }: Guard): boolean => role === 'authentication' || (role === 'authorization' && !ofTheKnown)
