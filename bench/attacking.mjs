// The process of bench/attacker.mjs: it attacks beside the bench, so that what it costs delays nothing that the bench measures
// but by the processor, of which it takes what others leave. `busy` takes the processor alone.
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import { Attacker, ATTACKS } from './attacker.mjs';

setPriority(15);
const [{ port, url }] = await once(process, 'message');
const database = new pg.Client({ connectionString: url });
await database.connect();
const terminal = { service: { port }, database };
const attacker = new Attacker(terminal);
await attacker.begin();
process.send({ ready: true });

let end;
let used;
process.on('message', async ({ play, stop, port: now }) => {
  if (now) terminal.service.port = now;
  if (play) {
    used = process.cpuUsage();
    end = play === 'busy' ? burn() : attacker.play(ATTACKS.find(({ name }) => name === play));
  }
  if (!stop) return;
  await end();
  const { user, system } = process.cpuUsage(used);
  await attacker.atRest();
  process.send({ told: attacker.told(), cpu: (user + system) / 1e6 });
});
process.on('disconnect', () => process.exit());

function burn() {
  let isOver = false;
  const burning = (async () => {
    while (!isOver) {
      for (const until = performance.now() + 50; performance.now() < until;);
      await turn();
    }
  })();
  return async () => {
    isOver = true;
    await burning;
  };
}
