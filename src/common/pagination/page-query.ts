import { In } from '../input/in';
import type { PageRequest } from './page';

/** The page parameters of most lists; a list's own query extends it with its filters. */
export class PageQuery {
  @In.page()
  page?: number | string | null;

  @In.per({ most: 100, description: 'Records a page: 10 unless given; more than 100 is taken as 100' })
  per?: number | null;

  @In.after()
  after?: number | null;

  /** The page asked for. */
  request(): PageRequest {
    return pageRequest(this, 'per', this.per ?? 10);
  }
}

/** The page parameters of a list that is answered whole unless a page is asked for. */
export class OptionalPageQuery extends PageQuery {
  /** Whether a page is asked for. */
  isPaged(): boolean {
    return (this.page ?? this.per ?? this.after ?? null) !== null;
  }
}

/** The page parameters of voyage events and voyage event types. */
export class PerPageQuery {
  @In.page()
  page?: number | string | null;

  @In.per({ most: 100, description: 'Records a page: 25 unless given; more than 100 is taken as 100' })
  per_page?: number | null;

  @In.after()
  after?: number | null;

  /** The page asked for. */
  request(): PageRequest {
    return pageRequest(this, 'per_page', this.per_page ?? 25);
  }
}

function pageRequest(
  query: Pick<PageQuery, 'page' | 'after'>,
  parameter: PageRequest['parameter'],
  per: number,
): PageRequest {
  const page = query.page ?? 1;
  if (typeof page === 'number')
    return { number: Math.max(page, 1), after: query.after ?? undefined, per, parameter };
  return { fromEnd: Number(page.slice('last-'.length) || 0), per, parameter };
}
