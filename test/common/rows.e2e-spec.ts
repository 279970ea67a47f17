import sql, { raw } from 'sql-template-tag';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import { Db } from '../../src/common/database/db';
import { useService } from '../setup/service';

const TIME = new Date('2026-11-20T13:30:00.123Z');

/**
 * A value of each column type as SQL writes it, and as a row holds it by the column decorators. (That a property is
 * declared as its decorator says is the compiler's to check.)
 */
const VALUES: Record<string, [written: string, held: unknown]> = {
  bigint: ['9007199254740991', Number.MAX_SAFE_INTEGER],
  integer: ['2147483647', 2_147_483_647],
  'double precision': ['1.5', 1.5],
  numeric: ['123456789012.123456', '123456789012.123456'],
  text: ['0123', '0123'],
  'text[]': ['{a,"b c"}', ['a', 'b c']],
  'integer[]': ['{20,40}', [20, 40]],
  'bigint[]': ['{1,2}', [1, 2]],
  boolean: ['true', true],
  timestamptz: [TIME.toISOString(), TIME],
  date: ['2026-11-20', '2026-11-20'],
  jsonb: ['{"a": [1]}', { a: [1] }],
  json: ['{"a": [1]}', { a: [1] }],
  uuid: ['0b8f2c54-7f0e-4a39-8a5c-0d2f6a3b9e11', '0b8f2c54-7f0e-4a39-8a5c-0d2f6a3b9e11'],
  int8multirange: ['{[1,3),[5,9)}', '{[1,3),[5,9)}'],
  bytea: ['\\x00ff', Buffer.from([0, 255])],
};

const typeOf = ({ type, isArray }: ColumnMetadata) =>
  `${String(type).replace('timestamp with time zone', 'timestamptz')}${isArray ? '[]' : ''}`;

describe('a row', () => {
  const service = useService();

  it('holds what its class declares, read by SQL and as an entity, whatever the column', async () => {
    const { dataSource, app } = service.current;
    const db = app.get(Db);
    const types = new Set<string>();
    for (const { columns, tableName } of dataSource.entityMetadatas)
      for (const column of columns) {
        const type = typeOf(column);
        types.add(type);
        const [written, held] = VALUES[type] ?? [];
        const [row] = await db.queryAsService<{ value: unknown }>(
          sql`SELECT ${written}::${raw(type)} AS value`,
        );
        const read: unknown = dataSource.driver.prepareHydratedValue(row!.value, column);
        const name = `${tableName}.${column.databaseName}`;
        expect([name, row!.value, read]).toEqual([name, held, held]);
      }
    expect([...types].sort()).toEqual(Object.keys(VALUES).sort());
  });
});
