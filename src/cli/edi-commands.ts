import type { Command } from 'commander';
import { readFileSync } from 'node:fs';
import { count } from '../common/count';
import { Unreadable } from '../edi/edifact/fault';
import { readInterchange, type Interchange } from '../edi/edifact/interchange';
import { printable } from './printable';
import type { Shell } from './shell';

/** `edi`: commands on files of messages. They need no database. */
export function addEdiCommands(program: Command, { say }: Pick<Shell, 'say'>, fail: () => void): void {
  const edi = program.command('edi').description('EDIFACT files');
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
