/** Faults: npm run test:faults. One after the other, since each measures time. */
/** @type {import('jest').Config} */
module.exports = {
  ...require('../../../jest.config.js'),
  rootDir: '../../..',
  testMatch: ['**/*.fault-spec.ts'],
  globalSetup: undefined,
  globalTeardown: undefined,
  maxWorkers: 1,
  testTimeout: 120_000 * Math.max(5, Number(process.env.FAULT_ROUNDS ?? 5)),
};
