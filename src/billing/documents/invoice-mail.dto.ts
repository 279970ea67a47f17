import { In } from '../../common/input/in';
import { BadValue, toText } from '../../common/input/values';

/** The most addresses of a mail. */
const MOST_ADDRESSES = 5;

const ADDRESS = { type: 'string', maxLength: 255 } as const;

/** One address or several, as a list. */
function toAddresses(raw: unknown): string[] {
  const list = Array.isArray(raw) ? (raw as unknown[]) : [raw];
  if (!list.length || list.length > MOST_ADDRESSES)
    throw new BadValue(`must be 1 to ${MOST_ADDRESSES} addresses`);
  return list.map((each) => toText(each, { max: ADDRESS.maxLength }));
}

export class SendInvoice {
  @In.custom({ oneOf: [ADDRESS, { type: 'array', items: ADDRESS, maxItems: MOST_ADDRESSES }] }, toAddresses, {
    description: `One address, or a list of ${MOST_ADDRESSES} at most; that of the customer's account, else its own unless given`,
    example: ['invoices@kestrelvane.example'],
  })
  to?: string[] | null;
  @In.note({ description: 'What stands above the invoice in the mail', example: 'As agreed by telephone.' })
  message?: string | null;
}
