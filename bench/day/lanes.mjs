// Sends requests when they are due, however many others are still unanswered: a slow service is not spared.
import { Connection } from '../load.mjs';

/** Open connections of one token to the processes of the service, in turns; there are as many as are needed at a time. */
export class Lane {
  #ports;
  #token;
  #free;
  #all = [];
  #turn = 0;

  constructor(ports, token) {
    this.#ports = ports;
    this.#token = token;
    this.#free = ports.map(() => []);
  }

  /** Sends a request. Its status, and its body as an object where there is one. */
  async ask(request) {
    const at = this.#turn++ % this.#ports.length;
    const connection = this.#free[at].pop() ?? this.#open(at);
    const answer = await connection.ask(request);
    this.#free[at].push(connection);
    const text = answer.text();
    return { status: answer.status, body: text && JSON.parse(text) };
  }

  close() {
    for (const connection of this.#all) connection.close();
  }

  #open(at) {
    const connection = new Connection(this.#ports[at], this.#token);
    this.#all.push(connection);
    return connection;
  }
}
