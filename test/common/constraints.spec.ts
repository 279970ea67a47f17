import { refusalOf } from '../../src/common/errors/constraints';
import { Chassis } from '../../src/cargo/chassis/chassis.kind';
import { Container } from '../../src/cargo/containers/container.kind';
import { Genset } from '../../src/cargo/gensets/genset.entity';
import { Purpose } from '../../src/gate/purposes/purpose.entity';

// no request can break the list of a column: only the constraint itself can be asked for its sentence
it.each([
  [Container, 'containers', 'usage', 'Usage must be one of export, import, unknown.'],
  [Genset, 'gensets', 'fuel_level', 'Fuel level must be one of 0, 0.25, 0.5, 0.75, 1.'],
  [
    Chassis,
    'chassis',
    'current_location_type',
    expect.stringMatching(/^Current location type must be one of Term/),
  ],
  [Purpose, 'purposes', 'owner', 'Owner is not acceptable.'],
])('%p answers a broken check of %s.%s by its list', (_entity, table, field, sentence) => {
  expect(refusalOf(`ck_${table}_${field}`, table)).toEqual({ code: 'invalid', sentence, field });
});
