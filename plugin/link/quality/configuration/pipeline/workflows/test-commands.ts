/** Commands that run tests. */
export const TESTS =
  /\b(?:npm|yarn|pnpm|bun|npx)\s+(?:run\s+|-\S+\s+)*(?:t|test|tests|e2e|cy:\w+|vitest|jest|mocha|cypress|playwright)\b|\b(?:jest|vitest|mocha|cypress run|playwright test|node --test)\b|\btest:/
