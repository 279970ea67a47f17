import { In } from '../input/in';
import type { PageRequest } from './page';

/** The page parameters of most lists; a list's own query extends it with its filters. */
export class PageQuery {
  @In.page()
  page?: number | string;

  @In.per({ most: 100, description: 'Records a page: 10 unless given; more than 100 is taken as 100' })
  per?: number;

  /** The page asked for. */
  request(): PageRequest {
    return pageRequest(this.page, 'per', this.per ?? 10);
  }
}

/** The page parameters of voyage events and voyage event types. */
export class PerPageQuery {
  @In.page()
  page?: number | string;

  @In.per({ most: 100, description: 'Records a page: 25 unless given; more than 100 is taken as 100' })
  per_page?: number;

  /** The page asked for. */
  request(): PageRequest {
    return pageRequest(this.page, 'per_page', this.per_page ?? 25);
  }
}

function pageRequest(
  page: number | string = 1,
  parameter: PageRequest['parameter'],
  per: number,
): PageRequest {
  if (typeof page === 'number') return { number: Math.max(page, 1), per, parameter };
  return { fromEnd: Number(page.slice('last-'.length) || 0), per, parameter };
}
