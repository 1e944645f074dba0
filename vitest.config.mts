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
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'sites',
          include: withSite,
          testTimeout: 120_000,
          hookTimeout: 240_000,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
