/**
 * Orders of layers that projects follow, told by the names of folders. A layer may import those below it and its own; what a scheme does not
 * name may import anything. Sources: layered architecture (Buschmann et al., Pattern-Oriented Software Architecture 1, 1996), clean architecture
 * (Martin 2017: dependencies point inwards), Feature-Sliced Design (feature-sliced.github.io).
 */
export interface LayerScheme {
  name: string
  /** Top first. */
  layers: { name: string; folder: RegExp }[]
  /** Fewest layers by which it is recognised. */
  fewest: number
}

export const LAYER_SCHEMES: LayerScheme[] = [
  {
    name: 'feature-sliced',
    layers: [
      { name: 'app', folder: /^app$/ },
      { name: 'pages', folder: /^pages$/ },
      { name: 'widgets', folder: /^widgets$/ },
      { name: 'features', folder: /^features$/ },
      { name: 'entities', folder: /^entities$/ },
      { name: 'shared', folder: /^shared$/ },
    ],
    fewest: 4,
  },
  {
    name: 'clean',
    layers: [
      { name: 'presentation', folder: /^(?:presentation|interfaces?|web|http|ui)$/i },
      { name: 'infrastructure', folder: /^(?:infrastructure|infra|adapters?)$/i },
      { name: 'application', folder: /^(?:application|use-?cases?)$/i },
      { name: 'domain', folder: /^domain$/i },
    ],
    fewest: 3,
  },
  {
    name: 'layered',
    layers: [
      { name: 'routes', folder: /^(?:routes?|routers?|routing)$/i },
      { name: 'controllers', folder: /^(?:controllers?|handlers?|endpoints?|resolvers?)$/i },
      { name: 'services', folder: /^(?:services?|use-?cases?|business)$/i },
      { name: 'repositories', folder: /^(?:repositor(?:y|ies)|daos?|data-access|persistence)$/i },
      { name: 'models', folder: /^(?:models?|entit(?:y|ies)|schemas?)$/i },
    ],
    fewest: 3,
  },
  {
    name: 'frontend',
    layers: [
      { name: 'pages', folder: /^(?:pages?|views?|screens?|scenes)$/i },
      { name: 'components', folder: /^(?:components?|ui|widgets?)$/i },
      { name: 'services', folder: /^(?:services?|api)$/i },
      { name: 'models', folder: /^(?:models?|types?)$/i },
    ],
    fewest: 2,
  },
]
