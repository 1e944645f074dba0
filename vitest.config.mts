import { defineConfig } from 'vitest/config'

/** Tests that build or serve a whole site: `npm run test:sites`. They run one at a time, so that nothing slows down what they measure. */
const withSite = ['test/docusaurus/site.test.ts', 'test/browser/*.test.ts']

/** Tests of what belongs to the whole process: its environment, its memory, git beside it. Each file has a process of its own. */
const alone = ['test/apart.test.ts', 'test/link/acts.test.ts', 'test/{outside,pipeline,scan,world}/**/*.test.ts']

export default defineConfig({
  test: {
    // Two cores are two workers; left alone, one of them would stay idle.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'stages',
          include: ['test/**/*.test.ts'],
          exclude: [...withSite, ...alone, 'test/package/**', 'test/fixtures/**'],
          // The program is loaded once a worker, and not once a file: stages are functions of what they are given.
          isolate: false,
          // No test is one of speed: how long one takes on a busy machine says nothing.
          testTimeout: 60_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: { name: 'alone', include: alone, testTimeout: 60_000, hookTimeout: 120_000, sequence: { groupOrder: 1 } },
      },
      {
        test: {
          name: 'sites',
          include: withSite,
          testTimeout: 300_000,
          hookTimeout: 600_000,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
