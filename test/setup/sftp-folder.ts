import { mkdirSync, mkdtempSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A server that channels connect to, over a folder with `in`, `out` and `done`. */
export interface SftpServer {
  readonly port: number;
  readonly username: string;
  /** The fingerprint of its host key. */
  readonly hostKey: string;
  readonly folder: string;
  /** Lets whoever has this key in, and nobody else by a key. */
  allow: (...publicKeys: string[]) => void;
  stop: () => Promise<void>;
}

export const FOLDERS = ['in', 'out', 'done'];

/** Files that are some minutes old, so that they count as written. */
export function putFiles(folder: string, files: Record<string, string | Buffer>): void {
  for (const [name, bytes] of Object.entries(files)) {
    writeFileSync(join(folder, name), bytes);
    const written = new Date(Date.now() - 60_000);
    utimesSync(join(folder, name), written, written);
  }
}

/** The names of files in a folder, in order. */
export const namesIn = (folder: string): string[] => readdirSync(folder).sort();

/** A temporary folder with the folders of a partner. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wharfinger-sftp-'));
  for (const name of FOLDERS) mkdirSync(join(folder, name));
  return folder;
}

/** The bytes of a file of a server. */
export const bytesOf = (server: SftpServer, path: string): Buffer => readFileSync(join(server.folder, path));
