import { shownContainer } from '../factories/cargo';
import { aDamage, anInspection } from '../factories/condition';
import { aFile } from '../factories/files';
import { aContainerInYard } from '../factories/gate';
import { aShippingLine, aTruckingCompany, limitedTo } from '../factories/parties';
import type { Body } from '../factories/record';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

describe('damages and inspections of parties', () => {
  const service = useService();
  let client: Client;
  let number: string;
  let line: Body;
  beforeEach(async () => {
    client = await service.current.organization();
    line = await aShippingLine(client);
    ({ number } = (await aContainerInYard(client, { shipping_line: line.code })) as { number: string });
  });

  const ofLine = ({ code }: Body) => limitedTo(client, { type: 'shipping_line', key: code as string });

  it('are seen by the owners of the stay, without who found them and what was known', async () => {
    const files = [await aFile(client), await aFile(client)].map(({ id }) => id as number);
    const damage = await aDamage(client, number, { file_ids: [files[0]] });
    const inspection = await anInspection(client, number, { condition: 'damaged', file_ids: files });
    expect(inspection.files.map(({ id }: Body) => id)).toEqual(files);
    const owner = await ofLine(line);
    for (const path of ['/damages', `/containers/${number}/damages`])
      expect((await owner.get(path)).body.damages).toEqual([{ ...damage, found_by: null }]);
    const shown = { ...inspection, by: null, known: [] };
    for (const path of ['/inspections', `/containers/${number}/inspections`])
      expect((await owner.get(path)).body.inspections).toEqual([shown]);
    expect((await owner.get(`/inspections/${inspection.id}`)).body.inspection).toEqual(shown);
    expect(await shownContainer(owner, number)).toMatchObject({ condition: 'damaged', open_damages: 1 });
    for (const id of files) expect((await owner.get(`/files/${id}`)).status).toBe(200);
  });

  it('are seen by nobody else', async () => {
    const { id: file } = await aFile(client);
    const { id } = await aDamage(client, number, { file_ids: [file] });
    const inspection = await anInspection(client, number, { condition: 'damaged' });
    const haulier = await aTruckingCompany(client);
    const others = [
      await ofLine(await aShippingLine(client)),
      await limitedTo(client, { type: 'trucking_company', key: haulier.code as string }),
    ];
    for (const other of others) {
      expect((await other.get('/damages')).body.damages).toEqual([]);
      expect((await other.get('/inspections')).body.inspections).toEqual([]);
      const paths = [
        `/containers/${number}/damages/${id}`,
        `/inspections/${inspection.id}`,
        `/files/${file}`,
      ];
      for (const path of paths) expect((await other.get(path)).status).toBe(404);
      expect((await other.post(`/containers/${number}/damages`, {})).status).toBe(403);
    }
  });
});
