import sql from 'sql-template-tag';
import { Json } from '../../json';
import { COUNT_LIMIT, FILE_ROWS, Page, PageRequest } from '../../pagination/page';
import { currentScope } from '../../tenancy/scope';
import { bounded, fitting, PAGE_BYTES, requireBytes } from './answer-bytes';
import { behindId, type Chosen, directionOf, PageChooser, pageOf, type Walk } from './page-chooser';

/**
 * A page reads the next larger of these numbers of records. The number is literal in the statement: with a parameter,
 * PostgreSQL plans anew at each request, which takes longer than the page.
 */
const PAGE_SIZES = [10, 25, 50, 100];

/** The largest page that is read in a batch: for larger ones, starting the statement is a small part of the cost. */
const SMALL_PAGE = 25;

/** Reads records of one view as JSON, a page of them at a time. Conditions refer to the view's own table as `t`. */
export class Reader extends PageChooser {
  /**
   * One page in the order that was requested, of ids unless one was, with a count that stops at COUNTED. The page is chosen on the main table alone; relations
   * are read for its records only.
   */
  async page(request: PageRequest): Promise<Page> {
    this.since(request.updatedSince, (since) => sql`t.updated_at >= ${since}::timestamptz`);
    await this.resolveList();
    if (currentScope().asFile && !request.isPage) return this.file(request);
    return request.fromEnd === undefined ? this.numbered(request) : this.fromEnd(request);
  }

  /** All matching records, up to FILE_ROWS, in place of a page of them. */
  private async file(request: PageRequest): Promise<Page> {
    const { after, newest } = request;
    const ordering = this.orderingOf(request);
    const { parts, ...rest } = ordering
      ? await this.chosen(ordering.behind(after), ordering.whole, FILE_ROWS, ordering)
      : await this.chosen(behindId(after, newest), sql`t.id ${directionOf(newest)}`, FILE_ROWS);
    return {
      rows: new Json('[]'),
      file: parts,
      request,
      total: parts.total,
      hasNext: rest.last !== null,
      hasPrevious: false,
      ...rest,
    };
  }

  private async numbered(request: PageRequest): Promise<Page> {
    const { number = 1, after, per } = request;
    const { more, cut, ...slice } = await this.slice(request, after ? 0 : (number - 1) * per, { after });
    return {
      ...slice,
      request,
      hasNext: cut || more,
      hasPrevious: this.hasPage(number - 1, per, slice.total),
    };
  }

  /** Whether a page of this number exists. Beyond the counted records it may. */
  private hasPage(number: number, per: number, total: number): boolean {
    return number === 1 || (number > 1 && ((number - 1) * per < total || total > COUNT_LIMIT));
  }

  /** The last page, or one counted back from it: by number if the count is exact, else by walking from the far end. */
  private async fromEnd(request: PageRequest): Promise<Page> {
    const { fromEnd = 0, per } = request;
    const counted = await this.count();
    if (counted <= COUNT_LIMIT)
      return this.numbered({
        ...request,
        number: Math.max(1, Math.ceil(counted / per) - fromEnd),
        fromEnd: undefined,
      });
    const { more, cut, ...slice } = await this.slice(request, fromEnd * per, { isReversed: true });
    return { ...slice, request, hasNext: cut || fromEnd > 0, hasPrevious: more };
  }

  /**
   * @param offset the number of records before the slice, behind `after`
   * @param walk from which end the records are chosen; they are answered in the order of the list
   */
  private async slice(
    request: PageRequest,
    offset: number,
    walk: Walk,
  ): Promise<Pick<Page, 'rows' | 'total' | 'beside' | 'last'> & { more: boolean; cut: boolean }> {
    const { per } = request;
    const { isReversed = false, after } = walk;
    const { table, object } = this.compile();
    const whole = this.whole?.object ?? sql`NULL`;
    const size = PAGE_SIZES.find((each) => each >= per) ?? per;
    const more = sql`EXISTS (SELECT FROM page OFFSET ${per})`;
    // On the last page, offset and rows give the total, so no count is needed.
    const isCounted = after ? sql`true` : offset ? sql`${more} OR NOT EXISTS (SELECT FROM page)` : more;
    const counted = sql`CASE WHEN ${isCounted} THEN ${this.counted()} ELSE ${offset} + (SELECT count(*) FROM page) END`;
    const ordering = this.orderingOf(request);
    let chosen: Chosen | undefined;
    if (ordering) chosen = await this.ordered(ordering, offset, size + 1, walk);
    else if (!this.isPrepared)
      chosen = await this.choose(this.byId(request, offset, size + 1, walk), counted);
    const [page, total] = chosen
      ? [pageOf(chosen), sql`${chosen.total}::integer`]
      : [this.byId(request, offset, size + 1, walk), counted];
    const order = directionOf(isReversed);
    const statement = sql`
      WITH page AS MATERIALIZED (
        ${page}
      ), asked AS (SELECT * FROM page ORDER BY place LIMIT ${per}), found AS MATERIALIZED (
        SELECT t.id, asked.place, (${object})::text AS json FROM asked
        JOIN ${table} t ON t.organization_id = ${this.organization_id} AND t.id = asked.id
      )
      SELECT
        ${bounded(
          sql`coalesce(string_agg(json, ',' ORDER BY place ${order}) FILTER (WHERE fits), '')`,
          sql`coalesce(sum(octet_length(json)) FILTER (WHERE fits), 0)::bigint`,
        )},
        (${whole})::text AS whole,
        ${more} AS more,
        count(*) FILTER (WHERE NOT fits) > 0 AS cut,
        ${isReversed ? sql`min` : sql`max`}(place) FILTER (WHERE fits) AS last_place,
        ${total} AS total
      FROM (${fitting(PAGE_BYTES, order)}) f`;
    const template = this.addressed(statement);
    const [row] = await this.run<{
      json: string;
      bytes: number;
      whole: string | null;
      more: boolean;
      cut: boolean;
      last_place: number | null;
      total: number;
    }>(size <= SMALL_PAGE ? template : { text: template.text, values: template.values });
    const { json, bytes, whole: beside, last_place: place, ...rest } = row!;
    // The row is collected late; do not let it keep the text of the page.
    row!.json = '';
    requireBytes(bytes);
    return {
      more: rest.more,
      cut: rest.cut,
      total: this.noted(rest.total),
      last: place === null ? null : chosen ? chosen.cursor(place) : { id: Math.abs(place) },
      rows: new Json(`[${json}]`),
      beside: this.besideOf(beside),
    };
  }
}
