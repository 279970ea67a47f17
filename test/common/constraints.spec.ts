import { refusalOf } from '../../src/common/errors/constraints';
import { Chassis } from '../../src/cargo/chassis/chassis.kind';
import { Container } from '../../src/cargo/containers/container.kind';
import { Genset } from '../../src/cargo/gensets/genset.entity';
import { getMetadataArgsStorage } from 'typeorm';
import { ReadableConstraintNames } from '../../src/common/schema/naming';
import { Organization } from '../../src/common/tenancy/organization.entity';
import { useService } from '../setup/service';

// which loads all entities
useService();

// no request can break the list of a column: only the constraint itself gives its sentence
it.each([
  [Container, 'containers', 'usage', 'Usage must be one of export, import, unknown.'],
  [Genset, 'gensets', 'fuel_level', 'Fuel level must be one of 0, 0.25, 0.5, 0.75, 1.'],
  [
    Chassis,
    'chassis',
    'current_location_type',
    expect.stringMatching(/^Current location type must be one of Term/),
  ],
  [Organization, 'organizations', 'name', 'Name is not acceptable.'],
])('%p answers a broken check of %s.%s by its list', (_entity, table, field, sentence) => {
  expect(refusalOf(`ck_${table}_${field}`, table)).toEqual({ code: 'invalid', sentence, field });
});

// the database reports the partition, not its table
it.each(['audit_entries', 'audit_entries_first', 'audit_entries_2027_01'])(
  'a check of no column that %s breaks has a sentence of its own',
  (table) =>
    expect(refusalOf('ck_audit_entries_writer', table)).toEqual({
      code: 'invalid',
      sentence: 'A rule of audit entries refuses this: ck_audit_entries_writer.',
    }),
);

it('each check has a sentence that begins with a letter, and names a column or itself', () => {
  const { tables, checks: declared } = getMetadataArgsStorage();
  const naming = new ReadableConstraintNames();
  const tableOf = (entity: unknown) => tables.find(({ target }) => target === entity)?.name;
  const checks = declared.flatMap(({ target, name, expression }) => {
    const table = tableOf(target);
    return table ? [[name ?? naming.checkConstraintName(table, expression), table] as const] : [];
  });
  expect(checks.length).toBeGreaterThan(100);
  for (const [constraint, table] of checks) {
    const { sentence, field } = refusalOf(constraint, `${table}_first`);
    expect([constraint, String(sentence)]).toEqual([constraint, expect.stringMatching(/^[A-Z].+\.$/)]);
    if (field === undefined) continue;
    expect([constraint, field]).toEqual([constraint, expect.stringMatching(/^[a-z][a-z_0-9.]*$/)]);
  }
});
