import { Column } from 'typeorm';
import { In } from '../../common/input/in';
import { Concerns } from '../../common/party-wall/concerns';
import { OneOf, Row, Texts } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { LIFT_TYPES } from '../../quay/tallies/tally-words';
import { wordsInput } from '../money-fields';
import { Cargo, CARGOS, MEASURE_NAMES, Measure, PAYER_ROLES, PRICED_AT } from './measures';

/** What is sold, and which of the records say how much of it. */
@Kind({
  singular: 'charge_code',
  plural: 'charge_codes',
  key: 'code',
  filters: {
    measure: In.oneOf(MEASURE_NAMES, { description: 'Only codes of this measure' }),
    active: In.bool({ description: 'Both kinds unless given' }),
  },
})
// parties order by them; no endpoint shows them
@Concerns('everyone')
export class ChargeCode extends Row {
  @Field.key({ example: 'STOR' }) code: string;
  @Field.name({ example: 'Storage' }) name: string | null;
  @Field.oneOf(MEASURE_NAMES, {
    required: true,
    description: 'Which records it looks at',
    example: 'storage',
  })
  measure: Measure;
  @OneOf(CARGOS, { required: true, default: 'container' })
  @Field.customColumn(
    In.oneOf(CARGOS, {
      notNull: true,
      description:
        'What cargo it is for, of measures that look at vehicles and breakbulk as well; `container` unless given',
    }),
    (out) => out.oneOf(CARGOS),
  )
  cargo: Cargo;
  @Field.oneOf(LIFT_TYPES, { description: 'Of special lifts: only those of this type; null for any' })
  lift_type: string | null;
  @Column({ type: 'text', nullable: false })
  @Field.customColumn(
    In.text({
      pattern: /^[A-Z0-9]{2,3}$/,
      must: 'must be a code of UN/ECE Recommendation 20',
      description: 'The unit as a code of UN/ECE Recommendation 20; by the measure unless given',
      example: 'DAY',
    }),
    (out) => out.text({ nullable: false, example: 'DAY' }),
  )
  unit_code: string;
  @Column({ type: 'text', default: 'standard' })
  @Field.customColumn(
    In.text({
      notNull: true,
      min: 1,
      identifier: 'visible',
      description: 'What tax rules go by; `standard` unless given',
      example: 'standard',
    }),
    (out) => out.text({ nullable: false, example: 'standard' }),
  )
  tax_class: string;
  @Texts()
  @Field.customColumn(
    wordsInput(PAYER_ROLES, {
      description: 'The roles that pay: the first one that is known; by the measure unless given',
      example: ['nominated', 'consignee', 'shipping_line'],
    }),
    (out) => out.texts(),
  )
  payers: string[];
  @Column({ type: 'text', array: true, default: ['shipping_line'] })
  @Field.customColumn(
    wordsInput(PAYER_ROLES, {
      description:
        'The roles that pay in place of them what begins after a container was emptied here, of measures of its stay',
      example: ['shipping_line'],
    }),
    (out) => out.texts(),
  )
  payers_empty: string[];
  @Column({ type: 'text', default: 'service_day' })
  @Field.customColumn(
    In.oneOf(PRICED_AT, {
      notNull: true,
      description: 'Whether the tariff of the day of service holds, or that of the arrival',
    }),
    (out) => out.oneOf(PRICED_AT),
  )
  priced_at: (typeof PRICED_AT)[number];
  @Field.flag({ initially: true, description: 'Whether it has to be settled before a container leaves' })
  release: boolean;
  @Field.flag({ description: 'Whether finding no rate is a problem' }) rate_required: boolean;
  @Field.text({ identifier: 'visible', example: 'GL-80050' }) general_ledger_id: string | null;
  @Field.flag({ initially: true, description: 'false for a code that is charged no more' }) active: boolean;
}
