import { ApiProperty } from '@nestjs/swagger';
import { Check } from 'typeorm';
import type { Relation } from 'typeorm';
import { User } from '../../common/auth/user.kind';
import {
  BelongsTo,
  Decimal,
  type NoColumn,
  Row,
  Text,
  Time,
  type Numeric,
} from '../../common/schema/columns';
import { In } from '../../common/input/in';
import { Field, Kind } from '../../common/setup/kind';
import { jsonObject } from '../../common/view/json-sql';
import { userName } from '../../common/view/view';
import { Terminal } from '../../places/setup/terminal.kind';
import { amountOutput } from '../money-fields';

/** The closing of a till that was made last. */
export class LastClosing {
  @ApiProperty({ type: 'integer', example: 1 }) id: number;
  @ApiProperty({ type: 'string', example: 'TC-2026-000001' }) number: string;
}

/** A drawer or a desk that takes money, open from when it is given its float until it is counted. One currency each. */
@Kind({ singular: 'till', plural: 'tills', key: 'name' })
@Check('ck_tills_open', '(opened_at IS NULL) = ("float" IS NULL)')
export class Till extends Row {
  @Field.key({ description: 'What people call it', example: 'Desk 1' }) name: string;
  @Field.ref(() => Terminal, 'name', { description: 'Where the desk or the drawer stands' })
  terminal: Relation<Terminal> | null;
  terminal_id: number | null;
  @Text({ required: true })
  @Field.customColumn(
    In.text({
      required: true,
      min: 3,
      max: 3,
      notNull: true,
      pattern: /^[A-Z]{3}$/,
      must: 'must be three capitals (ISO 4217)',
      description: 'The one currency that it takes',
      example: 'EUR',
    }),
    (out) => out.text({ nullable: false, example: 'EUR' }),
  )
  currency: string;
  @Field.flag({ initially: true, description: 'Whether it can be opened' }) active: boolean;
  @Time()
  @Field.answered((out) => out.time({ description: 'When it was opened; null while it is closed' }))
  opened_at: Date | null;
  @BelongsTo(() => User)
  @Field.answered((out) =>
    out.sql((of) => userName(of, 'opened_by'), 'text', {
      description: 'The user who opened it: the name, or the e-mail when there is none',
      example: 'Tess Ter',
    }),
  )
  opened_by: Relation<User> | null;
  opened_by_id: number | null;
  @Decimal({ precision: 14, scale: 2 })
  @Field.answered(
    amountOutput('float', {
      description: 'The cash that it was opened with; null while it is closed',
      example: '150.00',
    }),
  )
  float: Numeric | null;
  @Field.computed((out) =>
    out.shaped(
      (of) => `(SELECT ${jsonObject({ id: 'c.id', number: 'c.number' })} FROM till_closings c
        WHERE c.organization_id = ${of('organization_id')} AND c.till_id = ${of('id')} ORDER BY c.id DESC LIMIT 1)`,
      () => LastClosing,
      { nullable: true, description: 'What it was found to hold last; null before it was closed once' },
    ),
  )
  last_closing: NoColumn;
}
