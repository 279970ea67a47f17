import type { Relation } from 'typeorm';
import { Refuses } from '../../common/errors/constraints';
import { Row } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { Tax } from './tax.kind';

/** Which tax holds for a class of charge codes and a treatment of customers. */
@Kind({ singular: 'tax_rule', plural: 'tax_rules', key: 'treatment', within: 'tax_class' })
@Refuses(
  'uq_tax_rules_tax_class_treatment',
  'There is a rule for this tax class and treatment already.',
  'treatment',
)
export class TaxRule extends Row {
  @Field.text({
    required: true,
    identifier: 'visible',
    description: 'That of charge codes',
    example: 'standard',
  })
  tax_class: string;
  @Field.key({ description: 'That of billing accounts', example: 'domestic' }) treatment: string;
  @Field.ref(() => Tax, 'code', { required: true, example: 'NL21' }) tax: Relation<Tax>;
  tax_id: number;
}
