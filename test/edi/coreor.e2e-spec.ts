import { DueReleases } from '../../src/gate/nominations/due-releases.service';
import { aBill, aContainer, aContainerType, aManifest, holdsOf, keyOf, staysOf } from '../factories/cargo';
import { anExchange, type Exchange, interchange, send, sendOne } from '../factories/edi-upload';
import { aContainerInYard, aPreAdvice, aVisit, gateOut, pickUp } from '../factories/gate';
import { aHoldType } from '../factories/holds';
import { aFreightForwarder, aTruck, aTruckingCompany, limitedTo } from '../factories/parties';
import { type Body, next } from '../factories/record';
import { importFiles } from '../factories/transfer';
import { aTallyMove, aVoyage } from '../factories/voyages';
import type { Client } from '../setup/client';
import { allPublished, Follower } from '../setup/events';
import { useService } from '../setup/service';

const COREOR = 'COREOR:D:95B:UN';
const [A, B] = ['WHAU4142033', 'WHAU4119542'] as const;

/** The releases of containers by COREOR. */
describe('COREOR', () => {
  const service = useService();
  let client: Client;
  let hub: Exchange;
  let type: Body;
  let hour: number;
  let document: string;

  beforeEach(async () => {
    client = await service.current.organization();
    type = await aHoldType(client.as('admin'), { name: 'Line release', applied_to: 'full_imports' });
    hub = await anExchange(client, ['COREOR'], { hold_type: type.name });
    await aContainerType(client.as('admin'), { code: '20DV', iso_type_code: '22G1' });
    hour = 10;
    document = `REL${next()}`;
  });

  /** Sends a document, an hour after the one before. */
  const released = (function_: string, segments: string[], number = document) =>
    sendOne(client, hub, COREOR, [
      `BGM+129+${number}+${function_}`,
      `DTM+137:20261125${hour++}00:203`,
      `NAD+CA+${hub.line}:160:166`,
      ...segments,
    ]);
  const eqd = (number: string, ...facts: string[]) => [`EQD+CN+${number}+22G1`, ...facts];
  /** A full import of the line in the yard, which has the hold that its announcement made. */
  const imported = (number: string, body: object = {}) =>
    aContainerInYard(client, {
      number,
      container_status: 'full',
      usage: 'import',
      shipping_line: hub.line,
      ...body,
    });
  const aBillOfLine = async (bill: object = {}) =>
    aBill(client, await aManifest(client, { shipping_line: hub.line }), bill);
  const announced = async (number: string, body: object = {}) => {
    const bill = await aBillOfLine();
    return aContainer(client, {
      number,
      container_status: 'full',
      usage: 'import',
      shipping_line: hub.line,
      bill_of_ladings: [keyOf(bill)],
      ...body,
    });
  };
  const holds = async (number: string): Promise<Body[]> =>
    (await client.get(`/containers/${number}/holds`)).body.holds;
  const lifted = async (number: string) => (await holds(number)).map((hold) => hold.lifted as boolean);
  const releases = async (query = ''): Promise<Body[]> =>
    (await client.get(`/container_releases${query}`)).body.container_releases;
  const statuses = async () => (await releases()).map(({ status }) => status as string);
  const codes = ({ warnings }: Body) => warnings.map(({ code }: Body) => code as string);
  /** The plate of a truck that is inside for a container. */
  const comesFor = async (number: string) => {
    const { license_plate } = await aTruck(client);
    const { advice_number } = await aPreAdvice(client, { truck: license_plate, purposes: [pickUp(number)] });
    await aVisit(client, { pre_advice_number: advice_number });
    return license_plate as string;
  };
  const due = () => service.current.app.get(DueReleases).noticeAll();
  const availability = async (number: string, by = client) =>
    (await by.get(`/containers/${number}/availability`)).body;
  /** Lets the times of releases come or pass. */
  const setTime = (column: 'valid_from' | 'valid_until' | 'due_at', time: string) =>
    service.current.query(`UPDATE container_releases SET ${column} = ${time} WHERE organization_id = $1`, [
      client.organization_id,
    ]);

  describe('a hold type that is applied to full imports', () => {
    it('holds a container that is announced, once', async () => {
      await announced(A);
      expect(await holds(A)).toMatchObject([{ hold_type: type.name, lifted: false }]);
      await client.patch(`/containers/${A}`, { usage: null });
      await client.patch(`/containers/${A}`, { usage: 'import' });
      expect(await holds(A)).toHaveLength(1);
    });

    it('holds what a discharge list announces, and what is announced again', async () => {
      const voyage = await aVoyage(client);
      const { discharge_list } = await client.create('/discharge_lists', {
        name: `D${next()}`,
        voyage: voyage.number,
        shipping_line: hub.line,
      });
      const item = { container: A, container_status: 'full' };
      await client.create(`/discharge_lists/${discharge_list.id}/discharge_list_items`, item);
      expect(await lifted(A)).toEqual([false]);
    });

    it('holds what is discharged unannounced, and what was released before lifts it', async () => {
      for (const number of [A, B])
        await aContainer(client, {
          number,
          container_status: 'full',
          usage: 'import',
          shipping_line: hub.line,
        });
      expect(await holds(A)).toEqual([]);
      await released('9', eqd(B));
      const { number: voyage } = await aVoyage(client);
      for (const container of [A, B]) await aTallyMove(client, { voyage, container });
      expect([await lifted(A), await lifted(B), await statuses()]).toEqual([[false], [true], ['applied']]);
    });

    it('holds no empty one, no export, and nothing that a file states', async () => {
      await announced(A, { container_status: 'empty' });
      await announced(B, { usage: 'export' });
      expect([await holds(A), await holds(B)]).toEqual([[], []]);
      await client.patch(`/containers/${A}`, { container_status: 'full' });
      expect(await lifted(A)).toEqual([false]);
    });

    it('is of containers', async () => {
      const answer = await client
        .as('admin')
        .post('/hold_types', { name: 'Bills', applies_to: 'bill_of_lading', applied_to: 'full_imports' });
      expect([answer.status, answer.body.errors]).toEqual([
        422,
        { applied_to: ['A hold type that is applied by itself applies to containers.'] },
      ]);
    });
  });

  it('lifts the hold of a container that is here, and the gate lets it go', async () => {
    await imported(A);
    const truck = await comesFor(A);
    expect((await gateOut(client, truck)).status).toBe(400);
    const message = await released('9', ['RFF+RE:WHAREL118', ...eqd(A)]);
    expect(message).toMatchObject({
      status: 'applied',
      errors: [],
      warnings: [],
      subject: `COREOR ${hub.line} ${document}`,
      changes: { container_releases: { created: 1 } },
    });
    expect(await holds(A)).toMatchObject([
      { lifted: true, reference_number: 'WHAREL118', lifted_until: null },
    ]);
    expect(await releases()).toMatchObject([
      {
        container: { number: A },
        hold_type: type.name,
        document_number: document,
        reference: 'WHAREL118',
        status: 'applied',
        applied_at: expect.any(String),
        edi_message: { id: message.id },
      },
    ]);
    expect(await availability(A)).toMatchObject({
      available: true,
      released_by: { reference: 'WHAREL118', edi_message: { id: message.id } },
      released_until: null,
    });
    expect((await gateOut(client, truck)).status).toBe(200);
    expect(await statuses()).toEqual(['over']);
  });

  it('lifts it until the end of a day, whatever the format, and then the hold returns', async () => {
    await imported(A);
    await released('9', ['DTM+36:20991231:203', ...eqd(A)]);
    const { released_until, holds_lifted_for_a_time } = await availability(A);
    expect(released_until).toBe(holds_lifted_for_a_time[0].lifted_until);
    expect(new Date(released_until).getTime()).toBeGreaterThan(Date.parse('2099-12-31T20:00:00Z'));
    expect(await releases()).toMatchObject([{ valid_until: released_until }]);
  });

  it('takes terms at containers before those at the head', async () => {
    await imported(A);
    await imported(B);
    await released('9', [
      'RFF+REO:HEAD',
      'DTM+36:20991231:102',
      ...eqd(A, 'RFF+RE:OWN', 'DTM+36:20981231:102'),
      ...eqd(B),
    ]);
    const [own, common] = await releases();
    expect([own!.reference, common!.reference]).toEqual(['OWN', 'HEAD']);
    expect(own!.valid_until < common!.valid_until).toBe(true);
  });

  it('keeps the release of a container that is not known, and applies it when that is announced', async () => {
    const message = await released('9', eqd(A));
    expect([codes(message), await statuses()]).toEqual([[], ['kept']]);
    expect((await releases())[0]!.container).toEqual({ id: null, number: A });
    await announced(A);
    expect(await lifted(A)).toEqual([true]);
    expect(await statuses()).toEqual(['applied']);
    await allPublished(client);
    const events: Body[] = await new Follower(client, 'types[]=container_release.applied').read();
    expect(events.map(({ data }) => data.container.number)).toEqual([A]);
  });

  it('keeps it for one that is announced without a hold, and lifts the hold that a clerk applies later', async () => {
    await client.as('admin').patch(`/hold_types/${type.id}`, { applied_to: 'none' });
    await announced(A);
    await released('9', eqd(A));
    expect(await statuses()).toEqual(['kept']);
    expect(await availability(A)).toMatchObject({ released_by: { reference: null } });
    await client.put(`/containers/${A}/holds/${type.id}/apply`);
    expect([await lifted(A), await statuses()]).toEqual([[true], ['applied']]);
    // a release lifts one hold
    await client.put(`/containers/${A}/holds/${type.id}/apply`);
    expect(await lifted(A)).toEqual([true, false]);
  });

  it('warns without a hold of a container that is here or gone, and does nothing else', async () => {
    await imported(A, { usage: 'export' });
    const message = await released('9', eqd(A));
    expect([message.status, codes(message), await releases()]).toEqual(['applied', ['hold_missing'], []]);
  });

  it('warns of an end that is past', async () => {
    await imported(A);
    const message = await released('9', ['DTM+36:20200101:102', ...eqd(A)]);
    expect([codes(message), await lifted(A), await releases()]).toEqual([['release_over'], [false], []]);
  });

  it('keeps a release until its time begins', async () => {
    await imported(A);
    await released('9', ['DTM+7:20991201:102', ...eqd(A)]);
    await due();
    expect([await lifted(A), await statuses()]).toEqual([[false], ['kept']]);
    expect((await availability(A)).released_by).toBeNull();
    await setTime('valid_from', 'now()');
    await setTime('due_at', 'now()');
    await Promise.all([due(), due()]);
    expect([await lifted(A), await statuses()]).toEqual([[true], ['applied']]);
  });

  it('applies no release whose end has come meanwhile', async () => {
    await released('9', ['DTM+36:20991201:102', ...eqd(A)]);
    await setTime('valid_until', 'now()');
    await announced(A);
    expect([await lifted(A), await statuses()]).toEqual([[false], ['over']]);
  });

  it('goes with a container that is deleted', async () => {
    await client.as('admin').patch(`/hold_types/${type.id}`, { applied_to: 'none' });
    await announced(A);
    await released('9', eqd(A));
    await client.patch(`/containers/${A}`, { bill_of_ladings: [] });
    await client.patch(`/containers/${A}`, { bill_of_ladings: [keyOf(await aBillOfLine())] });
    const deleted = await client.delete(`/containers/${A}`);
    expect([deleted.status, await statuses()]).toEqual([200, []]);
  });

  it('is over with the stay, and lifts no hold of the next one', async () => {
    await client.as('admin').patch(`/hold_types/${type.id}`, { applied_to: 'none' });
    await announced(A);
    await released('9', eqd(A));
    const [stay] = await staysOf(client, A);
    await service.current.query(
      `UPDATE container_stays SET status = 'departed', in_at = now(), out_at = now() WHERE organization_id = $1 AND id = $2`,
      [client.organization_id, stay!.id],
    );
    await client.as('admin').patch(`/hold_types/${type.id}`, { applied_to: 'full_imports' });
    const bill_of_ladings = [keyOf(await aBillOfLine())];
    await client.patch(`/containers/${A}`, { usage: 'import', container_status: 'full', bill_of_ladings });
    expect([await lifted(A), await statuses()]).toEqual([[false], ['over']]);
  });

  it('waits again when the stay is cancelled', async () => {
    await client.as('admin').patch(`/hold_types/${type.id}`, { applied_to: 'none' });
    await announced(A);
    await released('9', eqd(A));
    await client.patch(`/containers/${A}`, { bill_of_ladings: [] });
    expect(await statuses()).toEqual(['kept']);
    await client.as('admin').patch(`/hold_types/${type.id}`, { applied_to: 'full_imports' });
    const bill_of_ladings = [keyOf(await aBillOfLine())];
    await client.patch(`/containers/${A}`, { usage: 'import', container_status: 'full', bill_of_ladings });
    expect([await lifted(A), await statuses()]).toEqual([[true], ['applied']]);
  });

  describe('a further document', () => {
    it('cancels: the holds are applied again, and what is kept is no more', async () => {
      await imported(A);
      await released('9', [...eqd(A), ...eqd(B)]);
      const message = await released('1', []);
      expect(message).toMatchObject({ status: 'applied', changes: { container_releases: { removed: 2 } } });
      expect([await lifted(A), await statuses()]).toEqual([
        [true, false],
        ['cancelled', 'cancelled'],
      ]);
      await announced(B);
      expect(await lifted(B)).toEqual([false]);
      expect((await availability(A)).released_by).toBeNull();
    });

    it('cancels the release of a container that has left, which stays released', async () => {
      await imported(A);
      await released('9', eqd(A));
      expect((await gateOut(client, await comesFor(A))).status).toBe(200);
      const message = await released('1', []);
      expect([codes(message), message.changes.container_releases.left]).toEqual([['left'], 1]);
    });

    it('replaces: what it no longer names is held again, what it names as before is left as it is', async () => {
      await imported(A);
      await imported(B);
      await released('9', [...eqd(A), ...eqd(B)]);
      const message = await released('5', eqd(B));
      expect(message.changes.container_releases).toMatchObject({ removed: 1, unchanged: 1 });
      expect([await lifted(A), await lifted(B)]).toEqual([[true, false], [true]]);
    });

    it('changes the end of a release, adds and removes containers', async () => {
      await imported(A);
      await imported(B);
      await released('9', eqd(A));
      await released('4', ['DTM+36:20991231:102', ...eqd(A)]);
      expect((await availability(A)).released_until).not.toBeNull();
      await released('2', eqd(B));
      expect(await lifted(B)).toEqual([true]);
      await released('3', eqd(B));
      expect((await holds(B)).at(-1)!.lifted).toBe(false);
      expect((await holds(A)).at(-1)!.lifted).toBe(true);
    });

    it('changes nothing that no document states', async () => {
      for (const function_ of ['1', '3', '4'])
        expect(await released(function_, eqd(A))).toMatchObject({
          status: 'refused',
          errors: [{ code: 'nothing_to_change' }],
        });
    });

    it('of another number stands beside it', async () => {
      await imported(A);
      await imported(B);
      await released('9', eqd(A));
      await released('9', eqd(B), `${document}B`);
      await released('1', [], `${document}B`);
      expect([(await holds(A)).at(-1)!.lifted, (await holds(B)).at(-1)!.lifted]).toEqual([true, false]);
    });
  });

  describe('a bill of lading', () => {
    it('without containers is all that is on it, also what is put on it later', async () => {
      const bill = await aBillOfLine();
      const on = { bill_of_ladings: [keyOf(bill)] };
      await imported(A, on);
      const message = await released('9', [`RFF+BM:${bill.number}`]);
      expect([message.status, codes(message)]).toEqual(['applied', []]);
      expect(await lifted(A)).toEqual([true]);
      await announced(B, on);
      expect(await lifted(B)).toEqual([true]);
      expect(await releases()).toMatchObject([
        { container: null, bill_of_lading_number: bill.number, status: 'kept' },
        { container: { number: A }, status: 'applied' },
        { container: { number: B }, status: 'applied' },
      ]);
      await released('1', []);
      expect([(await holds(A)).at(-1)!.lifted, (await holds(B)).at(-1)!.lifted]).toEqual([false, false]);
    });

    it('that is not known is kept until containers are on it', async () => {
      await released('9', ['RFF+BM:BL-LATER']);
      const bill = await aBillOfLine({ number: 'BL-LATER' });
      await imported(A, { bill_of_ladings: [keyOf(bill)] });
      expect(await lifted(A)).toEqual([true]);
    });

    it('has its own hold lifted, where the type is of bills', async () => {
      const ofBills = await aHoldType(client.as('admin'), { name: 'Freight', applies_to: 'bill_of_lading' });
      hub = await anExchange(client, ['COREOR'], { hold_type: ofBills.name });
      const bill = await aBillOfLine();
      await client.put(`${holdsOf(bill)}/${ofBills.id}`);
      await imported(A, { bill_of_ladings: [keyOf(bill)] });
      await client.as('admin').patch(`/hold_types/${type.id}`, { applied_to: 'none' });
      const held = async () =>
        (await availability(A)).holds.map(({ hold_type }: Body) => hold_type as string);
      expect(await held()).toContain('Freight');
      await released('9', eqd(A));
      expect(await held()).not.toContain('Freight');
      expect(await releases()).toMatchObject([{ bill_of_lading_number: bill.number, status: 'applied' }]);
      await released('1', []);
      expect(await held()).toContain('Freight');
    });
  });

  describe('who collects', () => {
    const nominations = async (): Promise<Body[]> => (await client.get('/nominations')).body.nominations;

    it('is nominated by the line, by code or name, and revoked with the release', async () => {
      await aTruckingCompany(client, { code: 'EST', name: 'Estuary Haulage' });
      await imported(A);
      await released('9', ['NAD+CB+est:160:ZZZ', ...eqd(A)]);
      expect(await nominations()).toMatchObject([
        {
          container: { number: A },
          from: { type: 'shipping_line', key: hub.line },
          to: { type: 'trucking_company', key: 'EST' },
          reference: document,
          status: 'active',
        },
      ]);
      expect(await releases()).toMatchObject([
        { trucking_company: { code: 'EST' }, nomination: { id: (await nominations())[0]!.id } },
      ]);
      await released('1', []);
      expect(await nominations()).toMatchObject([
        { status: 'revoked', revoke_reason: `Document ${document}.` },
      ]);
    });

    it('is the forwarder by its VAT number, which passes it on to the haulier', async () => {
      await aTruckingCompany(client, { code: 'EST', name: 'Estuary Haulage' });
      await aFreightForwarder(client, { name: 'Delta Forwarding', vat_number: 'NL001234567B01' });
      await imported(A);
      await released('9', ['NAD+CB+++Estuary Haulage', 'NAD+FW+NL001234567B01', ...eqd(A)]);
      expect(await nominations()).toMatchObject([
        { to: { type: 'freight_forwarder' }, status: 'passed_on' },
        { from: { type: 'freight_forwarder' }, to: { key: 'EST' }, status: 'active' },
      ]);
      await released('1', []);
      expect((await nominations()).map(({ status }) => status)).toEqual(['revoked', 'revoked']);
    });

    it('is whom a word of the partner names, before codes and names', async () => {
      await aTruckingCompany(client, { code: 'EST', name: 'Estuary Haulage' });
      await aTruckingCompany(client, { code: 'H77', name: 'Other' });
      const { name, edi_id } = hub.partner;
      await client.as('admin').create('/edi_codes', {
        partner: { name, edi_id },
        list: 'trucking_company',
        theirs: 'H77',
        ours: 'EST',
      });
      await imported(A);
      await released('9', ['NAD+CB+H77', ...eqd(A)]);
      expect(await nominations()).toMatchObject([{ to: { key: 'EST' } }]);
    });

    it('is nominated once the container is announced', async () => {
      await aTruckingCompany(client, { code: 'EST' });
      await released('9', ['NAD+CB+EST', ...eqd(A)]);
      await due();
      expect(await nominations()).toEqual([]);
      await announced(A);
      await Promise.all([due(), due()]);
      expect(await nominations()).toMatchObject([{ container: { number: A }, to: { key: 'EST' } }]);
    });

    it('is nominated for a bill of lading once that is known', async () => {
      await aTruckingCompany(client, { code: 'EST' });
      await released('9', ['NAD+CB+EST', 'RFF+BM:BL-LATER']);
      await aBillOfLine({ number: 'BL-LATER' });
      await due();
      expect(await nominations()).toMatchObject([{ bill_of_lading: { number: 'BL-LATER' } }]);
    });

    it('is in the notes of the hold where nobody knows it', async () => {
      await imported(A);
      const message = await released('9', ['NAD+CB+X1++Nobody Haulage', ...eqd(A)]);
      expect(codes(message)).toEqual(['party_unknown']);
      expect(await holds(A)).toMatchObject([{ lifted: true, notes: 'Nobody Haulage' }]);
      expect(await nominations()).toEqual([]);
    });

    it('is a warning where another nomination of the line stands', async () => {
      await aTruckingCompany(client, { code: 'EST' });
      await aTruckingCompany(client, { code: 'FRG' });
      await imported(A);
      await client.create('/nominations', {
        container: A,
        from: { type: 'shipping_line', key: hub.line },
        to: { type: 'trucking_company', key: 'EST' },
      });
      const message = await released('9', ['NAD+CB+FRG', ...eqd(A)]);
      expect([message.status, codes(message)]).toEqual(['applied', ['nomination_stands']]);
      expect([await lifted(A), (await nominations()).length]).toEqual([[true], 1]);
    });
  });

  it('touches the containers of its lines alone', async () => {
    const other = await anExchange(client, []);
    await imported(A, { shipping_line: other.line });
    expect(await released('9', eqd(A))).toMatchObject({
      status: 'refused',
      errors: [{ code: 'unknown_reference', sentence: expect.stringContaining(A) as string }],
    });
    await released('9', eqd(B));
    await announced(B, { shipping_line: other.line });
    expect([await lifted(B), await statuses()]).toEqual([[false], ['kept']]);
  });

  it('tells the line by which message it is released, and whoever collects until when', async () => {
    await aTruckingCompany(client, { code: 'EST' });
    await imported(A);
    const message = await released('9', ['NAD+CB+EST', 'DTM+36:20991231:102', 'RFF+RE:R118', ...eqd(A)]);
    const line = await limitedTo(client, { type: 'shipping_line', key: hub.line });
    const haulier = await limitedTo(client, { type: 'trucking_company', key: 'EST' });
    const { released_until } = await availability(A);
    expect(await availability(A, line)).toMatchObject({
      released_by: { reference: 'R118', edi_message: { id: message.id } },
      released_until,
    });
    expect(await availability(A, haulier)).toMatchObject({ released_by: null, released_until });
  });

  describe('in files', () => {
    const line = {
      document_number: 'REL-1',
      container_number: A,
      hold_type: 'Line release',
      status: 'kept',
    };

    it('is stated as it is, and lifts what is announced later', async () => {
      const files = { 'container_releases.ndjson': [{ ...line, shipping_line: hub.line }] };
      expect((await importFiles(client, files)).bad).toEqual([]);
      await announced(A);
      expect([await lifted(A), await statuses()]).toEqual([[true], ['applied']]);
    });

    it('names what is known, a container or a bill, and says when it ended', async () => {
      const shipping_line = hub.line;
      const { bad } = await importFiles(client, {
        'container_releases.ndjson': [
          { ...line, shipping_line: 'NOBODY' },
          { ...line, shipping_line, container_number: null },
          { ...line, shipping_line, status: 'applied' },
          { ...line, shipping_line, status: 'cancelled' },
          { ...line, shipping_line, valid_from: '2026-11-21T00:00:00Z', valid_until: '2026-11-20T00:00:00Z' },
        ],
      });
      expect(bad.map((each) => each.replace(/^\S+ /, ''))).toEqual([
        "shipping_line: 'NOBODY' is unknown",
        expect.stringContaining('names a container or a bill of lading'),
        expect.stringContaining('has the time of that'),
        expect.stringContaining('has the time of that'),
        expect.stringContaining('cannot end before it begins'),
      ]);
    });

    it('holds no container that a file announces', async () => {
      const container = {
        number: B,
        container_status: 'full',
        usage: 'import',
        shipping_line: hub.line,
        stay: 1,
      };
      const stay = {
        container: B,
        number: 1,
        status: 'announced',
        usage: 'import',
        container_status: 'full',
      };
      const files = { 'containers.ndjson': [container], 'container_stays.ndjson': [stay] };
      expect((await importFiles(client, files)).bad).toEqual([]);
      expect([await holds(B), (await staysOf(client, B)).length]).toEqual([[], 1]);
    });
  });

  it.each([
    ['a document of another kind', ['BGM+640+D1+9', 'EQD+CN+WHAU4142033'], 'message_unknown'],
    ['neither a container nor a bill', ['BGM+129+D1+9'], 'invalid'],
    ['a container without a number', ['BGM+129+D1+9', 'EQD+CN++22G1'], 'invalid'],
    ['no number of a document', ['BGM+129++9', 'EQD+CN+WHAU4142033'], 'missing'],
  ])('is refused with %s', async (_what, [bgm, ...segments], code) => {
    const message = await sendOne(client, hub, COREOR, [bgm!, `NAD+CA+${hub.line}:160:166`, ...segments]);
    expect([message.status, message.errors[0].code]).toEqual(['refused', code]);
  });

  it('has a hold type in its flow, which other flows have not', async () => {
    const { name, edi_id } = hub.partner;
    const flow = { name: `F${next()}`, partner: { name, edi_id }, direction: 'in', all_lines: true };
    for (const [body, code] of [
      [{ message: 'COREOR' }, 'missing'],
      [{ message: 'COPARN', hold_type: type.name }, 'mismatch'],
    ] as const) {
      const answer = await client.as('admin').post('/edi_flows', { ...flow, ...body });
      expect([answer.status, answer.body.code, Object.keys(answer.body.errors)]).toEqual([
        422,
        code,
        ['hold_type'],
      ]);
    }
  });

  it('is tried without effect by a preview', async () => {
    await imported(A);
    const [message] = await send(
      client,
      interchange(hub, [[COREOR, [`BGM+129+${document}+9`, `NAD+CA+${hub.line}:160:166`, ...eqd(A)]]]),
      '?dry_run=true',
    );
    expect(message).toMatchObject({ status: 'waiting', changes: { container_releases: { created: 1 } } });
    expect([await lifted(A), await releases()]).toEqual([[false], []]);
  });

  it('lifts a hold once, whatever happens at once', async () => {
    await released('9', eqd(A));
    await Promise.all([announced(A), released('1', [])]);
    const [release] = await releases();
    const inForce = (await holds(A)).some((hold) => !hold.lifted);
    expect([release!.status, inForce]).toEqual(['cancelled', true]);
  });

  it('lists releases by container, bill, document and status, and shows parties their own', async () => {
    await released('9', ['RFF+BM:BL-9', ...eqd(A), ...eqd(B)]);
    const keys = async (query: string) =>
      (await releases(query)).map((each) => each.container.number as string);
    expect(await keys(`?container_number=whau 4142033`)).toEqual([A]);
    expect(await keys(`?bill_of_lading_number=BL-9`)).toEqual([A, B]);
    expect(await keys(`?document_number=${document}&status=kept`)).toEqual([A, B]);
    expect(await keys(`?status=applied`)).toEqual([]);
    const [first] = await releases();
    expect((await client.get(`/container_releases/${first!.id}`)).body.container_release).toEqual(first);
    const line = await limitedTo(client, { type: 'shipping_line', key: hub.line });
    const other = await limitedTo(client, {
      type: 'shipping_line',
      key: (await anExchange(client, [])).line,
    });
    expect((await line.get('/container_releases')).body.container_releases).toMatchObject([
      { container: { number: A }, hold_type: 'On hold', status: 'kept' },
      { container: { number: B } },
    ]);
    expect((await other.get('/container_releases')).body.container_releases).toEqual([]);
    expect((await other.get(`/container_releases/${first!.id}`)).status).toBe(404);
  });
});
