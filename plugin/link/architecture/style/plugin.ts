import type { Style } from './scene'

/** A package that another program loads. */
export const plugin: Style = ({ known, model }) => {
  if (model.containers.some(({ kind }) => kind === 'backend' || kind === 'frontend')) return undefined
  const root = known.extracted.manifests.find(({ path }) => path === 'package.json')
  const name = root?.facts.find(({ kind }) => kind === 'package')
  const peers = root?.facts.filter(({ kind, scope }) => kind === 'dependency' && (scope === 'peer' || scope === 'optional')) ?? []
  if (!root || !name || !/(?:^|[-/@])(?:plugin|preset|extension|addon|loader|transformer)(?:-|$|\/)/.test(name.name)) return undefined
  const hosts = peers.filter(({ name: host }) => name.name.includes(host.replace(/^@/, '').split('/')[0] as string))
  return {
    name: 'plugin',
    reasons: [
      { text: `The package is called ${name.name}.`, evidence: [{ file: root.path, line: name.line, text: name.text }] },
      ...(peers.length > 0
        ? [
            {
              text: `It expects ${(hosts.length > 0 ? hosts : peers)
                .slice(0, 3)
                .map((peer) => peer.name)
                .join(', ')} to be there.`,
              evidence: (hosts.length > 0 ? hosts : peers).slice(0, 3).map(({ line, text }) => ({ file: root.path, line, text })),
            },
          ]
        : []),
    ],
    against: [],
    fit: 66,
  }
}
