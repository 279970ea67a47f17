// Tries generators on the document of a running service, and prints the table of docs/generators.md:
//   npm install && WHARFINGER_URL=http://localhost:3000 WHARFINGER_TOKEN=… npm run try
// What is generated is compiled with tsc --strict, bundled, and asked for the first two trucks.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(dirname(fileURLToPath(import.meta.url)));
const { WHARFINGER_URL, WHARFINGER_TOKEN } = process.env;
if (!WHARFINGER_URL || !WHARFINGER_TOKEN) throw new Error('Set WHARFINGER_URL and WHARFINGER_TOKEN.');
const SPEC = './out/openapi.json';
const PRISM = 'http://127.0.0.1:4010';

const GENERATORS = [
  ['openapi-typescript', 'openapi-typescript', [SPEC, '-o', 'out/openapi-typescript/schema.ts']],
  ['hey-api', '@hey-api/openapi-ts', ['-i', SPEC, '-o', 'out/hey-api'], 'openapi-ts'],
  ['orval', 'orval', ['--config', 'orval.config.cjs']],
  ['openapi-zod-client', 'openapi-zod-client', [SPEC, '-o', 'out/openapi-zod-client/client.ts']],
  ['kubb', '@kubb/cli', ['generate', '--config', 'kubb.config.mjs'], 'kubb'],
];

const STRICT = [
  ...['--strict', '--noEmit', '--skipLibCheck', '--target', 'es2022', '--module', 'esnext'],
  ...['--moduleResolution', 'bundler', '--lib', 'es2022,dom,dom.iterable', '--types', 'node'],
];
/** Some packages look for their parts when they run. */
const REQUIRE =
  "--banner:js=import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

rmSync('out', { recursive: true, force: true });
mkdirSync('out/openapi-zod-client', { recursive: true });
writeFileSync(SPEC, await (await fetch(`${WHARFINGER_URL}/docs-json`)).text());

let failed = false;
console.log(
  '| generator | version | seconds | KiB | compiles | call |\n| --- | --- | --: | --: | --- | --- |',
);
for (const [name, pkg, args, bin = name] of GENERATORS) {
  const { seconds, ok } = run(bin, args);
  const compiled = ok && run('tsc', [...STRICT, `calls/${name}.ts`]).ok;
  const bundle = `out/${name}.mjs`;
  const called =
    compiled &&
    run('esbuild', [
      `calls/${name}.ts`,
      '--bundle',
      '--platform=node',
      '--format=esm',
      REQUIRE,
      `--outfile=${bundle}`,
    ]).ok &&
    run(process.execPath, [bundle]).said.trim() === '2';
  row(name, version(pkg), seconds, kib(`out/${name}`), compiled ? 'yes' : 'NO', called ? 'yes' : 'NO');
  failed ||= !called;
}

const POSTMAN = 'out/postman.json';
const postman = run('openapi2postmanv2', ['-s', SPEC, '-o', POSTMAN]);
const { variable } = JSON.parse(readFileSync(POSTMAN, 'utf8'));
const baseUrl = variable.find(({ key }) => key === 'baseUrl').value;
failed ||= baseUrl !== WHARFINGER_URL;
row(
  'openapi-to-postmanv2',
  version('openapi-to-postmanv2'),
  postman.seconds,
  kib(POSTMAN),
  '',
  `\`${baseUrl}\``,
);

const since = Date.now();
const prism = spawn('node_modules/.bin/prism', ['mock', '-p', '4010', SPEC]);
while (!(await statusFor({}))) await new Promise((again) => setTimeout(again, 200));
const seconds = (Date.now() - since) / 1000;
const asked = [];
for (const authorization of ['Token token=abc', 'Bearer abc']) asked.push(await statusFor({ authorization }));
asked.push(await statusFor({}));
prism.kill();
failed ||= asked.join() !== '200,200,401';
row(
  'Prism',
  version('@stoplight/prism-cli'),
  seconds,
  '',
  '',
  `${asked.join(', ')}: \`Token token=…\`, \`Bearer …\`, none`,
);
process.exitCode = failed ? 1 : 0;

/** Runs a program of the packages; what it says is shown when it fails. */
function run(program, args) {
  const begun = Date.now();
  const path = program.includes('/') ? program : `node_modules/.bin/${program}`;
  const { status, stdout, stderr } = spawnSync(path, args, { encoding: 'utf8' });
  if (status) console.error(`${program}: ${stdout.slice(0, 2000)}${stderr.slice(0, 2000)}`);
  return { seconds: (Date.now() - begun) / 1000, ok: status === 0, said: stdout };
}

async function statusFor(headers) {
  return (await fetch(`${PRISM}/api/v1/trucks`, { headers }).catch(() => undefined))?.status;
}

function version(name) {
  return JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version;
}

function kib(path) {
  if (!existsSync(path)) return '';
  const files = statSync(path).isFile() ? [''] : readdirSync(path, { recursive: true });
  const sizes = files.map((file) => statSync(join(path, file))).filter((stat) => stat.isFile());
  return Math.round(sizes.reduce((sum, { size }) => sum + size, 0) / 1024);
}

function row(name, number, took, size, ...rest) {
  console.log(`| ${[name, number, took.toFixed(1), size, ...rest].join(' | ')} |`);
}
