import { Json } from '../../common/json';
import type { Page, PageRequest } from '../../common/pagination/page';
import { type Fault, Unreadable } from '../edifact/fault';
import { eachSegment } from '../edifact/interchange';
import { Tokenizer } from '../edifact/tokenizer';
import type { EdiSegment } from './edi-interchange.dto';

/** A page of the segments of an interchange, as far as it can be read, each with its faults. */
export async function segmentsOf(bytes: Buffer, faults: Fault[], request: PageRequest): Promise<Page> {
  const { per, after, newest } = request;
  const total = await countOf(bytes);
  const pages = Math.max(1, Math.ceil(total / per));
  const number = request.fromEnd === undefined ? request.number! : Math.max(1, pages - request.fromEnd);
  const first = after ? after.id : (number - 1) * per;
  const [from, until] = newest ? [total - first - per, total - first] : [first, first + per];
  const shown: EdiSegment[] = [];
  await eachReadable(bytes, ({ number: at, tag, elements }) => {
    if (at <= from) return true;
    if (at > until) return false;
    shown.push({ number: at, tag, elements, errors: faults.filter(({ segment }) => segment === at) });
    return true;
  });
  if (newest) shown.reverse();
  const last = shown.at(-1);
  return {
    rows: new Json(JSON.stringify(shown)),
    request: { ...request, number },
    total,
    hasNext: first + shown.length < total,
    hasPrevious: first > 0,
    last: last ? { id: newest ? total - last.number + 1 : last.number } : null,
  };
}

async function countOf(bytes: Buffer): Promise<number> {
  let count = 0;
  await eachReadable(bytes, ({ number }) => {
    count = number;
    return true;
  });
  return count;
}

/** Walks through segments up to the first that cannot be read. */
async function eachReadable(bytes: Buffer, use: Parameters<typeof eachSegment>[1]): Promise<void> {
  try {
    await eachSegment(new Tokenizer(bytes), use);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
  }
}
