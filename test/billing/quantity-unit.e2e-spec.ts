import { unitOf, unitsSql, unitSql } from '../../src/billing/quantity-unit';
import { PERS } from '../../src/billing/tariffs/measures';
import { useService } from '../setup/service';

describe('the unit of a quantity', () => {
  const service = useService();

  it('is the same in answers as in documents, and counted are days and periods', async () => {
    const priced = ['day', '24 h', '6 h', 'move', 'h', null].flatMap((billed_by) =>
      [...PERS, 'vessel', null].map((billed_per) => ({ billed_by, billed_per })),
    );
    const of = (column: string) => `r.${column}`;
    const found = await service.current.query<{ billed_by: string | null; unit: string; units: number }>(
      `SELECT r.billed_by, ${unitSql(of)} AS unit, ${unitsSql(of, '3')} AS units
       FROM json_to_recordset($1::json) AS r(billed_by text, billed_per text)`,
      [JSON.stringify(priced)],
    );
    expect(found.map(({ unit }) => unit ?? '')).toEqual(priced.map(unitOf));
    expect(new Set(found.flatMap(({ billed_by, units }) => (units === 3 ? billed_by : [])))).toEqual(
      new Set(['day', '24 h', '6 h']),
    );
  });
});
