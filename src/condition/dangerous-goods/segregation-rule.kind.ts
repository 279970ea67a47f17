import { Check, Index } from 'typeorm';
import { Refuses } from '../../common/errors/constraints';
import { SEGREGATED_CLASSES } from '../../common/imdg';
import { In } from '../../common/input/in';
import { Integer, OneOf, Row } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';

const KNOWN = 'There is a rule for these two classes already.';

const classInput = () =>
  In.oneOf(SEGREGATED_CLASSES, {
    required: true,
    description: 'A division of the IMDG code, or `1.4S`; the order of the two does not matter',
    example: '3',
  });

/** How far apart an organization keeps two classes of dangerous goods; its rules go before the general table (IMDG 7.2.4). */
@Refuses('uq_segregation_rules_class_a_class_b', KNOWN, 'class_b')
@Kind({
  singular: 'segregation_rule',
  plural: 'segregation_rules',
  key: 'class_b',
  within: 'class_a',
  byId: true,
  narrowedBy: { class_a: SEGREGATED_CLASSES },
})
@Index('uq_segregation_rules_pair', { synchronize: false })
@Refuses('uq_segregation_rules_pair', KNOWN, 'class_b')
@Check('ck_segregation_rules_value', 'value BETWEEN 0 AND 4')
export class SegregationRule extends Row {
  @OneOf(SEGREGATED_CLASSES, { required: true })
  @Field.customColumn(classInput(), (out) => out.oneOf(SEGREGATED_CLASSES))
  class_a: string;
  @OneOf(SEGREGATED_CLASSES, { required: true })
  @Field.customColumn(classInput(), (out) => out.oneOf(SEGREGATED_CLASSES))
  class_b: string;
  @Integer({ required: true })
  @Field.customColumn(
    In.int({
      required: true,
      min: 0,
      max: 4,
      description:
        '0: together; 1: not in one stack; 2: nor in the next bay or row; 3 and 4: not in one yard area',
      example: 2,
    }),
    (out) =>
      out.int({
        description:
          '0: together; 1: not in one stack; 2: nor in the next bay or row; 3 and 4: not in one yard area',
      }),
  )
  value: number;
}
