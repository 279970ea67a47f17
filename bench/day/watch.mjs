// What the machine does meanwhile: the processors of the service, of PostgreSQL, of the bench and of all others, the connections of
// the pool, and how late the event loop is.
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { clearTimeout, setTimeout } from 'node:timers';

const EVERY_MS = 1_000;
const TICKS_A_SECOND = 100;

/** The parts of a machine that one processor bounds, because each works in one thread. */
const ALONE = /^(event loop|PostgreSQL: session of)/;

export class Watch {
  #world;
  #timer;
  #looking;
  #isOver = false;
  #begun;
  #machine;
  /** The seconds that each thread and session had run when it was seen last. */
  #ran = new Map();
  #seconds = new Map();
  #most = {};

  static async begin(world) {
    const watch = new Watch();
    watch.#world = world;
    await watch.#look();
    watch.#seconds.clear();
    watch.#begun = performance.now();
    watch.#machine = busyTicks();
    watch.#again();
    return watch;
  }

  /** Ends. Tells of each part how many processors it used and how many it can use, and the most of each figure. */
  async end() {
    this.#isOver = true;
    clearTimeout(this.#timer);
    await this.#looking;
    await this.#look();
    const elapsed = (performance.now() - this.#begun) / 1_000;
    const cores = availableParallelism();
    const parts = [...this.#seconds].map(([name, seconds]) => ({
      name,
      used: seconds / elapsed,
      of: ALONE.test(name) ? 1 : cores,
    }));
    const machine = (busyTicks() - this.#machine) / TICKS_A_SECOND / elapsed;
    const known = parts.reduce((sum, { used }) => sum + used, 0);
    parts.push({ name: 'others on this machine', used: Math.max(0, machine - known), of: cores });
    parts.push({ name: 'the machine', used: machine, of: cores });
    return { parts, most: this.#most };
  }

  #again() {
    this.#timer = setTimeout(() => {
      this.#looking = this.#look().then(() => {
        if (!this.#isOver) this.#again();
      });
    }, EVERY_MS);
  }

  async #look() {
    const { services, terminal } = this.#world;
    for (const [nth, { pid, port }] of services.entries()) {
      for (const thread of readdirSync(`/proc/${pid}/task`))
        this.#add(
          thread === String(pid) ? `event loop of process ${nth + 1}` : 'other threads of the service',
          `/proc/${pid}/task/${thread}`,
        );
      await this.#ask(port);
    }
    const { rows } = await terminal.database.query(
      `SELECT pid, application_name AS name, backend_type = 'client backend' AS is_client FROM pg_stat_activity`,
    );
    const sessions = new Map(rows.map(({ pid, name, is_client }) => [pid, is_client ? name : undefined]));
    for (const pid of childrenOf(terminal.postmaster)) this.#add(partOf(sessions.get(pid)), `/proc/${pid}`);
    if (terminal.postmasterOfStandby)
      for (const pid of childrenOf(terminal.postmasterOfStandby))
        this.#add('PostgreSQL: the standby', `/proc/${pid}`);
    for (const thread of readdirSync('/proc/self/task'))
      this.#add('this bench', `/proc/${process.pid}/task/${thread}`);
  }

  async #ask(port) {
    const answer = await globalThis.fetch(`http://127.0.0.1:${port}/metrics`).catch(() => undefined);
    const text = (await answer?.text()) ?? '';
    this.#note('connections of the pool in use', figureOf(text, 'database_connections{state="busy"}'));
    this.#note('requests that wait for one', figureOf(text, 'database_connections{state="waiting"}'));
    this.#note(
      'ms that the event loop is late, in 99 of 100',
      1_000 * figureOf(text, 'nodejs_eventloop_lag_p99_seconds'),
    );
    this.#note('webhook deliveries that wait', figureOf(text, 'webhook_deliveries_waiting'));
    for (const who of ['primary', 'replica'])
      this.#note(
        `reads of a process that the ${who} answered since its start`,
        figureOf(text, `database_reads_total{from="${who}"}`),
      );
    this.#note('EDI messages that wait', figureOf(text, 'edi_inbox_waiting'));
  }

  #note(name, value) {
    this.#most[name] = Math.max(this.#most[name] ?? 0, value);
  }

  #add(part, folder) {
    const ran = secondsOf(folder);
    const before = this.#ran.get(folder) ?? 0;
    this.#ran.set(folder, ran);
    this.#seconds.set(part, (this.#seconds.get(part) ?? 0) + Math.max(0, ran - before));
  }
}

/** What a session of PostgreSQL is for, by the name of its program; undefined is a process that serves none. */
function partOf(name) {
  if (name === undefined) return 'PostgreSQL itself: log, checkpoints, vacuum';
  if (!name.startsWith('wharfinger background')) return 'PostgreSQL: sessions of requests';
  return `PostgreSQL: session of the ${name.replace('wharfinger ', '').replace(': ', ', ')}`;
}

/** A figure of the metrics; 0 where it is not told. */
function figureOf(text, name) {
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length) ?? 0);
}

function childrenOf(pid) {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
}

/** The seconds that a process or thread has run. */
function secondsOf(folder) {
  try {
    const stat = readFileSync(`${folder}/stat`, 'utf8');
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return (Number(user) + Number(system)) / TICKS_A_SECOND;
  } catch {
    return 0; // it has ended
  }
}

/** The ticks for which all processors of the machine were busy. */
function busyTicks() {
  const [user, nice, system, , , irq, soft, stolen] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0].split(/\s+/).slice(1).map(Number); // prettier-ignore
  return user + nice + system + irq + soft + stolen;
}
