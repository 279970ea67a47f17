import { Entity, OneToMany, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { In } from '../../common/input/in';
import { BelongsTo, CalendarDate, Decimal, Row, type Numeric } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { view } from '../../common/view/view';
import { percentageInput, asAmount } from '../money-fields';

/** EN 16931: standard, zero rated, exempt, reverse charge, intra-community, export, outside of the scope. */
export const TAX_CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const;

/** The percentage of a tax from a day on. */
@Entity('tax_percentages')
@Unique(['organization_id', 'tax_id', 'valid_from'])
export class TaxPercentage extends Row {
  @BelongsTo('Tax', {
    required: true,
    onDelete: 'CASCADE',
    unindexed: 'uq_tax_percentages_tax_id_valid_from',
  })
  tax: Relation<Tax>;
  tax_id: number;
  @Decimal({ required: true }) percent: Numeric;
  @CalendarDate({ required: true }) valid_from: string;
}

export class CreateTaxPercentage {
  @percentageInput({ required: true, description: 'How much is taken of a hundred', example: '21.00' })
  percent: string;
  @In.date({ required: true, description: 'The first day that it holds', example: '2012-10-01' })
  valid_from: string;
}

const PercentageOut = view(TaxPercentage);

class TaxPercentageShow {
  @PercentageOut.sql((of) => asAmount(of('percent')), 'text', {
    nullable: false,
    description: 'How much is taken of a hundred',
    example: '21.00',
  })
  percent: string;
  @PercentageOut.date({ description: 'The first day that it holds', example: '2012-10-01' })
  valid_from: string;
}

/** A tax on what the terminal sells, with its percentages by day. */
@Kind({ singular: 'tax', plural: 'taxes', key: 'code' })
export class Tax extends Row {
  @Field.key({ example: 'NL21' }) code: string;
  @Field.name({ example: 'BTW hoog' }) name: string | null;
  @Field.oneOf(TAX_CATEGORIES, {
    required: true,
    description: 'The category of EN 16931',
    example: 'S',
  })
  category: (typeof TAX_CATEGORIES)[number];
  @Field.custom(In.objects(() => CreateTaxPercentage), (out) =>
    out.many('percentages', () => TaxPercentageShow, { orderBy: 'valid_from' }),
  )
  @OneToMany(() => TaxPercentage, (percentage) => percentage.tax)
  percentages: Relation<TaxPercentage>[];
  @Field.text({
    pattern: /^(VATEX-[A-Z0-9-]+)?$/,
    must: 'must begin with VATEX-',
    description: 'Why nothing is taken, as a code of EN 16931',
    example: 'VATEX-EU-AE',
  })
  exemption_code: string | null;
  @Field.note({ description: 'Why nothing is taken, in words', example: 'Reverse charge' })
  exemption_reason: string | null;
}
