/** @type {import('jest').Config} */
module.exports = {
  runtime: '<rootDir>/test/runtime/runtime.js',
  testEnvironment: '<rootDir>/test/runtime/environment.js',
  setupFilesAfterEnv: ['<rootDir>/test/setup/each-file.ts'],
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: ['**/*.spec.ts', '**/*.e2e-spec.ts'],
  transform: { '\\.ts$': ['@swc/jest', { ...require('./.swcrc.json'), exclude: undefined, swcrc: false }] },
  globalSetup: '<rootDir>/test/setup/global-setup.ts',
  globalTeardown: '<rootDir>/test/setup/global-teardown.ts',
  maxWorkers: 2,
  testTimeout: 120_000,
};
