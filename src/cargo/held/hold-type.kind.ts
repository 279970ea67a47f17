import { Check } from 'typeorm';
import { Refuses } from '../../common/errors/constraints';
import { Row } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';

export const APPLIES_TO = ['container', 'bill_of_lading'] as const;

/** To which stays a hold type is applied by itself, when they are announced. */
export const APPLIED_TO = ['none', 'full_imports'] as const;

/** What parties are told of a hold in place of its type, unless that is open to them. */
export const ON_HOLD = 'On hold';

/** A reason why cargo may not leave, for containers or for bills of lading. */
@Kind({
  singular: 'hold_type',
  plural: 'hold_types',
  key: 'name',
  narrowedBy: { applies_to: APPLIES_TO },
  parties: {
    concern: { rows: ({ alias }) => `${alias}.open_to_parties` },
    fields: ['name', 'description', 'keeps_stripping', 'applies_to', 'applied_to', 'open_to_parties'],
    filters: ['name', 'applies_to'],
  },
})
@Check('ck_hold_types_by_itself', `applied_to = 'none' OR applies_to = 'container'`)
@Refuses(
  'ck_hold_types_by_itself',
  'A hold type that is applied by itself applies to containers.',
  'applied_to',
)
export class HoldType extends Row {
  @Field.key({ example: 'Customs' }) name: string;
  @Field.note() description: string | null;
  @Field.flag({
    initially: true,
    description: 'Whether a hold of this type keeps packages from being taken out of a container, too',
  })
  keeps_stripping: boolean;
  @Field.oneOf(APPLIES_TO, { required: true }) applies_to: (typeof APPLIES_TO)[number];
  @Field.oneOfOr(APPLIED_TO, 'none', {
    description:
      'To which stays the hold is applied by itself when they are announced: `full_imports`, of full containers for import',
  })
  applied_to: (typeof APPLIED_TO)[number];
  @Field.flag({
    description:
      'Whether parties are told this type; of other types they see that there is a hold and no more',
  })
  open_to_parties: boolean;
}
