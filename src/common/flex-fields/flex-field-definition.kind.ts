import { In } from '../input/in';
import { Row } from '../schema/columns';
import { Field, Kind } from '../setup/kind';

export const FLEX_RECORD_TYPES = ['voyage', 'voyage_event', 'genset', 'vehicle'] as const;
export const FLEX_VALUE_TYPES = ['string', 'number', 'boolean', 'date'] as const;

/** A field that an organization adds to one type of record. */
@Kind({
  singular: 'flex_field_definition',
  plural: 'flex_field_definitions',
  key: 'canonical_name',
  within: 'record_type',
  filters: {
    record_type: In.oneOf(FLEX_RECORD_TYPES, { description: 'The fields of this type of record only' }),
  },
})
export class FlexFieldDefinition extends Row {
  @Field.oneOf(FLEX_RECORD_TYPES, { required: true }) record_type: (typeof FLEX_RECORD_TYPES)[number];
  @Field.key({ example: 'bunker_supplier' }) canonical_name: string;
  @Field.text({ required: true, example: 'Bunker supplier' })
  label: string;
  @Field.oneOf(FLEX_VALUE_TYPES, { required: true }) value_type: (typeof FLEX_VALUE_TYPES)[number];
  @Field.int({ description: 'Where it stands among the others, lowest first' }) position: number | null;
}
