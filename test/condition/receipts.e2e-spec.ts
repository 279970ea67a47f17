import { aBooking, aChassis, aDockReceipt } from '../factories/cargo';
import {
  aContainerInYard,
  aGate,
  aNewContainer,
  aPreAdvice,
  aVisit,
  aVisitFor,
  dropOff,
  gateOut,
  pickUp,
} from '../factories/gate';
import { aFile, aPdf, aPicture } from '../factories/files';
import { aShippingLine, aTruck, aTruckDriver, aTruckingCompany, limitedTo } from '../factories/parties';
import type { Body } from '../factories/record';
import { exportFiles, importFiles } from '../factories/transfer';
import type { Client } from '../setup/client';
import { eventually } from '../setup/eventually';
import { inTurn } from '../setup/meanwhile';
import { pagesOf } from '../setup/pdf-text';
import { useService } from '../setup/service';
import { statementsOf } from '../setup/statements';

describe('receipts of handovers', () => {
  const service = useService();
  let client: Client;

  beforeEach(async () => {
    client = await service.current.organization({ time_zone: 'Europe/Amsterdam' });
  });

  const numbers = async () => {
    const { body } = await client.get('/receipts');
    return (body.receipts as Body[]).map(({ number }) => number as string).sort();
  };
  const year = new Date().getFullYear();
  const eir = (n: number, issue = 1) =>
    `EIR-${year}-${String(n).padStart(6, '0')}${issue > 1 ? `/${issue}` : ''}`;
  const fetchFile = async (path: string, of: Client = client) =>
    service.current.app.inject({
      url: `/api/v1${path}`,
      headers: { authorization: `Token ${of.tokens.read}` },
    });
  const renumber = (number: string) =>
    client.post(`/containers/${number}/renumber`, { number: 'NEWU9999999', reason: 'Read wrongly' });
  const pathOf = (visit: Body, at = 0) =>
    `/truck_visits/${visit.id}/interchanges/${visit.interchanges[at].id}`;
  const receiptOf = async (visit: Body, at = 0): Promise<Body> =>
    (await client.get(`${pathOf(visit, at)}/receipt`)).body.receipt;

  /** A visit that has dropped a new container off and left. */
  async function dropped(cargo: object = {}, visit: object = {}): Promise<Body> {
    const inside = await aVisitFor(client, [dropOff(await aNewContainer(client, cargo))], visit);
    expect((await gateOut(client, inside.truck.license_plate, {})).status).toBe(200);
    return inside;
  }

  describe('are issued', () => {
    it('at gate-out, with what was handed over, of a series without gaps', async () => {
      const terminal = await client.create('/terminals', { name: 'North', address: 'Quay 1\n4455 TA' });
      const gate = await aGate(client, { name: 'In 1', terminal: 'North' });
      const company = await aTruckingCompany(client);
      const driver = await aTruckDriver(client, { firstname: 'Anneke', lastname: 'Vroom' });
      const visit = await dropped({ weight: 21_000 }, { gate: 'In 1' });
      expect(terminal.terminal.address).toBe('Quay 1\n4455 TA');
      expect([gate.name, company.code, driver.license_number]).toBeDefined();
      const receipt = await receiptOf(visit);
      const [{ container }] = visit.interchanges;
      expect(receipt).toMatchObject({
        number: eir(1),
        issue: 1,
        status: 'issued',
        type: 'interchange_in',
        interchange_id: visit.interchanges[0].id,
        truck_visit: { id: visit.id },
        document: {
          gate: 'In 1',
          terminal: { name: 'North', address: 'Quay 1\n4455 TA' },
          truck: visit.truck.license_plate,
          language: 'en',
          time_zone: 'Europe/Amsterdam',
          weight_unit: 'kg',
          container: {
            number: container.number,
            status: 'full',
            weight: 21_000,
            seals: [],
            reefer: null,
            dangerous_goods: [],
          },
          bills_of_lading: [],
        },
      });
      await dropped();
      expect(await numbers()).toEqual([eir(1), eir(2)]);
    });

    it('at a gate-in that completes at once, and at the desk', async () => {
      const { advice_number } = await aPreAdvice(client, {
        purposes: [dropOff(await aNewContainer(client)), dropOff(await aNewContainer(client))],
      });
      const visit = await aVisit(client, {
        pre_advice_number: advice_number,
        interchanges_completed_at: new Date().toISOString(),
      });
      expect([(await receiptOf(visit, 0)).number, (await receiptOf(visit, 1)).number]).toEqual([
        eir(1),
        eir(2),
      ]);
      const other = await aVisitFor(client, [dropOff(await aNewContainer(client))]);
      expect((await client.get(`${pathOf(other)}/receipt`)).status).toBe(404);
      await client.patch(`/interchanges/${other.interchanges[0].id}`, { completed: true });
      expect((await receiptOf(other)).number).toBe(eir(3));
      await gateOut(client, other.truck.license_plate, {});
      expect(await numbers()).toEqual([eir(1), eir(2), eir(3)]);
    });

    it('of containers that leave, with the seals put on at gate-out', async () => {
      const { number } = await aContainerInYard(client);
      const visit = await aVisitFor(client, [pickUp(number)]);
      await gateOut(client, visit.truck.license_plate, {
        container_seals: [{ container_number: number, seal: 'NL902417' }],
      });
      const receipt = await receiptOf(visit);
      expect([receipt.type, receipt.issue, receipt.document.container.seals]).toEqual([
        'interchange_out',
        1,
        ['NL902417'],
      ]);
    });

    it('of a chassis', async () => {
      const purpose = dropOff({ cargo_type: 'chassis', chassis_number: 'WHAZ4003730' });
      await client.create('/chassis', { number: 'WHAZ4003730' });
      const visit = await aVisitFor(client, [purpose]);
      await gateOut(client, visit.truck.license_plate, {});
      const { document } = await receiptOf(visit);
      expect([document.container, document.chassis]).toEqual([null, 'WHAZ4003730']);
    });

    it('to nobody else who asks by another visit', async () => {
      const [one, other] = [await dropped(), await dropped()];
      const path = `/truck_visits/${one.id}/interchanges/${other.interchanges[0].id}`;
      for (const each of ['receipt', 'receipts', 'receipt.pdf'])
        expect((await client.get(`${path}/${each}`)).status).toBe(404);
    });

    it('by the series of the organization, behind what is taken', async () => {
      await client.create('/number_series', { document_type: 'receipt', prefix: 'R{year}/', digits: 4 });
      const visit = await dropped();
      expect((await receiptOf(visit)).number).toBe(`R${year}/0001`);
      const driver = await aTruckDriver(client);
      await client.patch(`/truck_visits/${visit.id}`, { truck_driver_id: driver.id });
      expect((await receiptOf(visit)).number).toBe(`R${year}/0001/2`);
    });
  });

  describe('are corrected', () => {
    it('by another driver, and state all else as it was', async () => {
      const visit = await dropped();
      const first = await receiptOf(visit);
      const driver = await aTruckDriver(client, { firstname: 'Anneke', lastname: 'Vroom' });
      await client.patch(`/shipping_lines/${first.document.container.shipping_line.code}`, {
        name: 'Renamed',
      });
      await client.patch(`/truck_visits/${visit.id}`, { truck_driver_id: driver.id });
      const second = await receiptOf(visit);
      expect(second).toMatchObject({
        number: eir(1, 2),
        issue: 2,
        status: 'corrected',
        driver_name: 'Anneke Vroom',
        driver_license: driver.license_number,
        document: first.document,
      });
      const { body } = await client.get(`${pathOf(visit)}/receipts`);
      expect(body.receipts.map(({ number }: Body) => number)).toEqual([eir(1), eir(1, 2)]);
      const old = (await client.get(`${pathOf(visit)}/receipt?issue=1`)).body.receipt;
      expect(old).toEqual(first);
      expect((await client.get(`${pathOf(visit)}/receipt?issue=3`)).status).toBe(404);
    });

    it('not by the same driver, nor by a comment', async () => {
      const driver = await aTruckDriver(client);
      const visit = await dropped();
      for (const body of [
        { truck_driver_id: driver.id },
        { truck_driver_id: driver.id },
        { comment: 'Late' },
      ])
        await client.patch(`/truck_visits/${visit.id}`, body);
      expect(await numbers()).toEqual([eir(1), eir(1, 2)]);
    });

    it('by the chassis that is named later', async () => {
      const visit = await dropped();
      await client.create('/chassis', { number: 'WHAZ4003730' });
      await client.patch(`/interchanges/${visit.interchanges[0].id}`, { chassis: 'WHAZ4003730' });
      const receipt = await receiptOf(visit);
      expect([receipt.number, receipt.status, receipt.document.chassis]).toEqual([
        eir(1, 2),
        'corrected',
        'WHAZ4003730',
      ]);
    });

    it('not by renaming or renumbering', async () => {
      const visit = await dropped();
      const { number } = visit.interchanges[0].container;
      expect((await renumber(number)).status).toBe(200);
      expect(await numbers()).toEqual([eir(1)]);
      expect((await receiptOf(visit)).document.container.number).toBe(number);
      expect((await client.get('/receipts?container_number=NEWU9999999')).body.receipts).toHaveLength(1);
    });
  });

  describe('state the inspection', () => {
    const dent = { damage_type: 'DT', component: 'PAA', location: 'LB2N', severity: 'minor' };
    beforeEach(async () => {
      await client.create('/damage_types', { code: 'DT', name: 'Dented' });
      await client.create('/damage_components', { code: 'PAA', name: 'Panel' });
    });

    it('with damages found and known, and not their repair', async () => {
      const cargo = await aNewContainer(client);
      const visit = await aVisitFor(client, [dropOff(cargo)]);
      const damages = `/containers/${cargo.container_number}/damages`;
      await client.create(damages, { ...dent, location: 'RB1N' });
      const inspected = await client.post(`${pathOf(visit)}/inspection`, {
        condition: 'damaged',
        is_clean: true,
        notes: 'Wet',
        damages: [dent],
      });
      expect(inspected.status).toBe(201);
      await gateOut(client, visit.truck.license_plate, {});
      const { document } = await receiptOf(visit);
      expect(document).toMatchObject({
        condition: 'damaged',
        is_clean: true,
        remarks: 'Wet',
        damages: [
          {
            damage_type: { code: 'DT', name: 'Dented' },
            component: { code: 'PAA', name: 'Panel' },
            location: 'LB2N',
            severity: 'minor',
            quantity: 1,
          },
        ],
        known: [{ location: 'RB1N' }],
      });
      const { rawPayload } = await fetchFile(`${pathOf(visit)}/receipt.pdf`);
      expect(pagesOf(rawPayload)[0]).toContain('Dented, Panel');
      await client.post(`${damages}/${document.damages[0].id}/repair`, {});
      expect(await numbers()).toEqual([eir(1)]);
      await client.post(`${damages}/${document.known[0].id}/withdraw`, { reason: 'Not this one' });
      const after = await receiptOf(visit);
      expect([after.number, after.status, after.document.known]).toEqual([eir(1, 2), 'corrected', []]);
      expect(after.document.damages).toEqual(document.damages);
    });

    it('that is made or changed after the completion', async () => {
      const visit = await aVisitFor(client, [dropOff(await aNewContainer(client))]);
      await client.patch(`/interchanges/${visit.interchanges[0].id}`, { completed: true });
      expect((await receiptOf(visit)).document.condition).toBeNull();
      const { inspection } = (await client.post(`${pathOf(visit)}/inspection`, { condition: 'sound' })).body;
      const second = await receiptOf(visit);
      expect([second.number, second.document.condition]).toEqual([eir(1, 2), 'sound']);
      await client.patch(`/inspections/${inspection.id}`, { notes: 'Swept' });
      expect((await receiptOf(visit)).document.remarks).toBe('Swept');
    });

    it('and are corrected one by one, however many change it at once', async () => {
      const visit = await aVisitFor(client, [dropOff(await aNewContainer(client))]);
      await client.patch(`/interchanges/${visit.interchanges[0].id}`, { completed: true });
      const damages = [1, 2, 3, 4].map((n) => ({ ...dent, location: `LB${n}N` }));
      await client.post(`${pathOf(visit)}/inspection`, { condition: 'damaged', damages });
      const { document } = await receiptOf(visit);
      const path = `/containers/${document.container.number}/damages`;
      const drivers = await Promise.all([1, 2].map(() => aTruckDriver(client)));
      const answers = await Promise.all([
        ...document.damages
          .slice(1)
          .map(({ id }: Body) => client.post(`${path}/${id}/withdraw`, { reason: 'No' })),
        ...drivers.map(({ id }) => client.patch(`/truck_visits/${visit.id}`, { truck_driver_id: id })),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      const { receipts } = (await client.get(`${pathOf(visit)}/receipts`)).body;
      expect((receipts as Body[]).map(({ issue }) => issue)).toEqual([1, 2, 3, 4, 5, 6, 7]);
      expect(receipts.at(-1).document.damages).toHaveLength(1);
    });
  });

  describe('are cancelled', () => {
    it('when the interchange is taken back, and issued again when it is completed again', async () => {
      const visit = await aVisitFor(client, [dropOff(await aNewContainer(client))]);
      const [{ id }] = visit.interchanges;
      await client.patch(`/interchanges/${id}`, { completed: true });
      const first = await receiptOf(visit);
      await client.post(`${pathOf(visit)}/reverse`, { reason: 'Wrong truck' });
      const cancelled = await receiptOf(visit);
      expect(cancelled).toMatchObject({ number: eir(1, 2), status: 'cancelled', document: first.document });
      await client.patch(`/interchanges/${id}`, { completed: true });
      expect(await receiptOf(visit)).toMatchObject({ number: eir(1, 3), status: 'issued' });
    });

    it('and stay when the interchange is removed', async () => {
      const visit = await aVisitFor(client, [dropOff(await aNewContainer(client))]);
      await client.patch(`/interchanges/${visit.interchanges[0].id}`, { completed: true });
      await client.post(`${pathOf(visit)}/reverse`, { reason: 'Wrong truck' });
      expect((await client.delete(pathOf(visit))).status).toBe(200);
      expect(await numbers()).toEqual([eir(1), eir(1, 2)]);
    });

    it('when a truck leaves without its container', async () => {
      const { number } = await aContainerInYard(client);
      const visit = await aVisitFor(client, [pickUp(number)]);
      await client.patch(`/interchanges/${visit.interchanges[0].id}`, { completed: true });
      await gateOut(client, visit.truck.license_plate, {
        left_without_container: true,
        reason_for_incomplete: 'Too heavy',
      });
      expect((await receiptOf(visit)).status).toBe('cancelled');
    });
  });

  it('are told by events', async () => {
    const driver = await aTruckDriver(client, { firstname: 'Anneke' });
    const visit = await aVisitFor(client, [dropOff(await aNewContainer(client))]);
    await client.patch(`/interchanges/${visit.interchanges[0].id}`, { completed: true });
    await client.patch(`/truck_visits/${visit.id}`, { truck_driver_id: driver.id });
    await client.post(`${pathOf(visit)}/reverse`, { reason: 'Wrong truck' });
    const written = await service.current.query<Body>(
      `SELECT type, subject_key, data FROM (
         SELECT type, subject_key, data::text, id FROM events_written WHERE organization_id = $1
         UNION ALL SELECT type, subject_key, data::text, id FROM events WHERE organization_id = $1) e
       WHERE type LIKE 'receipt.%' ORDER BY id`,
      [client.organization_id],
    );
    expect(written.map(({ type, subject_key }) => [type, subject_key])).toEqual([
      ['receipt.issued', eir(1)],
      ['receipt.corrected', eir(1, 2)],
      ['receipt.cancelled', eir(1, 3)],
    ]);
    for (const { data } of written) expect(data).not.toContain('Anneke');
  });

  it('are listed by number, container, truck, line and time', async () => {
    const [one, other] = [await dropped(), await dropped()];
    const found = async (query: string) =>
      ((await client.get(`/receipts?${query}`)).body.receipts as Body[]).map(({ number }) => number);
    const { document } = await receiptOf(one);
    expect(await found(`number=${eir(1)}`)).toEqual([eir(1)]);
    expect(await found(`container_number=${document.container.number}`)).toEqual([eir(1)]);
    expect(await found(`truck=${encodeURIComponent(other.truck.license_plate)}`)).toEqual([eir(2)]);
    expect(await found(`shipping_line=${document.container.shipping_line.code}`)).toEqual([eir(1)]);
    expect(await found('issued_until=2020-01-01')).toEqual([]);
    expect(await found('issued_from=2020-01-01&type=interchange_out')).toEqual([]);
    const driver = await aTruckDriver(client);
    await client.patch(`/truck_visits/${one.id}`, { truck_driver_id: driver.id });
    expect(await found(`number=${eir(1)}`)).toEqual([eir(1), eir(1, 2)]);
    expect(await found('status=corrected')).toEqual([eir(1, 2)]);
  });

  it('take no number where the handover is refused', async () => {
    const visits: Body[] = [];
    for (let n = 0; n < 8; n++) visits.push(await aVisitFor(client, [dropOff(await aNewContainer(client))]));
    await Promise.all(
      visits.flatMap((visit, n) => [
        client.patch(`/interchanges/${visit.interchanges[0].id}`, { completed: true }),
        gateOut(client, visit.truck.license_plate, n % 2 ? {} : { chassis_leaving_with_truck: ['NONE'] }),
      ]),
    );
    expect(await numbers()).toEqual(Array.from({ length: 8 }, (_, n) => eir(n + 1)));
  });

  it('are the same after an export and an import, also of what was removed', async () => {
    const visit = await dropped({ weight: 21_000 });
    const driver = await aTruckDriver(client, { firstname: 'Anneke' });
    await client.patch(`/truck_visits/${visit.id}`, { truck_driver_id: driver.id });
    const inside = await aVisitFor(client, [
      dropOff(await aNewContainer(client)),
      dropOff(await aNewContainer(client)),
    ]);
    for (const { id } of inside.interchanges) await client.patch(`/interchanges/${id}`, { completed: true });
    await client.post(`${pathOf(inside, 0)}/reverse`, { reason: 'Wrong truck' });
    await client.delete(pathOf(inside, 0));
    const exported = await exportFiles(client);
    const lines = exported['receipts.ndjson']!.trim()
      .split('\n')
      .map((line): Body => JSON.parse(line));
    expect(lines.map(({ number, interchange }) => [number, interchange])).toEqual([
      [eir(1), 0],
      [eir(1, 2), 0],
      [eir(2), null],
      [eir(2, 2), null],
      [eir(3), 0],
    ]);
    const copy = await service.current.organization();
    const { bad, refused } = await importFiles(copy, exported);
    expect([bad, refused]).toEqual([[], undefined]);
    expect((await exportFiles(copy))['receipts.ndjson']).toBe(exported['receipts.ndjson']);
    const again = await aVisitFor(copy, [dropOff(await aNewContainer(copy))]);
    await gateOut(copy, again.truck.license_plate, {});
    expect((await copy.get(`${pathOf(again)}/receipt`)).body.receipt.number).toBe(eir(4));
  });

  it('begin behind what a file brought', async () => {
    const visit = await dropped();
    await service.current.query(`UPDATE receipts SET number = $2 WHERE organization_id = $1`, [
      client.organization_id,
      eir(7),
    ]);
    await service.current.query(`UPDATE number_counters SET last = 6 WHERE organization_id = $1`, [
      client.organization_id,
    ]);
    expect((await receiptOf(visit)).number).toBe(eir(7));
    await dropped();
    expect(await numbers()).toEqual([eir(7), eir(8)]);
  });

  it('name nobody once their driver is erased', async () => {
    const driver = await aTruckDriver(client, { firstname: 'Annekarijn', lastname: 'Vroomshoop' });
    const visit = await dropped();
    await client.patch(`/truck_visits/${visit.id}`, { truck_driver_id: driver.id });
    const path = `/truck_drivers/${driver.id}`;
    expect((await client.get(`${path}/personal_data`)).body.personal_data.receipts).toMatchObject([
      { number: eir(1, 2) },
    ]);
    expect((await client.post(`${path}/erase`, { reason: 'Asked for' })).status).toBe(200);
    expect(await receiptOf(visit)).toMatchObject({
      number: eir(1, 2),
      driver_name: null,
      driver_license: null,
    });
    await client.patch(`/interchanges/${visit.interchanges[0].id}`, {
      chassis: (await aChassis(client)).number,
    });
    expect(await receiptOf(visit)).toMatchObject({
      number: eir(1, 3),
      driver_name: null,
      driver_license: null,
    });
  });

  it('state the verified gross mass of the stay, with its method', async () => {
    const visit = await dropped({
      weight: 21_000,
      vgm: 21_250,
      vgm_method: 'weighing',
      vgm_responsible: 'WHA',
    });
    expect((await receiptOf(visit)).document.container).toMatchObject({
      vgm: 21_250,
      vgm_method: 'weighing',
    });
    const { rawPayload } = await fetchFile(`${pathOf(visit)}/receipt.pdf`);
    expect(pagesOf(rawPayload)[0]!.split('\n').join(' ')).toContain('21250 kg (weighed)');
    const { document } = await receiptOf(await dropped());
    expect([document.container.vgm, document.container.vgm_method]).toEqual([null, null]);
  });

  describe('state the signature of the driver', () => {
    const fileOf = async (id: number, of: Client = client) => (await of.get(`/files/${id}`)).status;
    const inside = async (visit: object = {}) =>
      aVisitFor(client, [dropOff(await aNewContainer(client))], visit);
    const sign = (visit: Body, signature_file_id: unknown) =>
      client.patch(`/truck_visits/${visit.id}`, { signature_file_id });

    it('of gate-out, and draw it', async () => {
      const [unsigned, visit] = [await dropped(), await inside()];
      const { id } = await aFile(client, await aPicture({ type: 'png' }), 'image/png');
      const answer = await gateOut(client, visit.truck.license_plate, { signature_file_id: id });
      expect(answer.status).toBe(200);
      expect(await receiptOf(visit)).toMatchObject({ number: eir(2), issue: 1, signature_file_id: id });
      expect((await client.get(`/truck_visits/${visit.id}`)).body.signature_file_id).toBe(id);
      expect((await receiptOf(unsigned)).signature_file_id).toBeNull();
      for (const paper of ['a5', '80mm']) {
        const path = `${pathOf(visit)}/receipt.pdf?paper=${paper}`;
        const [one, other] = [await fetchFile(path), await fetchFile(path)];
        expect(one.rawPayload.includes('/Subtype /Image')).toBe(true);
        expect(one.rawPayload.equals(other.rawPayload)).toBe(true);
      }
      const { rawPayload } = await fetchFile(`${pathOf(unsigned)}/receipt.pdf`);
      expect(rawPayload.includes('/Subtype /Image')).toBe(false);
    });

    it('also of what was handed over before', async () => {
      const visit = await inside();
      await client.patch(`/interchanges/${visit.interchanges[0].id}`, { completed: true });
      const { id } = await aFile(client);
      await gateOut(client, visit.truck.license_plate, { signature_file_id: id });
      expect(await receiptOf(visit)).toMatchObject({ number: eir(1, 2), signature_file_id: id });
    });

    it('and are corrected by another one, and by its removal', async () => {
      const visit = await dropped();
      const [first, second] = [await aFile(client), await aFile(client)];
      expect((await sign(visit, first.id)).status).toBe(200);
      await sign(visit, first.id);
      await sign(visit, second.id);
      await sign(visit, null);
      const { receipts } = (await client.get(`${pathOf(visit)}/receipts`)).body;
      expect((receipts as Body[]).map((each) => [each.issue, each.signature_file_id]).sort()).toEqual([
        [1, null],
        [2, first.id],
        [3, second.id],
        [4, null],
      ]);
      // the issue before keeps it
      expect(await fileOf(first.id)).toBe(200);
    });

    it('not of another driver, unless it is named again', async () => {
      const visit = await dropped();
      const { id } = await aFile(client);
      await sign(visit, id);
      const drivers = [await aTruckDriver(client), await aTruckDriver(client)];
      await client.patch(`/truck_visits/${visit.id}`, {
        truck_driver_id: drivers[0]!.id,
        signature_file_id: id,
      });
      expect(await receiptOf(visit)).toMatchObject({ issue: 3, signature_file_id: id });
      await client.patch(`/truck_visits/${visit.id}`, { truck_driver_id: drivers[1]!.id });
      expect(await receiptOf(visit)).toMatchObject({ issue: 4, signature_file_id: null });
      expect((await client.get(`/truck_visits/${visit.id}`)).body.signature_file_id).toBeNull();
    });

    it('and take no PDF, no file of others, and none that is named', async () => {
      const [visit, other] = [await inside(), await dropped()];
      const refused = async (signature_file_id: number) => {
        const answers = [
          await gateOut(client, visit.truck.license_plate, { signature_file_id }),
          await sign(other, signature_file_id),
        ];
        return answers.map(({ status, body }) => [status, body.code, ...Object.keys(body.errors)]);
      };
      const twice = (code: string) => Array(2).fill([422, code, 'signature_file_id']);
      const pdf = await aFile(client, aPdf(), 'application/pdf');
      expect(await refused(pdf.id)).toEqual(twice('file_no_picture'));
      expect(await refused(999_999_999)).toEqual(twice('file_unknown'));
      const stranger = await service.current.organization();
      expect(await refused((await aFile(stranger)).id)).toEqual(twice('file_unknown'));
      const { id } = await aFile(client);
      await sign(await dropped(), id);
      expect(await refused(id)).toEqual(twice('file_unknown'));
    });

    it('which goes with its bytes when the driver is erased, and no other one does', async () => {
      const visit = await dropped();
      const [gone, kept] = [await aFile(client), await aFile(client)];
      const [one, other] = [await aTruckDriver(client), await aTruckDriver(client)];
      const path = `/truck_visits/${visit.id}`;
      await client.patch(path, { truck_driver_id: one.id, signature_file_id: gone.id });
      await client.patch(path, { truck_driver_id: other.id, signature_file_id: kept.id });
      expect((await client.post(`/truck_drivers/${one.id}/erase`, { reason: 'Asked for' })).status).toBe(200);
      expect(await fileOf(gone.id)).toBe(404);
      await eventually('its bytes are gone', async () => {
        const rows = await service.current.query(
          'SELECT FROM file_chunks WHERE organization_id = $1 AND file_id = $2',
          [client.organization_id, gone.id],
        );
        return !rows.length;
      });
      expect(await fileOf(kept.id)).toBe(200);
      expect((await client.get(path)).body.signature_file_id).toBe(kept.id);
      expect((await client.post(`/truck_drivers/${other.id}/erase`, { reason: 'Asked for' })).status).toBe(
        200,
      );
      expect((await client.get(path)).body.signature_file_id).toBeNull();
      expect(await fileOf(kept.id)).toBe(404);
    });

    it('also when the visit is corrected meanwhile, and neither of the two loses a deadlock', async () => {
      const visit = await dropped();
      const driver = await aTruckDriver(client);
      const path = `/truck_visits/${visit.id}`;
      await client.patch(path, { truck_driver_id: driver.id, signature_file_id: (await aFile(client)).id });
      const { id } = await aFile(client);
      const sent = await statementsOf(async () => {
        const [corrected, erased] = await inTurn(service.current, [
          () => sign(visit, id),
          () => client.post(`/truck_drivers/${driver.id}/erase`, { reason: 'Asked for' }),
        ]);
        expect([corrected.status, erased.status]).toEqual([200, 200]);
      });
      // a transaction that loses a deadlock begins again
      expect(sent.filter((text) => text.startsWith('BEGIN'))).toHaveLength(2);
      expect((await client.get(path)).body.signature_file_id).toBeNull();
      const named = await service.current.query(
        `SELECT FROM receipts WHERE organization_id = $1 AND truck_driver_id = $2
           AND num_nonnulls(driver_name, driver_license, signature_file_id) > 0`,
        [client.organization_id, driver.id],
      );
      expect(named).toEqual([]);
    });

    it('which files name by its key', async () => {
      const visit = await dropped();
      await sign(visit, (await aFile(client)).id);
      const files = await exportFiles(client);
      const lines = files['receipts.ndjson']!.trim()
        .split('\n')
        .map((line): Body => JSON.parse(line));
      const { key }: Body = JSON.parse(files['files.ndjson']!.trim());
      expect(lines.map(({ signature_file }) => signature_file).sort()).toEqual([key, null]);
      expect(JSON.parse(files['truck_visits.ndjson']!.trim()).signature_file).toBe(key);
    });

    it('to their haulier, and to no owner of the stay', async () => {
      const company = await aTruckingCompany(client);
      const truck = await aTruck(client, { trucking_company: company.code });
      const visit = await aVisit(client, { truck: truck.license_plate });
      const cargo = await aNewContainer(client);
      const path = `/truck_visits/${visit.id}/interchanges`;
      await client.create(path, dropOff(cargo));
      const { id } = await aFile(client);
      await gateOut(client, truck.license_plate, { signature_file_id: id });
      const haulier = await limitedTo(client, { type: 'trucking_company', key: company.code });
      const line = await limitedTo(client, { type: 'shipping_line', key: cargo.shipping_line });
      const other = await limitedTo(client, {
        type: 'trucking_company',
        key: (await aTruckingCompany(client)).code,
      });
      const seen = async (of: Client) => {
        const { receipts } = (await of.get('/receipts')).body;
        return [(receipts as Body[]).map((each) => each.signature_file_id), await fileOf(id, of)];
      };
      expect(await seen(haulier)).toEqual([[id], 200]);
      expect(await seen(line)).toEqual([[null], 404]);
      expect(await seen(other)).toEqual([[], 404]);
    });
  });

  describe('of parties', () => {
    it('are read by their haulier with the driver, by owners of the stay without, and by nobody else', async () => {
      const company = await aTruckingCompany(client);
      const driver = await aTruckDriver(client, { firstname: 'Anneke', trucking_company: company.code });
      const truck = await aTruck(client, { trucking_company: company.code });
      const inside = await aVisit(client, { truck: truck.license_plate, truck_driver_id: driver.id });
      const cargo = await aNewContainer(client);
      const path = `/truck_visits/${inside.id}/interchanges`;
      const { interchange } = await client.create(path, dropOff(cargo));
      await gateOut(client, truck.license_plate, {});
      const haulier = await limitedTo(client, { type: 'trucking_company', key: company.code });
      const line = await limitedTo(client, { type: 'shipping_line', key: cargo.shipping_line });
      const other = await limitedTo(client, {
        type: 'shipping_line',
        key: (await aShippingLine(client)).code,
      });
      const seen = async (of: Client) => {
        const { receipts } = (await of.get('/receipts')).body;
        return (receipts as Body[]).map(({ number, driver_name, issued_by }) => [
          number,
          driver_name,
          issued_by,
        ]);
      };
      expect(await seen(haulier)).toEqual([[eir(1), 'Anneke', null]]);
      expect(await seen(line)).toEqual([[eir(1), null, null]]);
      expect(await seen(other)).toEqual([]);
      const statuses = async (of: Client) => {
        const files = [`${path}/${interchange.id}/receipt`, `${path}/${interchange.id}/receipt.pdf`];
        return Promise.all(
          [...files, `/truck_visits/${inside.id}/pass.pdf`].map(
            async (each) => (await fetchFile(each, of)).statusCode,
          ),
        );
      };
      expect(await statuses(haulier)).toEqual([200, 200, 200]);
      expect(await statuses(line)).toEqual([200, 200, 404]);
      expect(await statuses(other)).toEqual([404, 404, 404]);
    });
  });

  describe('as PDF', () => {
    it('state what the issue states, on both papers, and the same issue is the same bytes', async () => {
      const driver = await aTruckDriver(client, { firstname: 'Łucja', lastname: 'Αθηνά' });
      const visit = await dropped({ weight: 21_000 });
      await client.patch(`/truck_visits/${visit.id}`, { truck_driver_id: driver.id });
      for (const paper of ['', '?paper=a5', '?paper=80mm']) {
        const path = `${pathOf(visit)}/receipt.pdf${paper}`;
        const [one, other] = [await fetchFile(path), await fetchFile(path)];
        expect([one.statusCode, one.headers['content-type']]).toEqual([200, 'application/pdf']);
        expect(one.headers['content-disposition']).toContain(`${eir(1)}-2.pdf`);
        expect(one.rawPayload.equals(other.rawPayload)).toBe(true);
        const pages = pagesOf(one.rawPayload);
        expect(pages).toHaveLength(1);
        for (const text of [eir(1, 2), 'corrected', 'Łucja Αθηνά', '21000 kg', visit.truck.license_plate])
          expect(pages[0]!.split('\n').join(' ')).toContain(text);
      }
      const before = await fetchFile(`${pathOf(visit)}/receipt.pdf?issue=1`);
      expect(pagesOf(before.rawPayload)[0]).not.toContain('corrected');
    });

    it('reads the same when everything behind it has changed', async () => {
      await client.create('/terminals', { name: 'North', address: 'Quay 1' });
      await aGate(client, { name: 'In 1', terminal: 'North' });
      const visit = await dropped({}, { gate: 'In 1' });
      const before = await fetchFile(`${pathOf(visit)}/receipt.pdf`);
      const { document } = await receiptOf(visit);
      const { number, shipping_line, type } = document.container;
      await client.patch('/terminals/North', { name: 'South', address: 'Elsewhere' });
      await client.patch('/gates/In%201', { name: 'Out 9' });
      await client.patch(`/shipping_lines/${shipping_line.code}`, { name: 'Renamed' });
      await client.patch(`/container_types/${type.code}`, { description: 'Another' });
      await client.patch(`/trucks/${visit.truck.license_plate}`, { truck: { license_plate: 'NEW-1' } });
      await client.patch(`/containers/${number}`, { weight: 1, seals: ['X'], goods: 'Other' });
      await client.patch('/organization', { language: 'nl', time_zone: 'Asia/Tokyo' });
      expect((await renumber(number)).status).toBe(200);
      expect((await receiptOf(visit)).document).toEqual(document);
      const after = await fetchFile(`${pathOf(visit)}/receipt.pdf`);
      expect(after.rawPayload.equals(before.rawPayload)).toBe(true);
    });

    it.each(['nl', 'de', 'fr', 'es'])('is in the language of the organization (%s)', async (language) => {
      await client.patch('/organization', { language });
      const visit = await dropped();
      const { rawPayload } = await fetchFile(`${pathOf(visit)}/receipt.pdf`);
      expect(pagesOf(rawPayload)[0]).not.toContain('Shipping line');
    });

    it('says so across the page when it is cancelled', async () => {
      const visit = await aVisitFor(client, [dropOff(await aNewContainer(client))]);
      await client.patch(`/interchanges/${visit.interchanges[0].id}`, { completed: true });
      await client.post(`${pathOf(visit)}/reverse`, { reason: 'Wrong truck' });
      const { rawPayload } = await fetchFile(`${pathOf(visit)}/receipt.pdf`);
      expect(pagesOf(rawPayload)[0]).toContain('CANCELLED');
    });

    it('of a paper that is none is refused', async () => {
      const visit = await dropped();
      expect((await fetchFile(`${pathOf(visit)}/receipt.pdf?paper=a4`)).statusCode).toBe(422);
    });

    it('is a pass: what for, and where to', async () => {
      const { number } = await aContainerInYard(client);
      const visit = await aVisitFor(client, [pickUp(number), dropOff(await aNewContainer(client))]);
      for (const paper of ['', '?paper=80mm']) {
        const { statusCode, rawPayload } = await fetchFile(`/truck_visits/${visit.id}/pass.pdf${paper}`);
        expect(statusCode).toBe(200);
        for (const text of ['Gate pass', visit.truck.license_plate, number, 'Fetches', 'Block A', 'Brings'])
          expect(pagesOf(rawPayload)[0]!.split('\n').join(' ')).toContain(text);
      }
      expect((await fetchFile('/truck_visits/999999/pass.pdf')).statusCode).toBe(404);
    });

    it('is a pass for what is no container, and for one that is not chosen yet', async () => {
      const { number: booking } = await aBooking(client);
      const cargo = { cargo_type: 'container', container_status: 'empty' };
      const visit = await aVisitFor(client, [
        { purpose_type: 'pick up', cargo, booking },
        dropOff({ cargo_type: 'general cargo', goods: 'Bags of cocoa' }),
      ]);
      const { rawPayload } = await fetchFile(`/truck_visits/${visit.id}/pass.pdf`);
      const text = pagesOf(rawPayload)[0]!.split('\n').join(' ');
      for (const word of ['Fetches', booking, 'empty', 'Brings', 'Bags of cocoa'])
        expect(text).toContain(word);
    });
  });

  describe('name dock receipts', () => {
    it('of the booking that is named, and no other', async () => {
      const booking = await aBooking(client);
      const named = await aDockReceipt(client, { booking: booking.number });
      const other = await aDockReceipt(client, { booking: (await aBooking(client)).number });
      const cargo = await aNewContainer(client);
      const purpose = (dock_receipt: string) => dropOff(cargo, { booking: booking.number, dock_receipt });
      const refused = await client.post('/pre_advices', {
        truck: (await aTruck(client)).license_plate,
        purposes: [purpose(other.number)],
      });
      expect([refused.status, refused.body.errors]).toEqual([
        422,
        { 'purposes.0.dock_receipt': [`Dock receipt '${other.number}' is unknown.`] },
      ]);
      const visit = await aVisitFor(client, [purpose(named.number)]);
      await gateOut(client, visit.truck.license_plate, {});
      const { interchange } = (await client.get(pathOf(visit))).body;
      expect([interchange.dock_receipt.number, interchange.purpose.dock_receipt]).toEqual([
        named.number,
        named.number,
      ]);
      expect((await receiptOf(visit)).document.dock_receipt).toBe(named.number);
      expect((await client.delete(`/dock_receipts/${named.number}`)).status).toBe(409);
    });
  });
});
