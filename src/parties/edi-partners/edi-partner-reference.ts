import sql from 'sql-template-tag';
import { In } from '../../common/input/in';
import type { KindField } from '../../common/setup/kind';
import { type FieldMap, reference } from '../../common/write/field-map';
import { joinKey, type Lookup, partsOf, tableOfKeys } from '../../common/write/lookups';

/** A partner in a request. */
export class EdiPartnerInput {
  @In.name({ required: true, example: 'Westhaven Message Hub' }) name: string;
  @In.text({
    identifier: 'visible',
    description: 'The id that the partner has in messages',
    example: 'WHAHUB',
  })
  edi_id?: string | null;
}

/** A reference to a partner by `{name, edi_id}`. */
export const EDI_PARTNER: Lookup = {
  kind: 'edi_partners',
  what: 'EDI partner',
  keyOf: (named) => {
    const { name, edi_id } = named as EdiPartnerInput;
    return joinKey(name, edi_id ?? '');
  },
  find: (organization_id, keys) => sql`
    SELECT k.key, p.id FROM ${tableOfKeys(keys)}
    JOIN edi_partners p ON p.organization_id = ${organization_id}
      AND p.name = k.key::json ->> 0 AND p.edi_id = k.key::json ->> 1`,
  name: (
    column,
  ) => `(SELECT json_build_object('name', p.name, 'edi_id', nullif(p.edi_id, '')) FROM edi_partners p
    WHERE p.organization_id = t.organization_id AND p.id = ${column})`,
  known: (key) => partsOf(key)[0]!,
  unknown: (key) => `'${partsOf(key)[0]}' is unknown`,
};

/** The request field of a kind that names a partner. */
export const ediPartnerInput = (options: { required?: boolean; description?: string } = {}) =>
  In.object(() => EdiPartnerInput, options);

/** The answer field of a kind that names a partner. */
export const ediPartnerOutput =
  (field = 'partner'): KindField['output'] =>
  (out) =>
    out.reference(field, 'name', { example: 'Westhaven Message Hub' });

/** A field that names a partner, kept in the column `<field>_id`, which other code may give instead. */
export const ediPartnerReference = (field = 'partner'): FieldMap =>
  reference(field, EDI_PARTNER, { byId: 'plain' });
