const { availableParallelism } = require('node:os');

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
  // the PostgreSQL of the tests has 200 connections
  maxWorkers: Math.min(availableParallelism(), 8),
  reporters: ['default', '<rootDir>/test/runtime/slowest.js'],
  testTimeout: 120_000,
};
