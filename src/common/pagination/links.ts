import { ApiProperty } from '@nestjs/swagger';
import { cursorText } from './order';
import { COUNT_LIMIT, Page } from './page';

/** A possible next request: the verb and the absolute URL. */
export class Link {
  @ApiProperty({ type: 'string', example: 'GET' }) method: string;
  @ApiProperty({ type: 'string', example: 'http://localhost:3000/api/v1/trucks.json' }) url: string;
}

/** The names of a list's links. */
export interface LinkNames {
  previous: string;
  next: string;
}

/**
 * The links of a page (decisions 16 to 18): absolute, with the client's filters and `.json` suffix. `next` is a cursor:
 * it names the record that it starts after. By page number alone, a client would miss a record when an earlier one is
 * deleted meanwhile, and a far page would cost as much as all pages before it.
 * @param base the base address of the service, without a path
 * @param target path and query as the client sent them
 */
export function pageLinks(page: Page, base: string, target: string, names: LinkNames): Record<string, Link> {
  const { number, fromEnd, per, parameter } = page.request;
  if (page.file)
    return page.hasNext ? { [names.next]: linkTo(base, target, { after: cursorText(page.last!) }) } : {};
  const to = (at?: number | string, after?: string) =>
    linkTo(base, target, { page: at, [parameter]: per, after });
  const links: Record<string, Link> = { index: to() };
  if (page.hasPrevious) links[names.previous] = to(number ? number - 1 : `last-${fromEnd! + 1}`);
  if (page.hasNext)
    links[names.next] = number ? to(number + 1, cursorText(page.last!)) : to(lastBut(fromEnd! - 1));
  links.last = to(page.total > COUNT_LIMIT ? 'last' : Math.max(1, Math.ceil(page.total / per)));
  return links;
}

function lastBut(pages: number): string {
  return pages ? `last-${pages}` : 'last';
}

/** The URL of the request with other parameters; undefined removes a parameter. */
export function linkTo(
  base: string,
  target: string,
  change: Record<string, number | string | undefined>,
): Link {
  const [path, ...query] = target.split('?');
  // Changed parameters keep their place, and `after` comes first.
  const parameters = new URLSearchParams(`after&${query.join('?')}`);
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) parameters.delete(name);
    else parameters.set(name, String(value));
  }
  return { method: 'GET', url: `${base}${path}?${parameters.toString()}` };
}
