import { Command, Option } from 'commander';
import { count } from '../common/count';
import { ConfigError, loadConfig } from '../common/config/config';
import { printable } from './printable';
import type { Shell } from './shell';

/** `files`: where the bytes of files are kept. */
export function addFileCommands(program: Command, { io, say, inDatabase }: Shell): void {
  const files = program.command('files').description('the bytes of pictures and PDFs that records name');
  files
    .command('move')
    .description('move the bytes of files into the bucket of FILES_URL, or back into the database')
    .addOption(new Option('--to <store>', 'where to').choices(['s3', 'database']).makeOptionMandatory())
    .addHelpText(
      'after',
      `
While the service runs, a file at a time; what is interrupted goes on when it is run again. FILES_URL names the bucket in both
directions. New files are kept in the bucket while the service has FILES_URL.

Example: FILES_URL='s3://terminal-files?region=eu-central-1' wharfinger files move --to s3`,
    )
    .action(({ to }: { to: 's3' | 'database' }) =>
      inDatabase(async ({ db, organizations }) => {
        const { FileBytes } = await import('../common/files/file-bytes');
        const { moveFiles } = await import('../common/files/upkeep');
        const bytes = new FileBytes(db, loadConfig(io.env));
        if (!bytes.s3) throw new ConfigError('Set FILES_URL to the bucket that files are moved to or from.');
        for (const organization of await organizations.list()) {
          const moved = await moveFiles(db, bytes, organizations.actorFor(organization), to);
          if (moved) say(`${printable(organization.name)}: ${count(moved, 'file')} moved.`);
        }
      }),
    );
}
