import { In } from '../input/in';
import { BadValue } from '../input/values';
import { Cursor, orderOf } from './order';
import type { PageRequest } from './page';

/** The parameters of every list with pages (decision 250). */
export abstract class ListQuery {
  @In.after()
  after?: number | Cursor | null;

  @In.custom({ type: 'string', enum: ['newest'] }, toOrder, {
    description: 'The record that was made last comes first; the oldest unless given',
  })
  order?: string | null;

  /** Lists of immutable records do not take it. */
  updated_since?: string | null;

  protected pageRequest(
    {
      page,
      per,
      usual,
    }: { page: number | string | null | undefined; per: number | null | undefined; usual: number },
    parameter: PageRequest['parameter'],
  ): PageRequest {
    const { after, order, updated_since } = this;
    const isPage = (page ?? per ?? null) !== null;
    const newest = order === 'newest';
    const list = {
      per: per ?? usual,
      isPage,
      parameter,
      newest,
      order: orderOf(order),
      updatedSince: updated_since ?? undefined,
    };
    const at = page ?? 1;
    if (typeof at === 'number')
      return {
        ...list,
        number: Math.max(at, 1),
        after: typeof after === 'number' ? { id: after } : (after ?? undefined),
      };
    return { ...list, fromEnd: Number(at.slice('last-'.length) || 0) };
  }
}

/** @throws BadValue for another order: a list has the columns that it can be ordered by in its own parameter */
function toOrder(raw: unknown): 'newest' | null {
  if (raw === '') return null;
  if (raw !== 'newest') throw new BadValue("must be 'newest', or left out");
  return raw;
}

/** What a part to search for has at least, because an index of texts knows letters and digits alone. */
export const SEARCHABLE = /^(?:[^\p{L}\p{N}]*[\p{L}\p{N}]){3}/u;
export const SEARCHABLE_MUST = 'must have three letters or digits';

/** A parameter `q`: a part of what people type to find a record. */
export function searchParameter(columns: readonly string[]): PropertyDecorator {
  const words = columns.map((column) => column.replaceAll('_', ' '));
  return In.text({
    min: 3,
    trim: true,
    pattern: SEARCHABLE,
    must: SEARCHABLE_MUST,
    description: `Part of the ${words.join(' or the ')}, with three letters or digits or more, in any case`,
  });
}

const UPDATED = { description: 'Only records that were made or changed at this time or later' };

/** The page parameters of a list of immutable records, such as events. */
export class HistoryQuery extends ListQuery {
  @In.page()
  page?: number | string | null;

  @In.per({ most: 100, description: 'Records a page: 10 unless given; more than 100 is taken as 100' })
  per?: number | null;

  request(): PageRequest {
    return this.pageRequest({ page: this.page, per: this.per, usual: 10 }, 'per');
  }
}

/** The page parameters of most lists. The query class of a list extends it with filters. */
export class PageQuery extends HistoryQuery {
  @In.time(UPDATED)
  override updated_since?: string | null;
}

/** The page parameters of a list that is answered whole unless the request asks for a page. */
export class OptionalPageQuery extends PageQuery {
  /** Whether the request has a parameter that only pages have. */
  isPaged(): boolean {
    return (this.page ?? this.per ?? this.after ?? this.order ?? this.updated_since ?? null) !== null;
  }
}

/** The page parameters of voyage events and voyage event types. */
export class PerPageQuery extends ListQuery {
  @In.time(UPDATED)
  override updated_since?: string | null;

  @In.page()
  page?: number | string | null;

  @In.per({ most: 100, description: 'Records a page: 25 unless given; more than 100 is taken as 100' })
  per_page?: number | null;

  request(): PageRequest {
    return this.pageRequest({ page: this.page, per: this.per_page, usual: 25 }, 'per_page');
  }
}
