import type { Command } from 'commander';
import { readFileSync } from 'node:fs';
import { count } from '../common/count';
import { Unreadable } from '../edi/edifact/fault';
import { readInterchange, type Interchange } from '../edi/edifact/interchange';
import { addPrune, type Pruned, removed } from './prune-command';
import { printable } from './printable';
import type { Shell } from './shell';

/** `edi`: commands on files of messages, which need no database, and on the messages of an organization. */
export function addEdiCommands(program: Command, { say, inDatabase }: Shell, fail: () => void): void {
  const edi = program.command('edi').description('EDIFACT files, and messages with partners');
  addPrune(edi, {
    removes: 'remove the EDI interchanges of an organization from before a date, with their messages',
    note: `What is still to be read, applied, told or sent stays, and so does all of the last 30 days. Numbers of interchanges and
documents count on.`,
  }).action(({ organization: name, before }: Pruned) =>
    inDatabase(async ({ db, organizations }) => {
      const { pruneInterchanges } = await import('../edi/pruning');
      const actor = organizations.actorFor(await organizations.find(name));
      say(removed(await pruneInterchanges(db, actor, before), 'interchange'));
    }),
  );
  edi
    .command('read')
    .description(
      'say what an EDIFACT file holds and what is wrong with it, by segment; exit 1 when it is refused',
    )
    .argument('<file>', 'an interchange')
    .option('--json', 'as JSON', false)
    .addHelpText('after', '\nExample: wharfinger edi read ./4711.edi')
    .action(async (file: string, { json }: { json: boolean }) => {
      const { interchange, errors } = await reading(readFileSync(file));
      const refused = errors.length > 0 || interchange?.messages.some((each) => each.errors.length);
      if (refused) fail();
      if (json) say(JSON.stringify({ interchange, errors }, null, 2));
      else for (const line of report(interchange, errors)) say(printable(line));
    });
}

async function reading(bytes: Buffer) {
  try {
    return { interchange: await readInterchange(bytes), errors: [] };
  } catch (error) {
    if (error instanceof Unreadable) return { interchange: null, errors: [error.fault] };
    throw error;
  }
}

function report(interchange: Interchange | null, errors: { code: string; sentence: string }[]): string[] {
  if (!interchange) return errors.map(({ code, sentence }) => `refused, ${code}: ${sentence}`);
  const { control_reference, sender, recipient, character_set, syntax_version, segments_count } = interchange;
  return [
    `Interchange ${control_reference} from ${sender.id} to ${recipient.id}, ${character_set} ${syntax_version}, ${count(segments_count, 'segment')}`,
    ...interchange.warnings.map(({ code, sentence }) => `  warning, ${code}: ${sentence}`),
    ...interchange.messages.flatMap((each) => [
      `  ${each.message} ${each.directory}${each.association ? ` ${each.association}` : ''}, message ${each.reference}, ${count(each.segments_count, 'segment')}`,
      ...each.errors.map(({ code, sentence }) => `    refused, ${code}: ${sentence}`),
    ]),
  ];
}
