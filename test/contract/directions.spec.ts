import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getMetadataArgsStorage } from 'typeorm';
import LAYERS from '../../layers.json';

const SRC = join(__dirname, '../../src');

/** The files that name tables of later folders: which, and why they may. */
const EXCEPTIONS: Record<string, { tables: string[]; reason: string }> = {
  'common/party-wall/party-reference.ts': {
    tables: ['agents', 'consignees', 'freight_forwarders', 'shipping_lines', 'trucking_companies'],
    reason: 'Users and tokens are limited to companies, which are records of the domain of parties.',
  },
  'common/database/migrate/traces.ts': {
    tables: [
      'bayplan_cells',
      'bill_parties',
      'billing_customers',
      'billing_problems',
      'billing_runs',
      'charge_marks',
      'charge_subjects',
      'charges',
      'edi_channel_states',
      'edi_items',
      'edi_message_keys',
      'edi_message_records',
      'edi_payloads',
      'edi_upload_minutes',
      'erasing_rows',
      'event_feeds',
      'event_parties',
      'events',
      'import_parts',
      'imports',
      'invoice_documents',
      'invoice_taxes',
      'move_days',
      'nomination_parties',
      'receipts',
      'reefer_readings',
      'reefer_watches',
      'release_marks',
      'stay_parties',
      'stay_releases',
      'tally_items',
      'tariff_codes',
      'webhook_deliveries',
    ],
    reason: 'It lists the tables whose writes leave no trace.',
  },
  'common/auth/own-organization.service.ts': {
    tables: ['hold_types'],
    reason: 'A setting of organizations names a hold type.',
  },
  'common/auth/issuers/access-token.ts': {
    tables: ['events'],
    reason: 'It looks at a claim of tokens that is called like a table.',
  },
  'common/party-wall/guesses.ts': {
    tables: ['chassis'],
    reason: 'It names types of records, of which one is called like a table.',
  },
  'cargo/setup/bookings-of-parties.ts': {
    tables: ['nominations'],
    reason: 'A booking is told to those who are nominated for it, which is known by the gate.',
  },
  'cargo/movements/own-visit.ts': {
    tables: ['truck_visits'],
    reason: 'A haulier is told the visits of its own trucks alone.',
  },
  'common/party-wall/party-wall.ts': {
    tables: ['bill_parties', 'stay_parties'],
    reason: 'What is read for parties is bound to their interests, whichever domain reads.',
  },
  'common/party-wall/parties-of-record.ts': {
    tables: ['bill_parties', 'stay_parties'],
    reason: 'Events are told to those who have an interest, whichever domain records them.',
  },
  'common/view/compiler.ts': {
    tables: ['stay_parties'],
    reason: 'Some fields are open to the owners of a stay alone.',
  },
  'common/party-wall/open-to.ts': {
    tables: ['consignees'],
    reason: 'It names the ids of the consignees that a party is, and no table.',
  },
  'common/auth/domains.ts': {
    tables: ['voyages'],
    reason: 'It lists the modules that tokens can be confined to, of which one is called like a table.',
  },
  'places/locations/locations.ts': {
    tables: ['voyages', 'vessels', 'consignees', 'containers'],
    reason: 'A location is a reference to one of several tables, and this is the list of them.',
  },
};

describe('the tables that SQL names', () => {
  const files = (readdirSync(SRC, { recursive: true }) as string[]).filter(
    (file) => levelOf(file) >= 0 && file.endsWith('.ts') && !file.endsWith('.spec.ts'),
  );

  it('are of the same folder or of one before it, as the layers stand', async () => {
    const homes = await homesOfTables(files);
    expect(homes.size).toBeGreaterThan(60);
    const beyond = files.flatMap((file) => {
      const tables = tablesIn(file).filter((table) => isBeyond(homes.get(table), file));
      return tables.length ? [[file, tables.sort()]] : [];
    });
    const excepted = Object.entries(EXCEPTIONS).map(([file, { tables }]) => [file, tables.sort()]);
    expect(Object.fromEntries(beyond)).toEqual(Object.fromEntries(excepted));
  });
});

/** The folder of src that has the entity of each table. */
async function homesOfTables(files: string[]): Promise<Map<string, string>> {
  const classes = new Map<unknown, string>();
  for (const file of files.filter((name) => /\.(entity|kind)\.ts$/.test(name)))
    for (const exported of Object.values((await import(join(SRC, file))) as object))
      classes.set(exported, file);
  const { tables } = getMetadataArgsStorage();
  return new Map(tables.map(({ name, target }) => [name!, folderOf(classes.get(target)!)]));
}

/** The words of a source file that are tables where they stand: after FROM and the like, or a text of their own. */
function tablesIn(file: string): string[] {
  const source = readFileSync(join(SRC, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  const after = source.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE|USING)((?:,?\s+"?[a-z_]+"?(?:\s+[a-z]\w*)?)+)/g);
  const words = [...after].flatMap(([, list]) => list!.match(/[a-z_]+/g)!);
  const texts = [...source.matchAll(/(['"`])([a-z_]+)\1/g)].map(([, , text]) => text!);
  return [...new Set([...words, ...texts])];
}

function isBeyond(home: string | undefined, file: string): boolean {
  if (home === undefined || home === folderOf(file)) return false;
  return levelOf(home) >= levelOf(file);
}

function folderOf(file: string): string {
  return file.split('/', 1)[0]!;
}

/** The place of a file's folder in the order of the layers; -1 for a file beside the folders. */
function levelOf(file: string): number {
  return LAYERS.findIndex((layer) => [layer].flat().includes(folderOf(file)));
}
