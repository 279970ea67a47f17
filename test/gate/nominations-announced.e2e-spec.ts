import { EndingNominations } from '../../src/gate/nominations/ending-nominations.service';
import { NominationExpiryService } from '../../src/gate/nominations/nomination-expiry.service';
import { aBill, aBooking, keyOf } from '../factories/cargo';
import { anAppointment, aPreAdvice, aVisit, pickUp } from '../factories/gate';
import { stayParties } from '../factories/interests';
import { codeOf, EST, FORWARDER, FRG, LINE, NominationWorld, NUMBER, OTHER } from '../factories/nominations';
import { limitedTo } from '../factories/parties';
import type { Body } from '../factories/record';
import type { Answer, Client } from '../setup/client';
import { whenWaiting } from '../setup/meanwhile';
import { useService } from '../setup/service';
import { asTest } from '../wall/guard';

/** Whoever is revoked while others are locked waits as long as another transaction lets it. */
jest.setTimeout(120_000);

describe('announcements that rest on nominations', () => {
  const service = useService();
  let client: Client;
  let owner: Client;
  let bill: Body;
  let world: NominationWorld;
  let est: Client;

  beforeEach(async () => {
    world = await NominationWorld.of(service.current);
    ({ client, owner, bill } = world);
    est = await limitedTo(client, EST);
  });

  const purposes = [pickUp(NUMBER)];
  const container = async (body: object, number = NUMBER) =>
    expect((await client.patch(`/containers/${number}`, body)).status).toBe(200);
  const announced = async (body: object = {}): Promise<Body> => {
    const answer = await est.post('/appointments', { truck: 'EST-1', purposes, ...body });
    expect(codeOf(answer)).toEqual([201, undefined, undefined]);
    return answer.body.appointment;
  };
  const shown = async ({ number }: Body) => (await client.get(`/appointments/${number}`)).body.appointment;
  const statusOf = async (appointment: Body) => (await shown(appointment)).status as string;
  const noticed = () => service.current.app.get(NominationExpiryService).noticeAll();
  const sees = async (by: Client) => (await by.get(`/containers/${NUMBER}`)).status;
  const write = (statement: string, ...values: unknown[]) =>
    service.current.query(statement, [client.organization_id, ...values]);
  const comeBack = () => container({ current_location_type: 'YardArea', current_location: 'Block A' });

  it('are neither cancelled nor in use by what was given for a stay that has ended', async () => {
    const ofBill = await world.nominated(owner, { bill_of_lading: keyOf(bill), to: EST });
    await container({ current_location_type: 'Other' });
    await comeBack();
    await container({ shipping_line: LINE.key, container_status: 'full', usage: 'import' });
    await world.passedOn({ container: NUMBER, from: LINE, to: EST });
    const appointment = await announced();
    const { advice_number } = await aPreAdvice(client, { truck: 'EST-1', purposes });
    await aVisit(client, { pre_advice_number: advice_number });
    expect((await world.revoke(owner, ofBill)).status).toBe(200);
    expect(await statusOf(appointment)).toBe('booked');
  });

  it('are cancelled with the right when they were missed, since they could be moved', async () => {
    const nomination = await world.nominated(owner, { to: EST });
    const missed = await announced();
    await write('UPDATE appointments SET missed_at = now() WHERE organization_id = $1');
    expect(await statusOf(missed)).toBe('missed');
    await world.revoke(owner, nomination);
    expect(await shown(missed)).toMatchObject({ status: 'cancelled', cancel_reason: 'Nomination revoked.' });
    expect(await sees(est)).toBe(404);
  });

  it('fall by those of the haulier, not by those of the terminal', async () => {
    const nomination = await world.nominated(owner, { to: EST });
    const ofTerminal = await anAppointment(client, { truck: 'EST-1', purposes });
    await world.revoke(owner, nomination);
    expect(await statusOf(ofTerminal)).toBe('booked');
    expect(await sees(est)).toBe(404);
  });

  it('are cancelled once nothing of them is left, one nomination after the other', async () => {
    const first = await world.nominated(owner, { to: EST });
    const second = await world.passedOn({ container: OTHER, from: LINE, to: EST });
    const appointment = await announced({ purposes: [pickUp(NUMBER), pickUp(OTHER)] });
    await world.revoke(owner, first);
    expect(await statusOf(appointment)).toBe('booked');
    await world.revoke(client, second);
    expect(await statusOf(appointment)).toBe('cancelled');
  });

  it('hold again where the haulier is nominated anew, as a pre-advice does', async () => {
    const first = await world.nominated(owner, { to: EST });
    const answer = await est.post('/pre_advices', { truck: 'EST-1', purposes });
    expect(answer.status).toBe(201);
    await world.revoke(owner, first);
    expect(await sees(est)).toBe(404);
    expect((await stayParties(client)).filter((line) => line.includes('EST'))).toEqual([]);
    expect((await est.get(`/pre_advices/${answer.body.advice_number}`)).status).toBe(200);
  });

  it('stay with a haulier that gave the right on and holds it again', async () => {
    await world.nominated(owner, { to: EST });
    const appointment = await announced();
    const given = await world.passedOn({ from: EST, to: FRG });
    await world.revoke(client, given);
    expect(await statusOf(appointment)).toBe('booked');
    expect(await sees(est)).toBe(200);
  });

  describe.each(['bill', 'booking'])('on one for a %s', (of) => {
    let nomination: Body;
    let booking: string;
    const leave = () => container(of === 'bill' ? { bill_of_ladings: [] } : { booking: null });

    beforeEach(async () => {
      booking = (await aBooking(client, { shipping_line: LINE.key })).number as string;
      if (of === 'booking') await container({ booking, bill_of_ladings: [] });
      const subject =
        of === 'bill'
          ? { bill_of_lading: keyOf(bill), from: { type: 'consignee', key: 'Lowland Fresh' } }
          : { booking, from: LINE };
      nomination = await world.passedOn({ ...subject, to: EST });
    });

    it('end with the container that leaves it, while the nomination goes on', async () => {
      const appointment = await announced();
      const advice = await est.post('/pre_advices', { truck: 'EST-1', purposes });
      expect([advice.status, await sees(est)]).toEqual([201, 200]);
      await leave();
      expect(await sees(est)).toBe(404);
      expect((await stayParties(client)).filter((line) => line.includes('EST'))).toEqual([]);
      expect(await world.statusOf(nomination)).toBe('active');
      await Promise.all([noticed(), noticed()]);
      expect(await shown(appointment)).toMatchObject({
        status: 'cancelled',
        cancel_reason: 'Nomination revoked.',
        cancelled_by: null,
      });
      expect((await est.get('/events?types[]=appointment.updated')).status).toBe(200);
      expect(await write('SELECT 1 FROM container_stays WHERE organization_id = $1 AND right_lost')).toEqual(
        [],
      );
    });

    it('stay where the container leaves it and comes back before anybody looks', async () => {
      const appointment = await announced();
      await leave();
      await container(of === 'bill' ? { bill_of_ladings: [keyOf(bill)] } : { booking });
      await noticed();
      expect([await statusOf(appointment), await sees(est)]).toEqual(['booked', 200]);
    });

    it('stay where the haulier is nominated otherwise', async () => {
      const appointment = await announced();
      await world.passedOn({ container: NUMBER, from: LINE, to: EST });
      await leave();
      await noticed();
      expect([await statusOf(appointment), await sees(est)]).toEqual(['booked', 200]);
    });
  });

  it('stay where bills are linked anew in one request', async () => {
    await world.nominated(owner, { bill_of_lading: keyOf(bill), to: EST });
    const appointment = await announced();
    const another = await aBill(client, 'M-2', {}, {});
    await container({ bill_of_ladings: [keyOf(another), keyOf(bill)] });
    await noticed();
    expect(await statusOf(appointment)).toBe('booked');
  });

  it('end with a sale at once', async () => {
    await container({ consignee: 'Lowland Fresh', bill_of_ladings: [] });
    await world.nominated(owner, { to: EST });
    await announced();
    expect((await est.post('/pre_advices', { truck: 'EST-1', purposes })).status).toBe(201);
    await container({ consignee: 'Highland Dry' });
    expect(await sees(est)).toBe(404);
  });

  it('show the container to no other haulier that the terminal sends instead', async () => {
    await world.nominated(owner, { to: EST });
    const { number } = await announced();
    const { body } = await est.post('/pre_advices', { truck: 'EST-1', purposes });
    const frg = await limitedTo(client, FRG);
    const other = { truck: 'FRG-1', trucking_company: FRG.key };
    for (const path of [`/appointments/${number}`, `/pre_advices/${body.advice_number}`]) {
      expect((await client.patch(path, other)).status).toBe(200);
      expect((await frg.get(path)).status).toBe(200);
    }
    expect([await sees(est), await sees(frg)]).toEqual([200, 404]);
  });

  it('are given to another haulier of the token only where that is nominated', async () => {
    await world.nominated(owner, { to: EST });
    const both = await limitedTo(client, EST, FRG);
    const made = { truck: 'EST-1', trucking_company: EST.key, purposes };
    const { appointment } = (await both.post('/appointments', made)).body;
    const { advice_number } = (await both.post('/pre_advices', made)).body;
    const other = { truck: 'FRG-1', trucking_company: FRG.key };
    const give = (): Promise<Answer[]> =>
      Promise.all(
        [`/appointments/${appointment.number}`, `/pre_advices/${advice_number}`].map((path) =>
          both.patch(path, other),
        ),
      );
    for (const answer of await give()) {
      expect(codeOf(answer).slice(0, 2)).toEqual([422, 'pick_up_not_allowed']);
      expect(Object.keys(answer.body.errors)).toEqual(['trucking_company']);
    }
    expect((await both.patch(`/appointments/${appointment.number}`, { comment: 'Late' })).status).toBe(200);
    await world.passedOn({ container: NUMBER, from: LINE, to: FRG });
    expect((await give()).map(({ status }) => status)).toEqual([200, 200]);
  });

  describe('are locked in the order of the gate', () => {
    /** Runs with a transaction of its own beside the service. */
    async function beside<T>(
      work: (query: (statement: string) => Promise<unknown>, commit: () => Promise<void>) => Promise<T>,
    ): Promise<T> {
      const runner = service.current.own.createQueryRunner();
      await runner.startTransaction();
      try {
        const query = (statement: string) =>
          asTest(() => runner.query(statement, [client.organization_id]) as Promise<unknown>);
        return await work(query, () => runner.commitTransaction());
      } finally {
        if (runner.isTransactionActive) await runner.rollbackTransaction();
        await runner.release();
      }
    }
    const lockOf = (table: string, condition: string, how: string) =>
      `SELECT FROM ${table} WHERE organization_id = $1 AND ${condition} FOR ${how}`;

    it('before the container when a nomination is revoked', async () => {
      const nomination = await world.nominated(owner, { to: EST });
      const appointment = await announced();
      const revoked = await beside(async (query, commit) => {
        await query(lockOf('appointments', 'true', 'UPDATE'));
        const answer = world.revoke(owner, nomination);
        await whenWaiting(service.current, 1);
        await query(lockOf('containers', `number = '${NUMBER}'`, 'NO KEY UPDATE NOWAIT'));
        await commit();
        return answer;
      });
      expect([revoked.status, await statusOf(appointment)]).toEqual([200, 'cancelled']);
    });

    it('containers before their bill, and those that joined it meanwhile behind it', async () => {
      const nomination = await world.nominated(owner, { bill_of_lading: keyOf(bill), to: EST });
      await aVisit(client, { truck: 'EST-1' });
      await beside(async (ofContainer, free) => {
        await ofContainer(lockOf('containers', `number = '${NUMBER}'`, 'NO KEY UPDATE'));
        const answer = world.revoke(owner, nomination);
        await whenWaiting(service.current, 1);
        await beside(async (ofBill, done) => {
          await ofBill(lockOf('bill_of_ladings', 'true', 'UPDATE NOWAIT'));
          await done();
        });
        await beside(async (ofBill, done) => {
          // as whoever puts a container on it has it
          await ofBill(lockOf('bill_of_ladings', 'true', 'KEY SHARE'));
          await free();
          await whenWaiting(service.current, 1);
          await container({ bill_of_ladings: [keyOf(bill)] }, OTHER);
          await beside(async (ofOther, over) => {
            await ofOther(lockOf('containers', `number = '${OTHER}'`, 'NO KEY UPDATE'));
            await done();
            await whenWaiting(service.current, 1);
            // a truck is let in for it meanwhile
            await ofOther(`INSERT INTO interchanges (organization_id, truck_visit_id, container_id, type)
              SELECT v.organization_id, v.id, c.id, 'interchange_out' FROM truck_visits v
              JOIN containers c ON c.organization_id = v.organization_id AND c.number = '${OTHER}'
              WHERE v.organization_id = $1`);
            await over();
          });
        });
        expect(codeOf(await answer).slice(0, 2)).toEqual([409, 'nomination_in_use']);
      });
    });
  });

  describe('and what is noticed beside requests', () => {
    const over = (number: unknown) =>
      write('UPDATE nominations SET valid_until = now() WHERE organization_id = $1 AND number = $2', number);

    afterEach(() => jest.restoreAllMocks());

    /** Lets the ending of some nominations fail, as where a container is locked for long. */
    function failing(fails: (nomination: { number: string }) => boolean): void {
      const ending = service.current.app.get(EndingNominations, { strict: false });
      const lock = ending.lock.bind(ending);
      jest
        .spyOn(ending, 'lock')
        .mockImplementation((each) => (fails(each) ? Promise.reject(new Error('is locked')) : lock(each)));
    }

    it('goes on after one that fails, which the next time notices', async () => {
      const [first, second] = [
        await world.nominated(owner, { to: EST }),
        await world.passedOn({ container: OTHER, from: LINE, to: FRG }),
      ];
      for (const { number } of [first, second]) await over(number);
      failing(({ number }) => number === first.number);
      await noticed();
      expect([await world.statusOf(first), await world.statusOf(second)]).toEqual(['active', 'expired']);
      jest.restoreAllMocks();
      await noticed();
      expect(await world.statusOf(first)).toBe('expired');
    });

    it('gets beyond 500 that fail', async () => {
      const { booking } = await aBooking(client, { shipping_line: LINE.key }).then(({ number }) => ({
        booking: number as string,
      }));
      const pattern = await world.passedOn({ booking, from: LINE, to: FORWARDER });
      await write(`INSERT INTO bookings (organization_id, number, shipping_line_id)
        SELECT b.organization_id, 'MANY-' || g, b.shipping_line_id FROM bookings b, generate_series(1, 501) g
        WHERE b.organization_id = $1`);
      await write(
        `INSERT INTO nominations (organization_id, number, booking_id, from_party_id, to_party_id)
         SELECT n.organization_id, b.number, b.id, n.from_party_id, n.to_party_id FROM nominations n
         JOIN bookings b ON b.organization_id = n.organization_id AND b.number LIKE 'MANY-%'
         WHERE n.organization_id = $1 AND n.number = $2`,
        pattern.number,
      );
      const last = await world.nominated(owner, { to: EST });
      await write(
        `UPDATE nominations SET valid_until = now() WHERE organization_id = $1 AND number <> $2`,
        pattern.number,
      );
      failing(({ number }) => number.startsWith('MANY-'));
      await noticed();
      expect(await world.statusOf(last)).toBe('expired');
    });
  });
});
