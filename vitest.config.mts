import { defineConfig } from 'vitest/config'

/** Tests that build or serve a whole site. They come last, so that nothing else slows down what they measure. */
const withSite = ['test/docusaurus/site.test.ts', 'test/browser/*.test.ts']

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'stages',
          include: ['test/**/*.test.ts'],
          exclude: [...withSite, 'test/package/**', 'test/fixtures/**'],
          // No test is one of speed: how long one takes on a busy machine says nothing.
          testTimeout: 60_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'sites',
          include: withSite,
          testTimeout: 300_000,
          hookTimeout: 600_000,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
