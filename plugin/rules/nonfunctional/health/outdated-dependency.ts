import { defineNonfunctionalRule } from '../rule'

export default defineNonfunctionalRule({
  id: 'outdated-dependency',
  class: 'outdated-dependency',
  area: 'Code health',
  title: 'Packages that are out of date or given up',
  why: 'Old versions get no mended faults any more, and each skipped one makes the next update larger.',
  blind: () =>
    'Which versions are newest and which packages were given up is known to the registry only, and none was asked: the analysis stays without the network. Known weaknesses of the installed versions are in the security reports, where a source of advisories is configured.',
  check: () => [],
})
