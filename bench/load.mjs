// Sends requests over connections that stay open, with as little work of its own as can be.
import { Buffer } from 'node:buffer';
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';

/** The end of a body in chunks. */
const END = Buffer.from('0\r\n\r\n');

/** One connection that stays open, with one request at a time. The server may close it where nothing is asked for long. */
export class Connection {
  #port;
  #token;
  #socket;
  #parts = [];
  #waiting;

  constructor(port, token) {
    this.#port = port;
    this.#token = token;
  }

  /** Sends a request and resolves to its answer. */
  ask({ method = 'GET', path, body, id = 'bench' }) {
    const text = body === undefined ? '' : JSON.stringify(body);
    const type = text && `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`;
    const head = `${method} /api/v1${path} HTTP/1.1\r\nHost: bench.example\r\nX-Request-Id: ${id}\r\n`;
    // a JWT has three parts
    const scheme = this.#token.split('.').length === 3 ? 'Bearer ' : 'Token token=';
    const request = `${head}Authorization: ${scheme}${this.#token}\r\n${type}\r\n${text}`;
    return new Promise((done, fail) => {
      this.#waiting = { request, done, fail, isFirst: !this.#socket };
      this.#socket ??= this.#open();
      this.#socket.write(request);
    });
  }

  close() {
    this.#waiting = undefined;
    this.#socket?.destroy();
  }

  #open() {
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
    socket.on('data', (part) => this.#read(part));
    socket.on('error', () => {}); // 'close' follows
    socket.on('close', () => this.#closed());
    return socket;
  }

  /** A server that closes a silent connection may do so while a request is on its way: it is sent again. */
  #closed() {
    const waiting = this.#waiting;
    this.#socket = undefined;
    if (!waiting) return;
    if (waiting.isFirst || this.#parts.length)
      return waiting.fail(new Error(`The connection was closed instead of an answer to ${waiting.request}`));
    waiting.isFirst = true;
    this.#socket = this.#open();
    this.#socket.write(waiting.request);
  }

  #read(part) {
    this.#parts.push(part);
    const all = this.#parts.length === 1 ? part : Buffer.concat(this.#parts);
    this.#parts = [all];
    const end = all.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = all.latin1Slice(0, end);
    const body = all.subarray(end + 4);
    const length = /^content-length: (\d+)/im.exec(head)?.[1];
    if (length ? body.length < Number(length) : !body.subarray(-END.length).equals(END)) return;
    this.#parts = [];
    const { done } = this.#waiting;
    this.#waiting = undefined;
    done({ status: Number(head.slice(9, 12)), text: () => (length ? body : joined(body)).toString() });
  }
}

/** So many open connections to one server. */
export class Clients {
  #connections;

  constructor(port, token, count) {
    this.#connections = Array.from({ length: count }, () => new Connection(port, token));
  }

  /** One request on the first connection; its answer as an object. Throws what the server refuses. */
  async ask(request) {
    return JSON.parse(succeeded(request, await this.#connections[0].ask(request)).text());
  }

  /**
   * Sends the requests of one item after another on all connections, until there is no item or `seconds` are over.
   * @param items makes the requests of the next item; undefined when there is none. A function makes one of the answer before it
   * @returns how many items were done, in how many seconds, and how many milliseconds each item took, sorted
   */
  async run(items, seconds = Infinity) {
    const begun = performance.now();
    const until = begun + seconds * 1000;
    const times = [];
    const work = async (connection) => {
      for (let item = items(); item && performance.now() < until; item = items()) {
        const start = performance.now();
        let answer;
        for (const each of item) {
          const request = typeof each === 'function' ? each(JSON.parse(answer.text())) : each;
          answer = succeeded(request, await connection.ask(request));
        }
        times.push(performance.now() - start);
      }
    };
    await Promise.all(this.#connections.map(work));
    return {
      count: times.length,
      seconds: (performance.now() - begun) / 1000,
      times: times.sort((a, b) => a - b),
    };
  }

  close() {
    for (const connection of this.#connections) connection.close();
  }
}

/** The body that was sent in chunks. */
function joined(body) {
  const chunks = [];
  for (let at = 0; ;) {
    const line = body.indexOf('\r\n', at);
    const length = parseInt(body.latin1Slice(at, line), 16);
    if (!length) return Buffer.concat(chunks);
    chunks.push(body.subarray(line + 2, line + 2 + length));
    at = line + 2 + length + 2;
  }
}

function succeeded({ method = 'GET', path }, answer) {
  if (answer.status < 300) return answer;
  throw new Error(`${method} ${path}: ${answer.status} ${answer.text()}`);
}
