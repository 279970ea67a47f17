import { In } from '../../common/input/in';
import { counting } from '../../common/pagination/counts';
import { OrderedBy } from '../../common/pagination/order';
import { PageQuery } from '../../common/pagination/page-query';
import { PLACE_GROUPS } from '../containers/place-counts';
import { CONTAINER_STATUSES, CONTAINER_USAGES } from '../containers/container-words';
import { boxFilters } from '../containers/box-filters';
import { leavingFilters } from '../release/leaving.dto';
import { type ImdgGoodsFields, imdgGoodsInput } from '../imdg-goods';
import { type OverFields, overInput } from '../over-dimensions';
import { STAY_STATUSES } from './stay-words';

/** The fields of a stay that can be corrected: its times, and what the container was at the terminal for. */
export class UpdateContainerStay {
  @In.note({
    required: true,
    description: 'Why; it is kept with the stay and its traces',
    example: 'Mistyped',
  })
  reason: string;
  @In.time({ description: 'When it came' }) in_at?: string | null;
  @In.time({ description: 'When it left; not of one that is still here' }) out_at?: string | null;
  @In.oneOf(CONTAINER_STATUSES, { description: 'What it was when it came; not of one that has not come' })
  arrival_status?: string | null;
  @In.oneOf(CONTAINER_STATUSES, { description: 'What it was when it left; not of one that has not left' })
  departure_status?: string | null;
  @In.time({ description: 'When it was made empty here; null for one that was not' }) emptied_at?:
    string | null;
  @In.text({ description: 'What was in it when it came; of one that was emptied or filled here' })
  arrival_goods?: string | null;
  @In.number({ min: 0, description: 'What it weighed when it came; of one that was emptied or filled here' })
  arrival_weight?: number | null;
  @In.text({ description: 'Its commodity type when it came; of one that was emptied or filled here' })
  arrival_commodity_type?: string | null;
  @In.oneOf(CONTAINER_STATUSES) container_status?: string | null;
  @In.oneOf(CONTAINER_USAGES) usage?: string | null;
  @In.text({ description: 'The code of the shipping line', example: 'WHA' }) shipping_line?: string | null;
  @In.text() goods?: string | null;
  @In.number({ min: 0, description: "In the organization's weight unit" }) weight?: number | null;
  @In.texts() seals?: string[] | null;
  @In.text() commodity_type?: string | null;
  @In.text() consignee?: string | null;
  @In.text() booking?: string | null;
  @In.int({
    min: 1,
    description: 'The number of the line of the booking; the first that takes it when it is left out',
  })
  booking_line?: number | null;
  @imdgGoodsInput() dangerous_goods?: ImdgGoodsFields[] | null;
  @overInput() over?: OverFields | null;
  @In.text() arrival_voyage?: string | null;
  @In.text() departure_voyage?: string | null;
  @In.bool() operating_reefer?: boolean | null;
  @In.number() reefer_temperature?: number | null;
  @In.number() reefer_set_point_temperature?: number | null;
  @In.number() supply_temperature?: number | null;
}

@OrderedBy('in_at', 'out_at')
export class ContainerStayQuery extends PageQuery {
  @leavingFilters.may_leave may_leave?: boolean | null;
  @leavingFilters.with with?: 'leaving' | null;
  @In.anyWord(STAY_STATUSES, { description: 'How far the stay has come' }) status?: string[] | null;
  @In.anyWord(CONTAINER_USAGES, { description: 'What the container is here for' }) usage?: string[] | null;
  @In.anyWord(CONTAINER_STATUSES, { description: 'Full ones or empty ones only, as they are or were last' })
  container_status?: string[] | null;
  @boxFilters.shipping_line shipping_line?: string[] | null;
  @boxFilters.container_type container_type?: string[] | null;
  @boxFilters.size size?: number[] | null;
  @boxFilters.is_reefer is_reefer?: boolean | null;
  @boxFilters.consignee consignee?: string[] | null;
  @boxFilters.terminal terminal?: string[] | null;
  @boxFilters.yard_area yard_area?: string[] | null;
  @boxFilters.voyage_number voyage_number?: string[] | null;
  @In.text({ description: 'Only what is for the booking with this whole number' }) booking_number?:
    string | null;
  @In.text({ description: 'Only what is on a bill with this whole number' }) bill_of_lading_number?:
    string | null;
  @In.time({ description: 'Came at this time or later' }) in_from?: string | null;
  @In.endTime({ from: 'in_from', description: 'Came at this time or earlier, or on this day' }) in_until?:
    string | null;
  @In.time({ description: 'Left at this time or later' }) out_from?: string | null;
  @In.endTime({ from: 'out_from', description: 'Left at this time or earlier, or on this day' }) out_until?:
    string | null;
  @In.time({ description: 'Still here, and came before this time, or before this day began' })
  here_since_before?: string | null;
  @In.bool({
    description:
      'Whether a hold keeps the container in this stay: its own, or one of a bill or of a container that it is in',
  })
  held?: boolean | null;
}

/** What stays are counted by. */
export const STAY_GROUPS = {
  status: 'How far the stay has come',
  usage: 'What the container is here for',
  container_status: 'Full or empty',
  shipping_line: 'The code of the shipping line',
  arrival_voyage: 'The number of the voyage that it was announced to arrive with',
  departure_voyage: 'The number of the voyage that it was announced to leave with',
  booking: 'The number of the booking',
  ...PLACE_GROUPS,
};
export type StayGroup = keyof typeof STAY_GROUPS;

export class ContainerStayCountQuery extends counting(ContainerStayQuery, STAY_GROUPS) {}
