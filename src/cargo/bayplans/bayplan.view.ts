import { ApiProperty } from '@nestjs/swagger';
import { compactJson, jsonObject } from '../../common/view/json-sql';
import { RecordById, recordById, view } from '../../common/view/view';
import { CONTAINER_STATUSES } from '../containers/container-words';
import { DangerousGoods } from '../dangerous-goods';
import { BayplanCell } from './bayplan-cell.entity';
import { LEGS } from './bayplan.entity';

/** A bayplan without its cells. */
export class BayplanShow {
  @ApiProperty({ type: 'string', enum: LEGS, example: 'arrival' }) leg: string;
  @ApiProperty({ type: 'string', nullable: true, example: 'BP-4711' }) document_number: string | null;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, example: '2026-11-20T13:30:00.000Z' })
  document_date: string | null;
  @ApiProperty({ type: 'string', nullable: true, description: 'A UN/LOCODE', example: 'BEANR' })
  port_of_departure: string | null;
  @ApiProperty({ type: 'string', nullable: true, description: 'A UN/LOCODE', example: 'NLRTM' })
  next_port: string | null;
  @ApiProperty({ type: 'integer', example: 4200 }) cells_count: number;
  @ApiProperty({ type: 'integer', description: 'How many are to be discharged here', example: 850 })
  for_here_count: number;
  @ApiProperty({ type: () => RecordById, nullable: true, description: 'The message that said it' })
  edi_message: RecordById | null;
}

const Out = view(BayplanCell);

const part = (from: number, length: number) => (of: (path: string) => string) =>
  `substr(${of('cell')}, ${from}, ${length})::integer`;

export class BayplanCellShow {
  @Out.text({
    description: 'Three digits of the bay, two of the row and two of the tier',
    example: '0190482',
  })
  cell: string;
  @Out.int({ example: 19 }) bay: number;
  @Out.sql(part(4, 2), 'integer', { nullable: false, example: 4 }) row: number;
  @Out.sql(part(6, 2), 'integer', { nullable: false, example: 82 }) tier: number;
  @Out.text({ example: 'WHAU4142033', description: 'null for an empty cell and for general cargo' })
  container_number: string | null;
  @Out.shaped(
    (of) => `(SELECT ${jsonObject({ id: 'c.id' })} FROM containers c
      WHERE c.organization_id = ${of('organization_id')} AND c.number = ${of('container_number')})`,
    () => RecordById,
    { nullable: true, description: 'The container with this number, where it is known here' },
  )
  container: RecordById | null;
  @Out.text({ description: 'As the document has it, such as 22G1' }) size_type: string | null;
  @Out.oneOf(CONTAINER_STATUSES) container_status: string | null;
  @Out.number({ description: "In the organization's weight unit" }) weight: number | null;
  @Out.text({ description: 'A UN/LOCODE, as the document has it' }) port_of_loading: string | null;
  @Out.text({ description: 'A UN/LOCODE, as the document has it' }) port_of_discharge: string | null;
  @Out.bool({ description: 'Whether it is to be discharged here' }) for_here: boolean;
  @Out.text({ description: 'Its code' }) shipping_line: string | null;
  @Out.number({ description: 'In degrees Celsius' }) temperature: number | null;
  @Out.shaped((of) => compactJson(of('dangerous')), () => DangerousGoods, {
    isArray: true,
    description: 'The dangerous goods in it, as they were stated',
  })
  dangerous: DangerousGoods[];
}

/** SQL: the bayplan `p` as `BayplanShow`. */
export const BAYPLAN = (time: (sql: string) => string) =>
  jsonObject({
    leg: 'p.leg',
    document_number: 'p.document_number',
    document_date: time('p.document_date'),
    port_of_departure: 'p.port_of_departure',
    next_port: 'p.next_port',
    cells_count: 'p.cells_count',
    for_here_count: 'p.for_here_count',
    edi_message: recordById('p.edi_message_id'),
  });
