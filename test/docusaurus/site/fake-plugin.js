// The section with a core that reads next to nothing: it writes down that it ran, and prints what code/title.ts says.
const { appendFileSync, readFileSync } = require('node:fs')
const path = require('node:path')

const dist = process.env.PLUMBLINE_TEST_DIST
const { sectionPlugin } = require(path.join(dist, 'docusaurus/section'))
const { validateOptions } = require(path.join(dist, 'docusaurus/validate'))

const core = {
  analyses:
    () =>
    async (options, { root, readOnlyLedger }) => {
      appendFileSync(process.env.PLUMBLINE_TEST_LOG, `${JSON.stringify({ id: options.id, readOnlyLedger })}\n`)
      const words = readFileSync(path.join(root, 'title.ts'), 'utf8').trim()
      const severe = { id: 'SEC-001', status: 'Open', confidence: 'high', severity: 'High', cvss: 7.5, title: 'A door', file: 'title.ts', line: 1 }
      const stale = {
        id: 'DISC-001',
        identity: '0123456789abcdef',
        kind: 'route',
        severity: 'High',
        confidence: 'high',
        subject: 'GET /x',
        docFile: 'README.md',
        docLine: 3,
        actual: 'There is none.',
      }
      return {
        pages: [
          { path: 'security-docs/_category_.json', content: '{"label":"Security","link":{"type":"doc","id":"security-docs/index"}}\n' },
          page('security-docs/index.md', 'Overview', `Words: ${words}\n\nSee [the surface](analysis/01-security-surface.md#boundaries).`),
          page(
            'security-docs/analysis/01-security-surface.md',
            'Surface',
            `## Boundaries\n\n\`\`\`mermaid title="Boundaries"\n${diagram(words)}\n\`\`\``,
          ),
        ],
        results: {
          project: { name: 'fake' },
          endpoints: [],
          findings: words.includes('door') ? [severe] : [],
          discrepancies: words.includes('stale') ? [stale] : [],
          statements: [],
        },
        timings: [],
      }
    },
}

const diagram = (words) => (words.includes('broken') ? 'flowchart LR\n  a --> b\n  a -->' : 'flowchart LR\n  outside --> app[("App")]')

const page = (where, title, body) => ({
  path: where,
  content: `---\ntitle: ${title}\nsidebar_label: ${title}\nmdx:\n  format: md\n---\n\n${body}\n`,
})

module.exports = (context, options) => sectionPlugin(core, context, options)
module.exports.validateOptions = validateOptions
