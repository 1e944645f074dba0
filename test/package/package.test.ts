/** What is published installs and works elsewhere: in a site as it is made today, and in the oldest that is supported. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { peerDependencies } from '../../package.json'
import { type ForeignSite, foreignSite, packed } from './foreign-site'

let tarball: string
let files: string[]

beforeAll(async () => {
  const pack = await packed()
  tarball = pack.tarball
  files = pack.files
})

afterAll(() => {
  if (tarball) rmSync(path.dirname(tarball), { recursive: true, force: true })
})

test('the package holds what runs, and nothing else', () => {
  expect(files).toEqual(
    expect.arrayContaining([
      'dist/index.js',
      'dist/cli.js',
      'dist/diagrams/remark.js',
      'dist/theme/diagram.css',
      'dist/theme/zoom.js',
      'dist/theme/marks.js',
      'dist/theme/marks.css',
      'dist/theme/tables.css',
      'LICENSE',
    ]),
  )
  expect(files.filter((file) => file.startsWith('plugin/models/')).length).toBeGreaterThan(0)
  expect(files.filter((file) => file.startsWith('plugin/standards/')).length).toBeGreaterThanOrEqual(5)
  expect(files.filter((file) => file.startsWith('templates/')).length).toBeGreaterThan(0)
  expect(files.filter((file) => /^(test|site)\/|^plugin\/(?!(?:models|standards)\/)|(?<!\.d)\.ts$|tsbuildinfo/.test(file))).toEqual([])
})

describe.each([
  {
    name: 'the newest, with the classic preset and a configuration in TypeScript',
    manifest: () => ({
      dependencies: {
        '@docusaurus/core': '3.10.2',
        '@docusaurus/preset-classic': '3.10.2',
        'docusaurus-plugin-plumbline': `file:${tarball}`,
        react: '^19.0.0',
        'react-dom': '^19.0.0',
      },
      // The preset asks for a search component whose newest version was published without one of its parts.
      overrides: { '@docsearch/core': '4.7.0', '@docsearch/css': '4.7.0', '@docsearch/react': '4.7.0' },
    }),
    config: {
      name: 'docusaurus.config.ts',
      text: `import type { Config } from '@docusaurus/types'
import diagrams from 'docusaurus-plugin-plumbline/remark'

export default {
  title: 'Website',
  url: 'https://website.example',
  baseUrl: '/',
  onBrokenLinks: 'throw',
  presets: [['classic', { docs: { routeBasePath: '/', beforeDefaultRemarkPlugins: [diagrams] }, blog: false }]],
  plugins: [['docusaurus-plugin-plumbline', { source: '../service', routeBasePath: 'audit' }]],
} satisfies Config
`,
    },
    page: (name: string) => `audit/${name}/index.html`,
  },
  {
    name: 'the oldest, with its plugins one by one and a configuration in JavaScript',
    manifest: () => ({
      dependencies: {
        '@docusaurus/core': oldest(),
        '@docusaurus/plugin-content-docs': oldest(),
        '@docusaurus/theme-classic': oldest(),
        'docusaurus-plugin-plumbline': `file:${tarball}`,
        react: '^18.0.0',
        'react-dom': '^18.0.0',
      },
      // A site of that age has a lock file with a bundler of that age; with today's, it does not start even without us.
      overrides: { webpack: '5.95.0' },
    }),
    config: {
      name: 'docusaurus.config.js',
      text: `module.exports = {
  title: 'Website',
  url: 'https://website.example',
  baseUrl: '/',
  trailingSlash: false,
  onBrokenLinks: 'throw',
  themes: ['@docusaurus/theme-classic'],
  plugins: [
    ['@docusaurus/plugin-content-docs', { routeBasePath: '/', beforeDefaultRemarkPlugins: [require('docusaurus-plugin-plumbline/remark').default] }],
    ['plumbline', { source: '../service', routeBasePath: 'audit' }],
  ],
}
`,
    },
    page: (name: string) => `audit/${name}.html`,
  },
])('in $name', ({ manifest, config, page }) => {
  let site: ForeignSite

  beforeAll(async () => {
    site = await foreignSite(manifest(), config)
    await site.run('npx', 'docusaurus', 'build')
  })

  afterAll(() => site?.remove())

  test('the section is built', () => {
    const surface = site.page(page('security-docs/analysis/security-surface'))
    expect(surface).toContain('/orders/:id')
    expect(surface).toContain('app.js:4')
  })

  test("the site's own diagrams are drawn", () => {
    expect(site.page('index.html')).toMatch(/<figure class="?plumbline-diagram"?>.*<svg /s)
  })

  test('the command line runs', async () => {
    expect(await site.run('npx', 'plumbline', 'analyse', '../service', '--out', 'results.json', '--format', 'json')).toMatch(
      /service: 1 entry point\b/,
    )
  })
})

function oldest(): string {
  return peerDependencies['@docusaurus/core'].replace('^', '')
}
