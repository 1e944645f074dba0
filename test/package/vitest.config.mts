import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'package', dir: 'test/package', testTimeout: 600_000, hookTimeout: 600_000, fileParallelism: false },
})
