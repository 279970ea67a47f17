import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readInterchange } from '../../src/edi/edifact/interchange';
import { Tokenizer } from '../../src/edi/edifact/tokenizer';
import {
  readMessage,
  type MessageReader,
  type Read,
  type Settings,
} from '../../src/edi/incoming/reading/reader';

/** A file of test/fixtures/edi. */
export const ediFile = (name: string): Buffer =>
  readFileSync(join(__dirname, '../fixtures/edi', `${name}.edi`));

/** An interchange of one message in syntax version 3, of segments such as `BGM+126+X+9`. */
export function ediOf(type: string, segments: string[], set = 'UNOC'): Buffer {
  const text = [
    `UNB+${set}:3+WHAHUB+NLVLINQ01+260302:1015+1`,
    `UNH+1+${type}`,
    ...segments,
    `UNT+${segments.length + 2}+1`,
    'UNZ+1+1',
  ];
  return Buffer.from(text.map((segment) => `${segment}'`).join(''), set === 'UNOC' ? 'latin1' : 'utf8');
}

/** Reads the messages of an interchange. */
export async function readAll<T>(
  bytes: Buffer,
  reader: (settings: Settings) => MessageReader<T>,
  settings: Settings = { weight_unit: 'kg' },
): Promise<Read<T>[]> {
  const { messages } = await readInterchange(bytes);
  const read: Read<T>[] = [];
  for (const message of messages)
    read.push(await readMessage(new Tokenizer(bytes), message, reader(settings)));
  return read;
}

/** The codes of the errors and warnings of a message. */
export const codesOf = ({ findings }: Read<unknown>) => ({
  errors: findings.errors.map(({ code }) => code),
  warnings: findings.warnings.map(({ code }) => code),
});
