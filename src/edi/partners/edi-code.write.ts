import { kindModel } from '../../common/setup/kind-model';
import { requireRoom } from '../../common/setup/room';
import type { FieldMap } from '../../common/write/field-map';
import { lookupOf } from '../../common/write/lookups';
import { ediPartnerReference } from '../../parties/edi-partners/edi-partner-reference';
import { CODE_LISTS, type CodeList, RECORDS } from './code-lists';
import { EdiCode } from './edi-code.kind';

const lookupFor = (list: CodeList) => lookupOf(RECORDS[list].entity, RECORDS[list].key);

/** The record that a code names: a column for each list, of which one is set. */
const ours: FieldMap = {
  columns: CODE_LISTS.map((list) => `${list}_id`),
  kinds: CODE_LISTS.map((list) => lookupFor(list).kind),
  value: () => {
    const names = CODE_LISTS.map((list) => lookupFor(list).name(`t.${list}_id`));
    return `coalesce(${names.join(', ')})`;
  },
  put: () => undefined,
  // The stored list counts where a request leaves it out.
  complete: (rows) => {
    for (const row of rows) {
      const [list, named] = [row.after('list') as CodeList, row.values.ours];
      if (row.values.list !== undefined && named === undefined && row.before?.list !== list)
        row.invalid('ours', 'is required with another list');
      if (named === undefined) continue;
      for (const each of CODE_LISTS) row.set(`${each}_id`, null);
      row.want('ours', lookupFor(list), named, (id) => row.set(`${list}_id`, id), {
        what: RECORDS[list].what,
      });
    }
  },
};

export const ediCodeModel = kindModel(EdiCode, {
  compares: true,
  maps: { partner: ediPartnerReference(), ours },
  checks: [requireRoom('edi_codes', 50_000)],
});
