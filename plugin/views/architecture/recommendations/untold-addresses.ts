import { type Advice, effortFor } from './recommendation'

/** Requests whose address the caller of a server chooses: the architecture ends where somebody else decides. */
export const untoldAddresses: Advice = ({ program }) => {
  const open = program.serviceCalls.filter(({ host }) => host.from === 'request')
  if (open.length === 0) return []
  return [
    {
      kind: 'untold-addresses',
      title: 'Name the systems that requests may reach',
      priority: 'Medium',
      because: `${open.length === 1 ? 'One call goes' : `${open.length} calls go`} to whatever address a request names, so that nobody can say which systems this one depends on, or reaches.`,
      how: 'Keep a list of allowed hosts beside the settings, and refuse others.',
      effort: effortFor('medium', open.length),
      evidence: open.slice(0, 5).map(({ at }) => at),
    },
  ]
}
