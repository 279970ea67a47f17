import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Actor } from '../../src/common/tenancy/actor';
import { Organization } from '../../src/common/tenancy/organization.entity';
import { OrganizationsService } from '../../src/common/tenancy/organizations.service';
import { CONTENTS } from '../../src/transfer/export-files';
import { Exporter, FileFormat } from '../../src/transfer/exporter';
import { FileResult, Importer, ImportOptions, ImportRefused } from '../../src/transfer/importer';
import { transferKinds } from '../../src/transfer/kinds';
import type { Client } from '../setup/client';

/** The files of a folder: lines of objects or of text, or the whole content. */
export type Files = Record<string, (object | string)[] | string | Buffer>;

/** What an import says. */
export interface Imported {
  results: FileResult[];
  bad: string[];
  notes: string[];
  /** Why nothing was kept. */
  refused?: string;
}

const folders: string[] = [];

/** The bytes of files that were exported, by their keys: they are beside the lines, which are imported with them. */
const bytesOfFiles = new Map<string, Buffer>();

/** Removes the folders that were made; called after each spec file. */
export function removeFolders(): void {
  folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true }));
}

/** A folder with these files, which is removed after the spec file. */
export function aFolder(files: Files = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'wharfinger-transfer-'));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), contentOf(content));
  const lines = ['files.ndjson', 'files.csv'].map((name) => String(contentOf(files[name] ?? ''))).join('');
  const named = [...bytesOfFiles].filter(([key]) => lines.includes(key));
  if (named.length) mkdirSync(join(folder, 'files'));
  for (const [key, bytes] of named) writeFileSync(join(folder, 'files', key), bytes);
  return folder;
}

function contentOf(content: Files[string]): string | Buffer {
  if (!Array.isArray(content)) return content;
  return content.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
}

async function actorOf({ service, organization_id }: Client): Promise<Actor> {
  const { manager } = service.dataSource;
  const organization = await manager.findOneByOrFail(Organization, { id: organization_id });
  return new OrganizationsService(manager).actorFor(organization);
}

/** Imports a folder into the organization of a client. */
export async function importFolder(
  client: Client,
  folder: string,
  options: ImportOptions = {},
): Promise<Imported> {
  const stated: Imported = { results: [], bad: [], notes: [] };
  const watcher = {
    begin: () => undefined,
    advance: () => undefined,
    end: (result: FileResult) => stated.results.push(result),
    bad: (file: string, line: number, field: string, reason: string) =>
      stated.bad.push(`${file}:${line}: ${field}: ${reason}`),
    note: (sentence: string) => stated.notes.push(sentence),
  };
  const importer = new Importer(client.service.commands, transferKinds());
  try {
    await importer.import(await actorOf(client), folder, watcher, options);
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error;
    stated.refused = error.message;
  }
  return stated;
}

export const importFiles = (client: Client, files: Files, options: ImportOptions = {}) =>
  importFolder(client, aFolder(files), options);

/** Imports files in a transaction that is open while `meanwhile` goes on. */
export async function whileImporting(
  client: Client,
  files: Files,
  meanwhile: () => Promise<void>,
): Promise<void> {
  const db = client.service.commands;
  const none = () => undefined;
  const watcher = { begin: none, advance: none, end: none, bad: none, note: none };
  await db.transaction(await actorOf(client), '', async () => {
    await new Importer(db, transferKinds()).load(aFolder(files), watcher);
    await meanwhile();
  });
}

/** Exports the organization of a client into a folder: all kinds of records, or some. */
export async function exportFolder(
  client: Client,
  folder: string,
  only?: string[],
  format?: FileFormat,
): Promise<void> {
  const kinds = transferKinds().filter(({ name }) => !only || only.includes(name));
  const exporter = new Exporter(client.service.commands, kinds);
  await exporter.export(await actorOf(client), folder, () => undefined, format);
}

/** Exports the organization of a client and returns the files of records by name. */
export async function exportFiles(
  client: Client,
  only?: string[],
  format?: FileFormat,
): Promise<Record<string, string>> {
  const folder = aFolder();
  await exportFolder(client, folder, only, format);
  const keys = existsSync(join(folder, 'files')) ? readdirSync(join(folder, 'files')) : [];
  for (const key of keys) bytesOfFiles.set(key, readFileSync(join(folder, 'files', key)));
  const names = readdirSync(folder).filter((name) => name.includes('.') && name !== CONTENTS);
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}
