// What `npm run generate` does: makes everything anew that is made from the code, in the order in which each step reads what
// the one before it wrote. A step that fails ends it.
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const STEPS = [
  ['node', 'scripts/operation-codes.mjs'],
  ['npm', 'run', '--silent', 'compile'],
  ['npx', 'jest', 'test/slow/common/migration-locks', { UPDATE_LOCKS: '1' }],
  // the document, which answers are held against
  ['npx', 'wharfinger', 'openapi', '--out', 'docs/openapi.json'],
  ['npx', 'jest', 'test/contract/errors', { UPDATE_ERRORS: '1' }],
  ['npx', 'jest', 'test/contract/operator-pages', { UPDATE_OPERATOR_PAGES: '1' }],
  ['npx', 'jest', 'test/contract/edi-messages', { UPDATE_EDI_MESSAGES: '1' }],
  ['npx', 'jest', 'test/contract/examples', { UPDATE_EXAMPLES: '1' }],
  ['npx', 'jest', 'test/contract/pictures', { UPDATE_PICTURES: '1' }],
  // the document with the examples
  ['npm', 'run', '--silent', 'build'],
  ['npx', 'wharfinger', 'openapi', '--out', 'docs/openapi.json'],
  ['npx', 'wharfinger', 'sql', '--out', 'docs/views.sql'],
  ['npm', 'run', '--silent', '-w', 'clients/typescript', 'generate'],
  ['npm', 'run', '--silent', '-w', 'clients/typescript', 'build'],
  ['npx', 'jest', 'test/slow/contract/typescript-client', { UPDATE_SIZES: '1' }],
  ['npx', 'prettier', '--log-level', 'warn', '--write', 'docs', 'src', 'migrations', 'clients'],
];

for (const step of STEPS) {
  const env = typeof step.at(-1) === 'object' ? step.at(-1) : {};
  const [command, ...args] = step.filter((each) => typeof each === 'string');
  console.error(`> ${[command, ...args].join(' ')}`);
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  // one that a signal ended has no exit code
  if (status !== 0) process.exit(status ?? 1);
}
