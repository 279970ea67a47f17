import { ApiProperty } from '@nestjs/swagger';
import { Check, Column, OneToMany } from 'typeorm';
import type { Relation } from 'typeorm';
import { CONTAINER_STATUSES, CONTAINER_USAGES } from '../../cargo/containers/container-words';
import { CARRIERS } from '../../cargo/stays/stay-words';
import { Refuses } from '../../common/errors/constraints';
import { In } from '../../common/input/in';
import {
  Decimal,
  Flag,
  Integer,
  JsonColumn,
  OneOf,
  Row,
  Text,
  Texts,
  type Numeric,
} from '../../common/schema/columns';
import { INTEGER } from '../../common/schema/integers';
import { Field, Kind, type KindField } from '../../common/setup/kind';
import type { Of } from '../../common/view/view';
import { Calendar } from '../calendars/calendar.kind';
import {
  amountInput,
  amountOutput,
  integersInput,
  integersOutput,
  MOST_MEMBERS,
  wordsInput,
} from '../money-fields';
import { ChargeCode } from './charge-code.kind';
import {
  BANDS_OF,
  COUNTINGS,
  FIRST_DAYS,
  FREE_TIMES,
  LAST_DAYS,
  PERS,
  RATE_EVENTS,
  TIERS_COUNTS,
} from './measures';
import type {
  RateCommodityType,
  RateConsignee,
  RateContainerType,
  RateShippingLine,
} from './rate-links.entity';
import { Tariff } from './tariff.kind';
import { compactJson, jsonArray } from '../../common/view/json-sql';

/** The price from the unit of a number on. */
export class TierInput {
  @In.int({ required: true, min: 1, max: 1_000_000, description: 'The number of the first unit', example: 1 })
  from: number;
  @amountInput({ required: true, example: '25.00' }) amount: string;
}

class TierShow {
  @ApiProperty({ ...INTEGER, description: 'The number of the first unit', example: 1 }) from: number;
  @ApiProperty({ type: 'string', description: 'The price of one, with two places to six', example: '25.00' })
  amount: string;
}

/** Between which values of a measure a rate holds. */
export class BandInput {
  @In.oneOf(BANDS_OF, {
    required: true,
    description: 'Tonnes of the container, or metres or gross tonnage of the vessel',
  })
  of: string;
  @In.number({ min: 0, description: 'It is included' }) from?: number | null;
  @In.number({ min: 0, description: 'It is not included' }) until?: number | null;
}

class BandShow {
  @ApiProperty({ type: 'string', enum: [...BANDS_OF], description: 'What is measured' }) of: string;
  @ApiProperty({ type: 'number', nullable: true, description: 'It is included' }) from: number | null;
  @ApiProperty({ type: 'number', nullable: true, description: 'It is not included' }) until: number | null;
}

/** SQL: the keys of the records that a rate lists. */
const linked =
  (table: string, to: string, others: string, key: string): KindField['output'] =>
  (out) =>
    out.sql(
      (of: Of) => `(SELECT ${jsonArray(`o.${key} ORDER BY l.id`)} FROM ${table} l
        JOIN ${others} o ON o.organization_id = l.organization_id AND o.id = l.${to}
        WHERE l.organization_id = ${of('organization_id')} AND l.rate_id = ${of('id')})`,
      'texts',
      { nullable: false },
    );

/**
 * Answers how units are counted with what holds where the rate does not say it; null where nothing is counted.
 * @param unsaid SQL of what holds then
 */
const countedBy =
  (
    unsaid: string,
    type: 'text' | 'integer',
    options: { values?: readonly string[]; description?: string } = {},
  ): KindField['output'] =>
  (out, field) =>
    out.sql(
      (of: Of) => `CASE WHEN ${of('counting')} IS NOT NULL THEN coalesce(${of(field)}, ${unsaid}) END`,
      type,
      options,
    );

const keysInput = (description: string, example: string[]) =>
  In.texts({ description: `${description}; ${MOST_MEMBERS} at most, all unless given`, example });

const flagOrBoth = (description: string) => In.bool({ description: `${description}; both unless given` });

