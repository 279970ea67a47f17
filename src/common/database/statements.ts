import { createHash } from 'node:crypto';
import type { ClientBase, Connection, Submittable } from 'pg';

/**
 * How many statements a connection keeps by name. A plan of a large view takes up to 0.4 MB of the server, so these
 * are some dozens of MB for a connection.
 */
const MOST_NAMED = 200;

/** How many texts are remembered with their names, which saves making them again. */
const MOST_REMEMBERED = 2_000;

const names = new Map<string, string>();
const named = new WeakMap<ClientBase, Set<string>>();

/**
 * A name for a statement, under which the connection plans it once: planning is most of the cost of a read that
 * joins. It is made of the text, so that behind a pooler that gives one connection to several processes it means
 * the same to all of them. The statement that was not used for longest makes room.
 */
export async function nameOn(client: ClientBase, text: string): Promise<string> {
  const name = nameOf(text);
  const known = named.get(client) ?? new Set();
  named.set(client, known);
  known.delete(name);
  known.add(name);
  if (known.size > MOST_NAMED) {
    const [oldest] = known;
    known.delete(oldest!);
    await closed(client, oldest!);
  }
  return name;
}

/** How many statements the connection keeps by name. */
export function namedOn(client: ClientBase): number {
  return named.get(client)?.size ?? 0;
}

function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  if (names.size >= MOST_REMEMBERED) names.clear();
  const name = `w_${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`;
  names.set(text, name);
  return name;
}

declare module 'pg' {
  /** What node-postgres knows of the statements of a connection, which its types leave out. */
  interface Connection {
    parsedStatements: Record<string, string>;
    submittedNamedStatements: Record<string, string>;
    close(message: { type: 'S'; name: string }): void;
    sync(): void;
  }
}

/** Lets the server forget a statement. (DEALLOCATE would do as well, but not behind a pooler.) */
function closed(client: ClientBase, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const message: Submittable & { callback(error?: Error): void } & Record<string, unknown> = {
      callback: (error) => (error ? reject(error) : resolve()),
      submit(connection: Connection) {
        delete connection.parsedStatements[name];
        delete connection.submittedNamedStatements[name];
        connection.close({ type: 'S', name });
        connection.sync();
      },
      handleError(error: Error) {
        this.callback(error);
      },
      handleReadyForQuery() {
        this.callback();
      },
    };
    client.query(message);
  });
}
