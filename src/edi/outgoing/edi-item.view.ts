import { view } from '../../common/view/view';
import { EdiItem, ITEM_CODES, ITEM_FUNCTIONS, ITEM_STATUSES } from './edi-item.entity';

const Out = view(EdiItem);

/** What a flow tells, or has told, of a container. */
export class EdiItemShow {
  @Out.id() id: number;
  @Out.reference('edi_flow', 'name', { example: 'WHA gate moves' }) edi_flow: object;
  @Out.oneOf(ITEM_STATUSES, {
    description: 'waiting to be told, told, or withdrawn: taken back before it was told',
  })
  status: string;
  @Out.reference('container', 'number', { example: 'WHAU4142033' }) container: object;
  @Out.text({ description: 'The number that it had then, and is told by', example: 'WHAU4142033' })
  container_number: string;
  @Out.oneOf(ITEM_CODES, {
    description: 'Gated in (34) or out (36), discharged (44) or loaded (46), as BGM has it',
  })
  code: string;
  @Out.oneOf(ITEM_FUNCTIONS, {
    description: 'Told (9), told in place of what was told (5), or taken back (1)',
  })
  function: string;
  @Out.bool({ description: 'Whether it was not discharged when the tally was closed' }) short: boolean;
  @Out.bool({ description: 'Whether it waits until the tally of its voyage is closed' }) held: boolean;
  @Out.reference('shipping_line', 'code', { example: 'WHA' }) shipping_line: object;
  @Out.reference('voyage', 'number', { example: 'WP2611' }) voyage: object | null;
  @Out.int({ description: 'The event that says so; null for what somebody has told again' })
  event_id: number | null;
  @Out.reference('edi_message', 'document_number', {
    description: 'The message that tells it',
    example: 'NQ00000012',
  })
  edi_message: object | null;
  @Out.time() created_at: string;
  @Out.time() updated_at: string;
}
