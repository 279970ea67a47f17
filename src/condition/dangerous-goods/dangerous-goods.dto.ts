import { PickType } from '@nestjs/swagger';
import { boxFilters } from '../../cargo/containers/box-filters';
import { PLACE_GROUPS } from '../../cargo/containers/place-counts';
import { type ImdgGoodsFields, imdgGoodsInput } from '../../cargo/imdg-goods';
import { IMDG_WORDS } from '../../common/imdg';
import { In } from '../../common/input/in';
import { counting } from '../../common/pagination/counts';
import { PageQuery } from '../../common/pagination/page-query';

export class DangerousGoodsQuery extends PageQuery {
  @In.text({ description: 'The whole number of the container' }) container_number?: string | null;
  @In.text({
    pattern: /^\d{4}$/,
    must: 'must be 4 digits',
    description: 'The whole UN number',
    example: '1263',
  })
  un_number?: string | null;
  @In.anyWord(IMDG_WORDS, {
    description: 'A class of the goods, subsidiary ones too: `1` for all of class 1',
  })
  imdg_class?: string[] | null;
  @boxFilters.shipping_line shipping_line?: string[] | null;
  @boxFilters.terminal terminal?: string[] | null;
  @boxFilters.yard_area yard_area?: string[] | null;
  @boxFilters.voyage_number voyage_number?: string[] | null;
  @In.bool({ description: 'Whether they have stood in their yard area for longer than its `imdg_hours`' })
  overdue?: boolean | null;
  @In.bool({
    description: 'Whether something stands against the place where they are; `true` lists it as `conflicts`',
  })
  conflicts?: boolean | null;
}

/** The filters of the list for the fire brigade. */
export class FireListQuery extends PickType(DangerousGoodsQuery, [
  'imdg_class',
  'terminal',
  'yard_area',
  'voyage_number',
] as const) {}

/** What dangerous goods are counted by. */
export const DANGEROUS_GROUPS = {
  imdg_class: 'The class of the goods that are named first',
  shipping_line: 'The code of the shipping line',
  arrival_voyage: 'The number of the voyage that it arrived with',
  departure_voyage: 'The number of the voyage that it departs with',
  ...PLACE_GROUPS,
};

export class DangerousGoodsCountQuery extends counting(DangerousGoodsQuery, DANGEROUS_GROUPS) {}

/** The dangerous goods of a container, all of them. */
export class PutDangerousGoods {
  @imdgGoodsInput() dangerous_goods?: ImdgGoodsFields[] | null;
}
