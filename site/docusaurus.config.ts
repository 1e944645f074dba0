import type { Options as DocsOptions } from '@docusaurus/plugin-content-docs'
import type { Options as PagesOptions } from '@docusaurus/plugin-content-pages'
import type { Options as ThemeOptions } from '@docusaurus/theme-classic'
import type { UserThemeConfig } from '@docusaurus/theme-common'
import type { Config } from '@docusaurus/types'
// The compiled plugin, as a site that installed it would have it.
import diagrams from '../dist/diagrams/remark'

const config: Config = {
  title: 'Plumbline',
  tagline: 'Security and architecture documentation, measured against the code on every build',
  favicon: 'img/favicon.svg',
  url: process.env.SITE_URL ?? 'http://localhost:3000',
  baseUrl: process.env.SITE_BASE_URL ?? '/',
  trailingSlash: false,
  onBrokenLinks: 'throw',
  onBrokenAnchors: 'throw',
  markdown: { hooks: { onBrokenMarkdownLinks: 'throw', onBrokenMarkdownImages: 'throw' } },
  future: { v4: true, faster: true },
  i18n: { defaultLocale: 'en', locales: ['en'] },
  themes: [['@docusaurus/theme-classic', { customCss: './src/css/site.css' } satisfies ThemeOptions]],
  plugins: [
    ['@docusaurus/plugin-content-docs', { sidebarPath: './sidebars.ts', beforeDefaultRemarkPlugins: [diagrams] } satisfies DocsOptions],
    ['@docusaurus/plugin-content-pages', {} satisfies PagesOptions],
    [
      '../dist/index.js',
      {
        source: '..',
        routeBasePath: 'this-repository',
        // Faulty on purpose: the sample has a section of its own, and the fixtures are what the tests look at.
        exclude: ['site/samples/**', 'test/fixtures/**', 'test/docusaurus/site/**'],
        // Our own documents hold.
        onDiscrepancies: 'throw',
        markDocs: true,
      },
    ],
    [
      '../dist/index.js',
      {
        id: 'shop',
        source: 'samples/shop',
        routeBasePath: 'sample-shop',
        frameworks: ['asvs', 'csf', 'cis', 'iso27001', 'nis2'],
      },
    ],
  ],
  themeConfig: {
    colorMode: { respectPrefersColorScheme: true },
    navbar: {
      title: 'Plumbline',
      logo: { alt: '', src: 'img/favicon.svg' },
      items: [
        { type: 'docSidebar', sidebarId: 'docs', label: 'Documentation', position: 'left' },
        { to: '/this-repository', label: 'This repository', position: 'left' },
        { to: '/sample-shop', label: 'Sample shop', position: 'left' },
      ],
    },
    footer: {
      links: [
        { label: 'Documentation', to: '/docs/getting-started' },
        { label: 'Options', to: '/docs/options' },
        { label: 'This repository', to: '/this-repository' },
        { label: 'Sample shop', to: '/sample-shop' },
      ],
      copyright: 'Plumbline is free software under the MIT licence.',
    },
    prism: { additionalLanguages: ['bash', 'diff', 'ignore'] },
  } satisfies UserThemeConfig,
}

export default config
