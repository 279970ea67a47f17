// Organization A of bench/attack.mjs: what it attacks with. It runs in a process of its own (bench/attacking.mjs).
import { Buffer } from 'node:buffer';
import { hash, randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import ssh2 from 'ssh2';

const MIB = 1024 * 1024;
/** The slots of a yard area, the invoices, and the records of a list. */
const SLOTS = 9_801;
const PDFS = 260;
const RECORDS = 50_000;

const envelope = (inner) => Buffer.from(`UNA:+.? 'UNB+UNOC:3+ATTACKER+TERMINAL+261129:0600+1'${inner}`);
const message = (inner) => envelope(`UNH+1+BAPLIE:D:95B:UN:SMDG22'${inner}`);
const cells = (many) => "LOC+147+0010182::5'".repeat(many);
/** Files of nearly 16 MB, which are made once, so that making them takes no time from whoever measures. */
const RELEASED = message(`FTX+AAI+++${'?a'.repeat(8 * MIB - 500)}`);
const WRAPPED = message(`FTX+AAI+++${'a\n'.repeat(8 * MIB - 500)}`);
const ENDLESS = message(cells(800_000));

/** Each step sends what it sends once more; so many lanes do that at a time. */
export const ATTACKS = [
  { name: 'values of 16 MB, released', lanes: 4, step: (a) => a.upload(RELEASED) },
  { name: 'values of 16 MB, wrapped', lanes: 4, step: (a) => a.upload(WRAPPED) },
  { name: 'poison: 800,000 cells without end', lanes: 4, step: (a) => a.upload(ENDLESS) },
  { name: 'segments of 15 MB', lanes: 12, step: (a, n) => a.get(`/edi_interchanges/${a.large}/segments?page=${1 + ((n * 7919) % 4900)}`) },
  { name: 'endless names by SFTP', lanes: 1, step: (a, n) => a.pollHostile(n) },
  { name: 'stays of 27 years', lanes: 4, step: (a, n) => a.old(n) },
  { name: 'slow readers of CSV', lanes: 30, step: (a) => a.readSlowly('/freight_forwarders.csv') },
  { name: `${PDFS} PDFs at once`, lanes: PDFS, step: (a) => a.get(`/invoices/${a.invoice}/pdf`) },
  { name: `drawings of ${SLOTS} slots`, lanes: 8, step: (a) => a.get('/yard_areas/Attacked/stacks.svg') },
  { name: 'q=____', lanes: 8, step: (a) => a.get('/containers?q=____') },
]; // prettier-ignore

/** Organization A. */
export class Attacker {
  #terminal;
  #answers = new Map();
  #signal;
  #sftp;

  constructor(terminal) {
    this.#terminal = terminal;
  }

  /** Makes the organization, and what its attacks are played with. */
  async begin() {
    const { database } = this.#terminal;
    const sql = async (text, values) => (await database.query(text, values)).rows;
    this.token = randomUUID();
    [{ organization_id: this.id }] = await sql(
      `WITH o AS (INSERT INTO organizations (name) VALUES ('Attacker') RETURNING id),
       u AS (INSERT INTO users (organization_id, email) SELECT id, 'a@attacker.example' FROM o RETURNING organization_id, id)
       INSERT INTO tokens (organization_id, user_id, role, hash)
       SELECT organization_id, id, 'admin', sha256($1::bytea) FROM u RETURNING organization_id`,
      [this.token],
    );
    await sql(`INSERT INTO freight_forwarders (organization_id, name) SELECT $1, 'Forwarder ' || n FROM generate_series(1, ${RECORDS}) n`, [this.id]); // prettier-ignore
    const partner = { name: 'Attacker', edi_id: 'ATTACKER' };
    await this.make('/edi_partners', { ...partner, own_edi_id: 'TERMINAL' });
    this.large = (await this.make('/edi_interchanges', message(`${cells(780_000)}UNT+780002+1'UNZ+1+1'`))).id;
    await this.atRest();
    const { id } = await this.make('/yard_areas', { name: 'Attacked' });
    await sql(
      `INSERT INTO yard_slots (organization_id, yard_area_id, name, bay, row, tiers)
       SELECT $1, $2, 'S' || n, (n / 99)::text, (n % 99)::text, 4 FROM generate_series(0, ${SLOTS - 1}) n`,
      [this.id, id],
    );
    await this.make('/consignees', { name: 'Payer' });
    const lines = Array.from({ length: 100 }, (_, n) => ({
      description: `Line ${n}`,
      quantity: 1,
      amount: '10.00',
    }));
    const customer = { customer_type: 'Consignee', name: 'Payer' };
    this.invoice = (await this.make('/invoices', { number: 'A-1', customer, line_items: lines })).number;
    await this.make('/charge_codes', { code: 'HOURS', measure: 'storage' });
    await this.make('/tariffs', { name: 'Hours', currency: 'EUR', valid_from: '1990-01-01' });
    await this.make('/tariff_rates', { position: 1, tariff: 'Hours', charge_code: 'HOURS', counting: 'period', period_hours: 1, amount: '2.10' }); // prettier-ignore
    await this.make('/tariffs/Hours/publish', { retroactive: true });
    await this.make('/container_types', { code: '40DV' });
    this.olds = Array.from({ length: 50 }, (_, n) => `ATTU${1_000_000 + n}`);
    for (const number of this.olds)
      await this.make('/containers', { number, container_type: '40DV', container_status: 'full', current_location_type: 'YardArea', current_location: 'Attacked' }); // prettier-ignore
    await sql(`UPDATE container_stays SET in_at = now() - interval '27 years' WHERE organization_id = $1`, [
      this.id,
    ]);
    const hostile = await hostileServer();
    this.#sftp = hostile.server;
    const channel = { partner, direction: 'in', kind: 'sftp', host: '127.0.0.1', username: 'a', password: 'a', in_folder: 'in', ...hostile.address }; // prettier-ignore
    this.channel = (await this.make('/edi_channels', channel)).id;
  }

  end() {
    this.#sftp?.close();
  }

  /** Waits until what was uploaded is read, so that an attack is not measured in the next one. */
  async atRest() {
    const left = `SELECT FROM edi_interchanges WHERE organization_id = $1 AND status = 'received'`;
    while ((await this.#terminal.database.query(left, [this.id])).rowCount) await pause(200);
  }

  /** Plays an attack until the function that it returns is called. */
  play({ lanes, step }) {
    const over = new globalThis.AbortController();
    this.#signal = over.signal;
    setMaxListeners(0, over.signal); // each request listens
    let nth = 0;
    const running = Array.from({ length: lanes }, async () => {
      while (!over.signal.aborted) {
        const came = await step(this, nth++).then(async (answer) => (await answer.arrayBuffer?.(), answer.status), (error) => error.name); // prettier-ignore
        if (!over.signal.aborted) this.#answers.set(came, (this.#answers.get(came) ?? 0) + 1);
      }
    });
    return async () => {
      over.abort();
      await Promise.all(running);
      this.#signal = undefined;
    };
  }

  /** The answers since it was asked last. */
  told() {
    const all = [...this.#answers].map(([status, count]) => `${count} × ${status}`).join(', ');
    this.#answers.clear();
    return all || '–';
  }

  get = (path) => this.ask('GET', path);
  upload = (bytes) => this.ask('POST', '/edi_interchanges', bytes);
  old = (n) =>
    n % 2
      ? this.get(`/availability?${this.olds.map((number) => `container_numbers[]=${number}`).join('&')}`)
      : this.ask('POST', '/charge_previews', { container_numbers: this.olds });

  async pollHostile(n) {
    await pause(500);
    return n % 2
      ? this.ask('POST', `/edi_channels/${this.channel}/test`)
      : this.ask('PATCH', `/edi_channels/${this.channel}`, { poll_seconds: 61 + (n % 900) });
  }

  /** Asks for a list, and takes nothing of it until the service gives up. */
  readSlowly(path) {
    return new Promise((done) => {
      const socket = connect(this.#terminal.service.port, '127.0.0.1', () => {
        socket.write(
          `GET /api/v1${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Token token=${this.token}\r\n\r\n`,
        );
        socket.pause();
      });
      const end = () => socket.destroy();
      this.#signal?.addEventListener('abort', end);
      socket.on('error', () => undefined).on('close', () => done({ status: 'closed' }));
    });
  }

  ask(method, path, body) {
    const isFile = Buffer.isBuffer(body);
    return globalThis.fetch(`http://127.0.0.1:${this.#terminal.service.port}/api/v1${path}`, {
      method,
      headers: { authorization: `Token token=${this.token}`, ...(body && { 'content-type': isFile ? 'application/EDIFACT' : 'application/json' }) }, // prettier-ignore
      body: body === undefined || isFile ? body : JSON.stringify(body),
      signal: this.#signal,
    });
  }

  async make(path, body) {
    const answer = await this.ask('POST', path, body);
    const made = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(made)}`);
    return Object.values(made)[0];
  }
}

/** A server of SFTP that lists names of 240 kB without end. */
async function hostileServer() {
  const { Server, utils } = ssh2;
  const handle = Buffer.from([0]);
  const attrs = { mode: 0o100644, uid: 0, gid: 0, size: 1, atime: 0, mtime: 0 };
  const names = [{ filename: 'x'.repeat(240_000), longname: '', attrs }];
  const key = utils.generateKeyPairSync('ed25519').private;
  const server = new Server({ hostKeys: [key] }, (client) => {
    client.on('error', () => undefined);
    client.on('authentication', (asks) => asks.accept());
    client.on('session', (accept) =>
      accept().on('sftp', (begin) => {
        const sftp = begin();
        sftp.on('OPENDIR', (id) => sftp.handle(id, handle));
        sftp.on('READDIR', (id) => sftp.name(id, names));
        for (const name of ['STAT', 'LSTAT'])
          sftp.on(name, (id) => sftp.attrs(id, { ...attrs, mode: 0o40755 }));
        for (const name of ['CLOSE', 'REMOVE'])
          sftp.on(name, (id) => sftp.status(id, utils.sftp.STATUS_CODE.OK));
      }),
    );
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const digest = hash('sha256', utils.parseKey(key).getPublicSSH(), 'base64').replace(/=+$/, '');
  return { server, address: { port: server.address().port, host_key: `SHA256:${digest}` } };
}
