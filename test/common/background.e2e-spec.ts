import sql from 'sql-template-tag';
import { Background } from '../../src/common/database/write/background';
import { Unavailable } from '../../src/common/errors/database-errors';
import type { Client } from '../setup/client';
import { allPublished } from '../setup/events';
import { eventually } from '../setup/eventually';
import { useService } from '../setup/service';
import { backgroundStatements, onStatement } from '../setup/statements';
import { FINDING } from '../wall/exceptions';
import { takeComplaints } from '../wall/guard';

/** Work beside requests; `test/wall` holds each of its statements to one organization. */
describe('background work', () => {
  const service = useService({});
  const background = () => service.current.app.get(Background, { strict: false });

  it('gives organizations turns, also those that come to it meanwhile', async () => {
    const left = new Map([[1, 3], [2, 1]]); // prettier-ignore
    const done: number[] = [];
    await background().inTurns(
      'A test',
      () => Promise.resolve([...left.keys()].map((organization_id) => ({ organization_id }))),
      ({ organization_id: id }) => {
        done.push(id);
        if (id === 2) left.set(3, 1);
        left.set(id, left.get(id)! - 1);
        if (!left.get(id)) left.delete(id);
        return Promise.resolve(left.has(id));
      },
    );
    expect(done).toEqual([1, 2, 1, 3, 1]);
  });

  it('goes on with the others where that of one fails', async () => {
    const done: number[] = [];
    let rounds = 0;
    await background().inTurns(
      'A test',
      () => Promise.resolve([{ organization_id: 1 }, { organization_id: 2 }]),
      ({ organization_id: id }) => {
        done.push(id);
        if (id === 1) throw new Error('It fails.');
        return Promise.resolve(++rounds < 2);
      },
    );
    expect(done).toEqual([1, 2, 2]);
  });

  it('returns what was claimed before the database went away', async () => {
    const claimed = (...ids: number[]) =>
      background().claimInTurns(
        'A test',
        () => Promise.resolve(ids.map((organization_id) => ({ organization_id }))),
        ({ organization_id: id }) => {
          if (id === 2) throw new Unavailable('database_away');
          return Promise.resolve([id]);
        },
      );
    expect(await claimed(1, 2, 3)).toEqual([1]);
    await expect(claimed(2)).rejects.toThrow(Unavailable);
  });

  it('asks nothing of organizations that have nothing to do', async () => {
    const idle = new Set<unknown>();
    let last: Client;
    for (let n = 0; n < 30; n++) idle.add((last = await service.current.organization()).organization_id);
    await allPublished(last!);
    let rounds = 0;
    onStatement(({ text }) => void (rounds += Number(/FROM edi_channels c\s/.test(text))));
    const sent = await backgroundStatements(() => eventually('rounds', () => rounds >= 3));
    const isFinding = (text: string) => Object.values(FINDING).some((finding) => finding.test(text));
    expect(sent.some(({ text }) => isFinding(text))).toBe(true);
    // organizations that other files of tests left in this database may have work
    const ofOne = sent.filter(({ text }) => /organization/.test(text) && !isFinding(text));
    expect(ofOne.filter(({ values }) => !values || values.some((value) => idle.has(value)))).toEqual([]);
  });

  it('is found out where it writes for several organizations at once', async () => {
    await background().query(sql`UPDATE trucks SET updated_at = now() WHERE license_plate = 'none'`);
    expect(takeComplaints()).toEqual([expect.stringMatching(/^trucks of several organizations at once/)]);
  });
});
