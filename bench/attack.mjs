// What one organization feels while another one attacks: npm run bench -- attack [--seconds 300] [--scene name]. The service runs
// as a process with a heap of 512 MB. Organization B reads and lets trucks through its gate at a steady pace; organization A
// plays one attack after another meanwhile, each for so many seconds, from a process of its own. "busy" is a process that burns a
// core in its place: what B waits beside any neighbour of a machine of two cores. Exits with 1 when the service ended, or when B
// waited twice as long as without an attack. Needs the build; brings its own database.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { ATTACKS } from './attacker.mjs';
import { Clients } from './load.mjs';
import { SCENES as GATE_SCENES } from './scenes.mjs';
import { Terminal } from './terminal.mjs';

/** How many reads and how many trucks of B begin in a second. */
const READS = 40;
const TRUCKS = 5;
/** How much longer than before B may wait. */
const MOST = 2;
/** Differences of so few milliseconds say nothing on a machine that others use. */
const NOISE_MS = 50;
/** What is measured before the attacks: nothing beside B, and a process that burns a core. */
const NONE = 'none';
const BUSY = 'busy';

export async function measureAttacks(seconds, scene, profiles) {
  process.env.NODE_OPTIONS = '--max-old-space-size=512';
  const terminal = await Terminal.open(5_000, { profiles });
  delete process.env.NODE_OPTIONS;
  const attacking = await Attacking.begin(terminal);
  try {
    const gate = new Clients(terminal.service.port, terminal.token, 1);
    await terminal.findTrucks(gate);
    await beside(terminal, undefined, Math.min(seconds, 20)); // warms up
    console.log(
      '| attack | its answers | its core | restarts | reads of B: p50, p99 ms | × none | × busy | gate of B: p50, p99 ms | × none | × busy | MiB at most |',
    );
    console.log(`|${' --- |'.repeat(11)}`);
    const bad = [];
    const before = {};
    const names = ATTACKS.map(({ name }) => name).filter((name) => name.includes(scene));
    for (const name of [NONE, BUSY, ...names]) {
      const found = await beside(terminal, name === NONE ? undefined : () => attacking.play(name), seconds);
      if (name === NONE || name === BUSY) before[name] = found;
      const { told = '–', cpu = 0 } = found.attack ?? {};
      const cells = ['reads', 'gate'].flatMap((of) => [
        found[of].map((ms) => ms.toFixed(1)).join(', '),
        ...[NONE, BUSY].map((than) => (before[than] ? (found[of][1] / before[than][of][1]).toFixed(1) : '–')),
      ]);
      const share = (cpu / seconds).toFixed(2);
      console.log(`| ${[name, told, share, found.restarts, ...cells, found.memory].join(' | ')} |`);
      const isLate = ['reads', 'gate'].some((of) => found[of][1] > MOST * before[NONE][of][1] + NOISE_MS);
      if ((name !== BUSY && isLate) || found.restarts || found.failed)
        bad.push(`${name}${found.failed ? `: ${found.failed}` : ''}`);
    }
    if (bad.length) console.error(`B was hurt by: ${bad.join('; ')}`);
    process.exitCode = bad.length ? 1 : 0;
    gate.close();
  } finally {
    attacking.end();
    await terminal.close();
  }
}

/** The process that attacks (bench/attacking.mjs). */
class Attacking {
  #child = fork(join(import.meta.dirname, 'attacking.mjs'));

  static async begin(terminal) {
    const attacking = new Attacking();
    await attacking.#ask({ port: terminal.service.port, url: terminal.url });
    return attacking;
  }

  /** Plays an attack until the function that it returns is called, which says what came of it. */
  play(name) {
    this.#child.send({ play: name });
    return (port) => this.#ask({ stop: true, port });
  }

  end() {
    this.#child.kill();
  }

  async #ask(message) {
    this.#child.send(message);
    const ended = once(this.#child, 'exit').then(() => {
      throw new Error('bench/attacking.mjs ended');
    });
    ended.catch(() => undefined);
    const [answer] = await Promise.race([once(this.#child, 'message'), ended]);
    return answer;
  }
}

/** What B waits for so many seconds, beside an attack that `begin` begins and whose answer ends it. */
async function beside(terminal, begin, seconds) {
  const scene = GATE_SCENES.find(({ name }) => name === 'gate-in and gate-out');
  const trucks = await scene.items(terminal, Math.round(TRUCKS * seconds));
  const reads = Array.from({ length: Math.round(READS * seconds) }, (_, n) => [
    { path: `/containers/BNHU${1_000_005 + 5 * (n % 500)}` },
  ]);
  const watch = new Watch(terminal);
  const end = begin?.();
  const lost = [];
  const [ofReads, ofGate] = await Promise.all([
    paced(terminal, reads, READS, lost),
    paced(terminal, trucks, TRUCKS, lost),
  ]);
  const attack = await end?.(terminal.service.port);
  const both = (times) => [at(times, 0.5), at(times, 0.99)];
  return { reads: both(ofReads), gate: both(ofGate), failed: lost[0], attack, ...watch.end() };
}

/** Does items at a steady pace, on 8 connections; the milliseconds of each from when it should have begun, sorted. */
async function paced(terminal, items, aSecond, lost) {
  const lanes = Array.from({ length: 8 }, () => new Clients(terminal.service.port, terminal.token, 1));
  const begun = performance.now();
  const times = [];
  let nth = 0;
  await Promise.all(
    lanes.map(async (lane) => {
      while (nth < items.length) {
        const item = items[nth];
        const due = begun + (nth++ * 1_000) / aSecond;
        await pause(Math.max(0, due - performance.now()));
        let left = [item];
        await lane.run(() => left.pop()).catch((error) => lost.push(String(error).slice(0, 200)));
        times.push(performance.now() - due);
      }
      lane.close();
    }),
  );
  return times.sort((a, b) => a - b);
}

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

/** The memory of the service, and whether it ended; one that did is started again. */
class Watch {
  #most = 0;
  #restarts = 0;
  #timer;

  constructor(terminal) {
    this.#timer = globalThis.setInterval(() => {
      const [, rss] = /^VmRSS:\s+(\d+)/m.exec(statusOf(terminal.service.pid)) ?? [];
      if (rss) this.#most = Math.max(this.#most, Math.round(rss / 1024));
      else if (!this.starting) {
        this.#restarts++;
        this.starting = terminal.serve().then((service) => {
          terminal.service = service;
          this.starting = undefined;
        });
      }
    }, 200);
  }

  end() {
    globalThis.clearInterval(this.#timer);
    return { memory: this.#most, restarts: this.#restarts };
  }
}

function statusOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}
