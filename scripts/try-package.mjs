// Packs the service as a release is, runs it with npx in an empty folder, and reads with the token that it prints: the
// records, the pages and an invoice. Ends with 1 when something fails.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
// npm tells its scripts where they run, which is elsewhere here
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^npm_|^INIT_CWD$|^DATABASE_|^WHARFINGER_/.test(name)),
);

const folder = mkdtempSync(join(tmpdir(), 'wharfinger-package-'));
chmodSync(folder, 0o755); // the user of the database server looks in
let served;
try {
  // built already: what would be built again is left out
  execFileSync('npm', ['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', folder], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [packed] = readdirSync(folder);
  served = spawn('npx', ['--yes', `./${packed}`, 'serve'], {
    cwd: folder,
    env: { ...env, HOST: '127.0.0.1', PORT: String(await aFreePort()) },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const { base, token } = await announced(served);
  const [{ id }] = (await read(base, '/api/v1/invoices.json', token)).invoices;
  await read(base, `/api/v1/invoices/${id}/pdf`, token);
  for (const path of [
    '/health/ready',
    '/docs/swagger-ui.css',
    '/scalar/standalone.js',
    '/guides/gate.md',
    '/docs/document.json',
  ])
    await read(base, path);
  console.log(`${packed} serves in an empty folder`);
} finally {
  if (served) await ended(served);
  rmSync(folder, { recursive: true, force: true });
}

function aFreePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Where it listens and its token, as it says when it has started. Rejects when it ends without. */
async function announced({ stdout }) {
  let base;
  for await (const line of createInterface({ input: stdout })) {
    base ??= /^Wharfinger listens at (\S+)/.exec(line)?.[1];
    const token = /^A token to try it with: (\S+)/.exec(line)?.[1];
    if (token) {
      stdout.resume();
      return { base, token };
    }
  }
  throw new Error('The service ended before it said where it listens.');
}

async function read(base, path, token) {
  const headers = token ? { Authorization: `Token ${token}` } : {};
  const answer = await fetch(base + path, { headers });
  const body = await answer.text();
  if (!answer.ok || !body.length) throw new Error(`${path}: ${answer.status} ${body.slice(0, 500)}`);
  return answer.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(body) : body;
}

/** Ends npx and the service that it runs. */
function ended(child) {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode) return resolve();
    child.on('close', resolve);
    process.kill(-child.pid, 'SIGTERM');
  });
}