/** One price of a tariff: the conditions, how units are counted, and how much one costs. */
@Kind({
  singular: 'tariff_rate',
  plural: 'tariff_rates',
  key: 'position',
  within: 'tariff',
  byId: true,
  filters: {
    tariff: In.text({ description: 'The whole name of the tariff', example: 'Public 2026' }),
    charge_code: In.text({ description: 'The whole code', example: 'STOR' }),
    position: In.int({ min: 1, description: 'The position within the tariff' }),
  },
})
@Check('ck_tariff_rates_position', 'position BETWEEN 1 AND 100000')
@Check('ck_tariff_rates_price', '(amount IS NULL) <> (tiers IS NULL)')
@Refuses('ck_tariff_rates_price', 'A rate has an amount or tiers.', 'amount')
@Check('ck_tariff_rates_maximum', 'maximum >= minimum')
@Refuses('ck_tariff_rates_maximum', 'Maximum must not be less than minimum.', 'maximum')
export class TariffRate extends Row {
  @Field.ref(() => Tariff, 'name', {
    required: true,
    example: 'Public 2026',
    unindexed: 'uq_tariff_rates_tariff_id_position',
  })
  tariff: Relation<Tariff>;
  tariff_id: number;
  @Integer({ required: true })
  @Field.customColumn(
    In.int({
      required: true,
      min: 1,
      max: 100_000,
      description: 'Rates are asked in this order; the first that holds is taken',
      example: 10,
    }),
    (out) => out.int(),
  )
  position: number;
  @Field.ref(() => ChargeCode, 'code', { required: true, example: 'STOR' })
  charge_code: Relation<ChargeCode>;
  charge_code_id: number;

  @Texts()
  @Field.customColumn(wordsInput(CONTAINER_STATUSES, { description: 'All unless given' }), (out) =>
    out.texts(),
  )
  container_statuses: string[];
  @Texts()
  @Field.customColumn(wordsInput(CONTAINER_USAGES, { description: 'All unless given' }), (out) => out.texts())
  usages: string[];
  @Column({ type: 'integer', array: true, default: '{}' })
  @Field.customColumn(
    integersInput([20, 40, 45], { description: 'Nominal lengths in feet; all unless given' }),
    integersOutput('sizes', 'Nominal lengths in feet; empty for all'),
  )
  sizes: number[];
  @Field.custom(
    keysInput('Codes of container types', ['45R1']),
    linked('rate_container_types', 'container_type_id', 'container_types', 'code'),
  )
  @OneToMany('RateContainerType', 'rate')
  container_types: Relation<RateContainerType>[];
  @Column({ type: 'boolean', nullable: true })
  @Field.customColumn(flagOrBoth('Whether the container is of a refrigerated type'), (out) => out.bool())
  is_reefer: boolean | null;
  @Column({ type: 'boolean', nullable: true })
  @Field.customColumn(flagOrBoth('Whether the container is kept at a temperature'), (out) => out.bool())
  operating_reefer: boolean | null;
  @Field.custom(
    keysInput('Codes of shipping lines', ['WHA']),
    linked('rate_shipping_lines', 'shipping_line_id', 'shipping_lines', 'code'),
  )
  @OneToMany('RateShippingLine', 'rate')
  shipping_lines: Relation<RateShippingLine>[];
  @Field.custom(
    keysInput('Names of consignees', ['Kolibri Coffee']),
    linked('rate_consignees', 'consignee_id', 'consignees', 'name'),
  )
  @OneToMany('RateConsignee', 'rate')
  consignees: Relation<RateConsignee>[];
  @Field.custom(
    keysInput('Names of commodity types', ['Coffee']),
    linked('rate_commodity_types', 'commodity_type_id', 'commodity_types', 'name'),
  )
  @OneToMany('RateCommodityType', 'rate')
  commodity_types: Relation<RateCommodityType>[];
  @Texts()
  @Field.customColumn(wordsInput(CARRIERS, { description: 'What it came with; all unless given' }), (out) =>
    out.texts(),
  )
  arrived_by: string[];
  @Texts()
  @Field.customColumn(wordsInput(CARRIERS, { description: 'What it leaves with; all unless given' }), (out) =>
    out.texts(),
  )
  departed_by: string[];
  @Column({ type: 'boolean', nullable: true })
  @Field.customColumn(flagOrBoth('Whether it came and leaves by voyage'), (out) => out.bool())
  transshipment: boolean | null;
  @Column({ type: 'boolean', nullable: true })
  @Field.customColumn(flagOrBoth('Whether the day is open in the calendar of the rate'), (out) => out.bool())
  working_day: boolean | null;
  @OneOf(RATE_EVENTS)
  @Field.customColumn(In.oneOf(RATE_EVENTS, { description: 'Both unless given' }), (out) =>
    out.oneOf(RATE_EVENTS),
  )
  event: string | null;
  @JsonColumn()
  @Field.customColumn(In.object(() => BandInput, { description: 'All values unless given' }), (out) =>
    out.shaped(
      (of: Of) => compactJson(`('{"from": null, "until": null}'::jsonb || ${of('band')})`),
      () => BandShow,
      { nullable: true },
    ),
  )
  band: object | null;

