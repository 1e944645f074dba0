// A small site of somebody else: docs of its own, two languages, a base URL, and two sections of ours.
const path = require('node:path')

const dist = process.env.PLUMBLINE_TEST_DIST ?? path.join(__dirname, '../../../dist')
const section = process.env.PLUMBLINE_TEST_PLUGIN ?? path.join(dist, 'index.js')
const diagrams = require(path.join(dist, 'diagrams/remark')).default

module.exports = {
  title: 'Elsewhere',
  url: 'https://elsewhere.example',
  baseUrl: '/base/',
  trailingSlash: process.env.PLUMBLINE_TEST_SLASH === 'true',
  favicon: 'favicon.svg',
  onBrokenLinks: 'throw',
  onBrokenAnchors: 'throw',
  future: { v4: true, faster: true },
  i18n: { defaultLocale: 'en', locales: ['en', 'fr'] },
  themes: ['@docusaurus/theme-classic', ...(process.env.PLUMBLINE_TEST_MERMAID ? ['@docusaurus/theme-mermaid'] : [])],
  markdown: { mermaid: Boolean(process.env.PLUMBLINE_TEST_MERMAID) },
  plugins: [
    ['@docusaurus/plugin-content-docs', { routeBasePath: '/', sidebarPath: false, beforeDefaultRemarkPlugins: [diagrams] }],
    [section, { source: 'code', ...JSON.parse(process.env.PLUMBLINE_TEST_OPTIONS ?? '{}') }],
    [section, { id: 'second', source: 'code', routeBasePath: 'audits/second', ledger: false }],
  ],
  themeConfig: {
    colorMode: { respectPrefersColorScheme: true },
    navbar: {
      title: 'Elsewhere',
      items: [
        { type: 'doc', docsPluginId: 'plumbline', docId: 'security-docs/index', label: 'Security' },
        { to: '/audits/second', label: 'Second' },
      ],
    },
  },
}
