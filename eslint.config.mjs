import eslint from '@eslint/js';
import redos from 'eslint-plugin-redos-detector';
import { createRequire } from 'node:module';
import tseslint from 'typescript-eslint';

/**
 * The folders of src, each using only those before it; folders in one list do not use each other. It is the order of
 * docs/architecture.md, and test/contract/directions.spec.ts holds SQL to it.
 */
const LAYERS = createRequire(import.meta.url)('./layers.json');
const CONCERNS = [
  'config',
  'errors',
  'tenancy',
  'schema',
  'input',
  'pagination',
  'view',
  'database',
  'recording',
  'write',
  'endpoint',
  'http',
  'setup',
  'numbering',
  'documents',
  'auth',
  'idempotency',
  'audit',
  'flex-fields',
  'observability',
  'files',
  'mail',
];
// src/common/party-wall is not among them, because the wall between parties goes through views, statements, events and guards:
// each of its files depends on the folder that it serves, or that folder on it
const GATE = [
  'visitors',
  'refusals',
  'bookings',
  'purposes',
  'announcements',
  'nominations',
  'slots',
  'visits',
  'turn-times',
  'interchanges',
  'availability',
  'appointments',
  ['gate-in', 'gate-out'],
];
const BILLING = [
  'profile',
  'customers',
  'calendars',
  'taxes',
  'tariffs',
  'agreements',
  'orders',
  'facts',
  'invoices',
  'tills',
  'payments',
  'pricing',
  'charges',
  'previews',
  'drafts',
  'runs',
  'documents',
  'statements',
];

/**
 * The folders that each folder of `root` must not import: those after it, those beside it, and `root` itself, by whose
 * name it would reach all of them.
 */
function oneWay(root, order) {
  const own = root.split('/').at(-1);
  return order.flatMap((level, at) => {
    const beside = [level].flat();
    const later = order.slice(at + 1).flat();
    return beside.map((folder) => ({
      path: `${root}/${folder}`,
      others: [...later, ...beside.filter((other) => other !== folder), own],
    }));
  });
}

/** A rule for each folder: what it must not import itself, and what the folder around it must not. */
function directions() {
  const layers = oneWay('src', LAYERS);
  const inner = [
    ...oneWay('src/common', CONCERNS),
    ...oneWay('src/gate', GATE),
    ...oneWay('src/billing', BILLING),
  ];
  return [...layers, ...inner].map(({ path, others }) => {
    const around = layers.find((layer) => path.startsWith(`${layer.path}/`))?.others ?? [];
    const regex = `^(\\.\\./)+(${[...others, ...around].join('|')})(/|$)`;
    const message = `It comes after ${path}, see docs/architecture.md.`;
    return {
      files: [`${path}/**/*.ts`],
      rules: { 'no-restricted-imports': ['error', { patterns: [{ regex, message }] }] },
    };
  });
}

/** Casts that make a type of anything: what makes one needed is what to cure. */
const TRUE_TYPES = [
  {
    selector: 'TSAsExpression > TSNeverKeyword',
    message: 'Nothing is never: give what it is cast for its true type.',
  },
  {
    selector: 'TSAsExpression > TSAsExpression',
    message: 'A cast by way of another proves nothing: give what it is cast for its true type.',
  },
];
/** A literal is not spread into another one: it is written there. */
const NO_SPREAD_LITERALS = [
  {
    selector:
      'ArrayExpression > SpreadElement > ArrayExpression, ObjectExpression > SpreadElement > ObjectExpression',
    message: 'Write the members where they are spread.',
  },
];
/** The order of statements is a value: `Db.pipeline` takes them in it, and promises that run at once have none. */
const NO_PROMISE_ALL = {
  selector: 'CallExpression[callee.object.name="Promise"][callee.property.name=/^(all|allSettled|race)$/]',
  message: 'Send several statements by `Db.pipeline`, in their order.',
};
/** The folders whose services write: those of LAYERS before the events. */
const DOMAINS = LAYERS.flat().slice(LAYERS.flat().indexOf('common') + 1, LAYERS.flat().indexOf('events'));
/** Of a pattern that is put together nobody can tell whether a hostile text keeps it busy. */
const LITERAL_PATTERNS = {
  selector: ':matches(NewExpression, CallExpression)[callee.name="RegExp"]',
  message: 'Write a literal, which no-unsafe-regex checks.',
};
/** What holds of all source but specs. */
const OF_SOURCE = [...NO_SPREAD_LITERALS, ...TRUE_TYPES, LITERAL_PATTERNS];
const TIMES_ARE_TEXT = {
  selector: 'TSTypeReference[typeName.name="Date"]',
  message: 'A request holds a time as ISO text; only a row holds a Date.',
};

export default tseslint.config(
  { ignores: ['dist/', 'coverage/', 'node_modules/', '.wharfinger/', 'clients/', 'examples/'] },
  eslint.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/consistent-generic-constructors': 'error',
      '@typescript-eslint/no-meaningless-void-operator': 'error',
      '@typescript-eslint/no-unnecessary-template-expression': 'error',
      '@typescript-eslint/no-unnecessary-type-arguments': 'error',
      '@typescript-eslint/no-unnecessary-type-conversion': 'error',
      '@typescript-eslint/prefer-optional-chain': 'error',
      '@typescript-eslint/return-await': 'error',
      'no-duplicate-imports': ['error', { allowSeparateTypeImports: true }],
      'no-else-return': 'error',
      'no-lonely-if': 'error',
      'object-shorthand': 'error',
      'prefer-template': 'error',
    },
  },
  {
    // answers of the service are parsed JSON: tests say what they expect of it
    files: ['test/**/*.ts', '**/*.spec.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/restrict-template-expressions': 'off',
    },
  },
  { rules: { 'no-restricted-syntax': ['error', ...NO_SPREAD_LITERALS] } },
  {
    files: ['src/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    plugins: { 'redos-detector': redos },
    rules: {
      'redos-detector/no-unsafe-regex': 'error',
      'no-restricted-syntax': ['error', ...OF_SOURCE],
    },
  },
  {
    files: DOMAINS.map((domain) => `src/${domain}/**/*.ts`),
    ignores: ['**/*.spec.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...OF_SOURCE, NO_PROMISE_ALL],
    },
  },
  {
    files: ['src/**/*.dto.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...OF_SOURCE, TIMES_ARE_TEXT],
    },
  },
  ...directions(),
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: {
      globals: {
        process: 'readonly',
        module: 'writable',
        require: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        fetch: 'readonly',
      },
    },
  },
);
