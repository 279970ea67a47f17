import type { Command } from 'commander';
import { readFileSync } from 'node:fs';
import { count } from '../common/count';
import { readAperak } from '../edi/acknowledgements/aperak.message';
import { readContrl } from '../edi/acknowledgements/contrl.message';
import { type Fault, Unreadable } from '../edi/edifact/fault';
import { type Interchange, type MessageHeader, readInterchange } from '../edi/edifact/interchange';
import { Tokenizer } from '../edi/edifact/tokenizer';
import { readBaplie } from '../edi/incoming/baplie/baplie.message';
import { readCoparn } from '../edi/incoming/coparn/coparn.message';
import { readCoreor } from '../edi/incoming/coreor/coreor.message';
import { readVermas } from '../edi/incoming/vermas/vermas.message';
import { readCoprar } from '../edi/incoming/coprar/coprar.message';
import { type MessageReader, readMessage, type Settings } from '../edi/incoming/reading/reader';
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

/** What reads the messages whose content is known. */
const READERS: Record<string, (settings: Settings) => MessageReader<unknown>> = {
  COPARN: readCoparn,
  COPRAR: readCoprar,
  BAPLIE: readBaplie,
  COREOR: readCoreor,
  VERMAS: readVermas,
  CONTRL: readContrl,
  APERAK: readAperak,
};

/** A message with what its content says, as far as that is known without a database. */
interface ReadMessage extends Omit<MessageHeader, 'errors'> {
  errors: Fault[];
  document_number: string | null;
  function: string | null;
  warnings: Fault[];
}

/** An interchange with the content of its messages. */
interface ReadFile extends Omit<Interchange, 'messages'> {
  messages: ReadMessage[];
}

async function reading(bytes: Buffer): Promise<{ interchange: ReadFile | null; errors: Fault[] }> {
  try {
    const interchange = await readInterchange(bytes);
    const messages: ReadMessage[] = [];
    for (const message of interchange.messages) messages.push(await withContent(bytes, message));
    return { interchange: { ...interchange, messages }, errors: [] };
  } catch (error) {
    if (error instanceof Unreadable) return { interchange: null, errors: [error.fault] };
    throw error;
  }
}

async function withContent(bytes: Buffer, message: MessageHeader): Promise<ReadMessage> {
  const reader = READERS[message.message];
  if (!reader || message.errors.length)
    return { ...message, document_number: null, function: null, warnings: [] };
  const { head, findings } = await readMessage(new Tokenizer(bytes), message, reader({ weight_unit: 'kg' }));
  return {
    ...message,
    document_number: head?.document_number ?? null,
    function: head?.function_code ?? null,
    errors: findings.errors,
    warnings: findings.warnings,
  };
}

function report(interchange: ReadFile | null, errors: Fault[]): string[] {
  if (!interchange) return errors.map(({ code, sentence }) => `refused, ${code}: ${sentence}`);
  const { control_reference, sender, recipient, character_set, syntax_version, segments_count } = interchange;
  return [
    `Interchange ${control_reference} from ${sender.id} to ${recipient.id}, ${character_set} ${syntax_version}, ${count(segments_count, 'segment')}`,
    ...interchange.warnings.map(({ code, sentence }) => `  warning, ${code}: ${sentence}`),
    ...interchange.messages.flatMap((each) => [
      `  ${each.message} ${each.directory}${each.association ? ` ${each.association}` : ''}, message ${each.reference}, ${count(each.segments_count, 'segment')}${each.document_number ? `, document ${each.document_number}` : ''}${each.function ? `, function ${each.function}` : ''}`,
      ...each.errors.map(({ code, sentence }) => `    refused, ${code}: ${sentence}`),
      ...each.warnings.map(({ code, sentence }) => `    warning, ${code}: ${sentence}`),
    ]),
  ];
}
