import type { Code } from '../../common/errors/codes';
import { Conflict, naming, Refused } from '../../common/errors/errors';
import { BILLING } from '../billing.codes';
import { Exact } from '../money';
import type { PricedRate, RateConditions } from './rate';

/** A tariff that is to be published. */
export interface Publishing {
  name: string;
  valid_from: string;
  published_at: Date | null;
}

/** A charge code of it that another published tariff prices on one of its days. */
export interface Overlap {
  code: string;
  name: string;
  valid_until: string | null;
}

/** @throws Conflict for a tariff that is published */
export function requireDraft({ name, published_at }: Pick<Publishing, 'name' | 'published_at'>): void {
  if (published_at) throw new Conflict(publishedRefusal(name));
}

export const publishedRefusal = (name: string) => ({
  code: BILLING.tariff_published,
  sentence: `Tariff '${name}' is published: copy it to change it.`,
  records: naming('tariff', name),
});

/**
 * Whether a tariff may be published.
 * @param today the day that it is in the organization's time zone
 * @throws Refused: without rates, for days that are over, with a rate that is never reached, or beside another tariff
 */
export function requirePublishable(
  tariff: Publishing,
  rates: PricedRate[],
  overlap: Overlap | undefined,
  { today, retroactive }: { today: string; retroactive: boolean },
): void {
  const { name, valid_from } = tariff;
  const records = naming('tariff', name);
  const refuse = (code: Code, sentence: string) => new Refused({ code, sentence, records });
  if (!rates.length) throw refuse(BILLING.tariff_empty, `Tariff '${name}' has no rates.`);
  if (valid_from < today && !retroactive)
    throw refuse(
      BILLING.tariff_past,
      `Tariff '${name}' would hold since ${valid_from}: send retroactive to adjust what was charged since.`,
    );
  const hidden = unreachable(rates);
  if (hidden)
    throw refuse(
      BILLING.rate_unreachable,
      `Rate ${hidden.position} of '${name}' is never reached: rate ${hidden.behind} holds before it.`,
    );
  if (overlap) throw overlapping(overlap);
}

export function overlapping({ code, name, valid_until }: Overlap): Refused {
  const until = valid_until ? ` until ${valid_until}` : '';
  const sentence = `Charge code ${code} is priced by tariff '${name}'${until}.`;
  return new Refused({ code: BILLING.tariff_overlaps, sentence, records: naming('tariff', name) });
}

/** The first rate behind one that holds for all that it holds for. Only single rates are compared. */
function unreachable(rates: PricedRate[]): { position: number; behind: number } | undefined {
  for (const [at, rate] of rates.entries()) {
    const before = rates
      .slice(0, at)
      .find((each) => each.charge_code_id === rate.charge_code_id && holdsForAll(each, rate));
    if (before) return { position: rate.position, behind: before.position };
  }
  return undefined;
}

const LISTS = [
  'container_statuses',
  'usages',
  'sizes',
  'container_types',
  'shipping_lines',
  'consignees',
  'commodity_types',
  'arrived_by',
  'departed_by',
] as const;
const SINGLES = ['is_reefer', 'operating_reefer', 'transshipment', 'working_day', 'event'] as const;

function holdsForAll(wide: PricedRate, narrow: PricedRate): boolean {
  const has = (list: (typeof LISTS)[number]) => {
    const [all, some]: [unknown[], unknown[]] = [wide[list], narrow[list]];
    return !all.length || (some.length > 0 && some.every((each) => all.includes(each)));
  };
  const working = wide.working_day === null || wide.calendar_id === narrow.calendar_id;
  return (
    working &&
    LISTS.every(has) &&
    SINGLES.every((name) => wide[name] === null || wide[name] === narrow[name]) &&
    hasBand(wide.band, narrow.band)
  );
}

function hasBand(wide: RateConditions['band'], narrow: RateConditions['band']): boolean {
  if (!wide) return true;
  if (narrow?.of !== wide.of) return false;
  const from = wide.from === null || (narrow.from !== null && new Exact(wide.from).lte(narrow.from));
  const until = wide.until === null || (narrow.until !== null && new Exact(wide.until).gte(narrow.until));
  return from && until;
}
