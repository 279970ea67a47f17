import { kindModel } from '../../common/setup/kind-model';
import { requireRoom } from '../../common/setup/room';
import { timeZoneNamed } from '../../common/tenancy/time-zone';
import { column } from '../../common/write/field-map';
import type { RowOf } from '../../common/write/write-row';
import { EDI_PARTNER } from './edi-partner-reference';
import { EdiPartner } from './edi-partner.kind';

export const ediPartnerModel = kindModel(EdiPartner, {
  named: EDI_PARTNER,
  compares: true,
  maps: {
    edi_id: {
      columns: ['edi_id'],
      value: () => `nullif(t.edi_id, '')`,
      put: (row, value) => {
        if (value !== undefined || !row.before) row.set('edi_id', value ?? '');
      },
    },
    syntax_version: column('syntax_version'),
    acknowledge_minutes: column('acknowledge_minutes'),
    active: column('active'),
  },
  checks: [requireRoom('edi_partners', 500), requireZones],
});

function requireZones(rows: RowOf<EdiPartner>[]): void {
  for (const row of rows) {
    const { time_zone } = row.columns;
    if (time_zone && !timeZoneNamed(time_zone))
      row.invalid('time_zone', 'must be a time zone, such as Europe/Amsterdam');
  }
}
