import type { Command } from 'commander';
import { count } from '../common/count';
import { printable } from './printable';
import type { Shell } from './shell';

/** `parties`: who has an interest in which stay and bill, which the database keeps. */
export function addPartyCommands(program: Command, { say, inDatabase }: Shell, fail: () => void): void {
  const parties = program
    .command('parties')
    .description('who has an interest in which stays and bills, which tokens of parties see');

  const add = (name: string, description: string, repair: boolean) =>
    parties
      .command(name)
      .description(description)
      .option('--organization <name>', 'of this organization only')
      .addHelpText(
        'after',
        `\nOf a stay that has ended only the visits of trucks are compared: nobody knows who else had an interest in it.

Example: wharfinger parties ${name} --organization "Port of Example"`,
      )
      .action(({ organization: name }: { organization?: string }) =>
        inDatabase(async ({ db, organizations }) => {
          const { checkInterests } = await import('../cargo/interests/interest-check');
          const all = name === undefined ? await organizations.list() : [await organizations.find(name)];
          for (const each of all) {
            const { differences, named } = await checkInterests(db, organizations.actorFor(each), repair);
            for (const line of named) say(printable(line));
            const what = `${count(differences, 'interest')} ${differences === 1 ? 'differs' : 'differ'} from the records`;
            say(
              `${printable(each.name)}: ${what}${repair && differences ? `, and ${differences === 1 ? 'is' : 'are'} written anew` : ''}.`,
            );
            if (differences && !repair) fail();
          }
        }),
      );

  add(
    'check',
    'compare the interests of parties with the records that they follow from; exit 1 when they differ',
    false,
  );
  add(
    'repair',
    'write anew the interests of parties that differ from the records, a hundred at a time beside whoever works',
    true,
  );
}
