import { codesOf, ediFile, ediOf, readAll } from '../../../test/factories/edi-messages';
import { readContrl } from './contrl.message';

const read = async (bytes: Buffer) => (await readAll(bytes, readContrl))[0]!;
const of = (...segments: string[]) => read(ediOf('CONTRL:D:3:UN', segments));

describe('a CONTRL', () => {
  it('acknowledges an interchange', async () => {
    expect((await read(ediFile('contrl-accepted'))).content).toEqual({
      control_reference: '1',
      sender: 'NLVLINQ01',
      recipient: 'WHAHUB',
      action: 'acknowledged',
      error: null,
      messages: [],
    });
    expect((await of('UCI+4711+US:ZZ+THEM:14+8')).content).toMatchObject({
      action: 'acknowledged',
      sender: 'US',
    });
  });

  it('rejects one, with its reason', async () => {
    const { content } = await read(ediFile('contrl-rejected'));
    expect(content).toMatchObject({
      control_reference: '2',
      action: 'rejected',
      error: { code: 'rejected', sentence: 'An error of no particular kind (18).', tag: null },
    });
  });

  it('rejects a message, with errors by their place', async () => {
    const { content } = await read(ediFile('contrl-message-rejected'));
    expect(content).toMatchObject({ control_reference: '3', action: 'acknowledged' });
    expect(content!.messages).toMatchObject([
      {
        reference: '1',
        message: 'CODECO',
        action: 'rejected',
        errors: [
          { tag: 'EQD', segment: null, sentence: 'A value is invalid (12).' },
          { segment: 6, element: null, sentence: 'Segment 6: a value is invalid (12).' },
          {
            segment: 6,
            element: 2,
            component: 1,
            sentence: 'Segment 6: element 2, component 1: a value is invalid (12).',
          },
        ],
      },
    ]);
  });

  it('tells codes that nobody knows as they come', async () => {
    const { content } = await of('UCI+1+A+B+4+99+UNB');
    expect(content!.error).toMatchObject({ sentence: "Error '99'.", tag: 'UNB' });
  });

  it('is refused without an interchange, or with another action', async () => {
    for (const segments of [[], ['UCI++A+B+7'], ['UCI+1+A+B+5'], ['UCI+1+A+B']]) {
      const found = await of(...segments);
      expect(codesOf(found).errors).toEqual(['invalid']);
      expect(found.content).toBeNull();
    }
    expect(codesOf(await of('UCI+1+A+B+7', 'UCM+1+CODECO+toString')).errors).toEqual(['invalid']);
  });

  it('keeps 1,000 messages, and 200 errors of each', async () => {
    const messages = (count: number) =>
      of('UCI+1+A+B+7', ...Array.from({ length: count }, (_, n) => `UCM+${n}+CODECO+7`));
    expect((await messages(1_000)).content!.messages).toHaveLength(1_000);
    expect(codesOf(await messages(1_001)).errors).toEqual(['too_large']);
    const { content } = await of(
      'UCI+1+A+B+7',
      'UCM+1+CODECO+4',
      ...Array.from({ length: 300 }, (_, n) => `UCS+${n + 1}+12`),
    );
    expect(content!.messages[0]!.errors).toHaveLength(200);
  });
});
