// packages that jest's CommonJS cannot require as they are
const ESM_ONLY = [
  '@nestjs',
  'cookie',
  'sql-template-tag',
  'csv-parse',
  'glob',
  'minimatch',
  'brace-expansion',
  'balanced-match',
  'lru-cache',
  'path-scurry',
  'minipass',
];

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: ['**/*.spec.ts', '**/*.e2e-spec.ts'],
  transform: {
    '\\.[jt]s$': ['@swc/jest', { ...require('./.swcrc.json'), exclude: undefined, swcrc: false }],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${ESM_ONLY.join('|')})/)`],
  globalSetup: '<rootDir>/test/setup/global-setup.ts',
  globalTeardown: '<rootDir>/test/setup/global-teardown.ts',
  maxWorkers: 2,
  testTimeout: 60_000,
};