  @Text({ required: true, default: 'once' })
  @Field.customColumn(
    In.oneOf(PERS, { notNull: true, description: 'What the price is per; `once` unless given' }),
    (out) => out.oneOf(PERS),
  )
  per: string;
  @Decimal()
  @Field.customColumn(
    amountInput({ description: 'The price of one; or tiers', example: '20.00' }),
    amountOutput('amount', { description: 'The price of one; null where tiers say it', example: '20.00' }),
  )
  amount: Numeric | null;
  @JsonColumn()
  @Field.customColumn(
    In.objects(() => TierInput, {
      description: 'Prices by the number of the unit, from 1 and ascending; 20 at most',
    }),
    (out) =>
      out.shaped(
        (of: Of) => compactJson(of('tiers')),
        () => TierShow,
        { isArray: true, nullable: true },
      ),
  )
  tiers: object | null;
  @Decimal()
  @Field.customColumn(
    amountInput({ description: 'The least total of a subject and payer' }),
    amountOutput('minimum', { description: 'The least total of a subject and payer' }),
  )
  minimum: Numeric | null;
  @Decimal()
  @Field.customColumn(
    amountInput({ description: 'The largest total of a subject and payer' }),
    amountOutput('maximum', { description: 'The largest total of a subject and payer' }),
  )
  maximum: Numeric | null;
  @Decimal({ required: true, default: () => '0.001' })
  @Field.customColumn(
    In.number({
      notNull: true,
      min: 0.000001,
      description: 'Quantities are rounded up to it; 0.001 unless given',
    }),
    (out) => out.number(),
  )
  quantity_step: Numeric;
  @Field.note() note: string | null;

  @OneOf(COUNTINGS)
  @Field.customColumn(
    In.oneOf(COUNTINGS, { description: 'Of what is counted: local days, or periods of elapsed time' }),
    (out) => out.oneOf(COUNTINGS),
  )
  counting: string | null;
  @Integer()
  @Field.customColumn(
    In.int({ min: 1, max: 168, description: 'The length of a period; 24 unless given' }),
    countedBy('24', 'integer'),
  )
  period_hours: number | null;
  @OneOf(FIRST_DAYS)
  @Field.customColumn(
    In.oneOf(FIRST_DAYS, { description: '`arrival` unless given' }),
    countedBy("'arrival'", 'text', { values: FIRST_DAYS }),
  )
  first_day: string | null;
  @OneOf(LAST_DAYS)
  @Field.customColumn(
    In.oneOf(LAST_DAYS, { description: '`included` unless given' }),
    countedBy("'included'", 'text', { values: LAST_DAYS }),
  )
  last_day: string | null;
  @Text()
  @Field.customColumn(
    In.text({
      pattern: /^([01]\d|2[0-3]):[0-5]\d$/,
      must: 'must be a time of day such as 07:00',
      description: 'When days begin; 00:00 unless given',
      example: '07:00',
    }),
    countedBy("'00:00'", 'text', { description: 'When days begin, in hours and minutes' }),
  )
  day_starts_at: string | null;
  @Field.ref(() => Calendar, 'name', {
    description: "That of the organization's billing profile unless given",
  })
  calendar: Relation<Calendar> | null;
  calendar_id: number | null;
  @Integer()
  @Field.customColumn(
    In.int({ min: 0, max: 365, description: 'How many units are free; 0 unless given' }),
    countedBy('0', 'integer'),
  )
  free_units: number | null;
  @Flag()
  @Field.customColumn(In.bool({ description: 'Whether closed days do not use up free time' }), (out) =>
    out.bool(),
  )
  free_excludes_closed: boolean;
  @Flag()
  @Field.customColumn(In.bool({ description: 'Whether closed days are not charged' }), (out) => out.bool())
  charge_excludes_closed: boolean;
  @OneOf(FREE_TIMES)
  @Field.customColumn(
    In.oneOf(FREE_TIMES, {
      description: '`lost`: as soon as a unit is charged, all are; `kept` unless given',
    }),
    countedBy("'kept'", 'text', { values: FREE_TIMES }),
  )
  free_time: string | null;
  @OneOf(TIERS_COUNTS)
  @Field.customColumn(
    In.oneOf(TIERS_COUNTS, {
      description: 'Whether tiers count charged units, or all; `charged` unless given',
    }),
    countedBy("'charged'", 'text', { values: TIERS_COUNTS }),
  )
  tiers_count: string | null;
}
