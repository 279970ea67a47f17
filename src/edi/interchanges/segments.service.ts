import { Injectable, Logger } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Background } from '../../common/database/write/background';
import { Db } from '../../common/database/db';
import { FairTurns } from '../../common/fair-turns';
import { Json } from '../../common/json';
import type { Page, PageRequest } from '../../common/pagination/page';
import type { Fault } from '../edifact/fault';
import type { EdiSegment } from './edi-interchange.dto';
import { bytesOf } from './payloads';
import { HEAD_BYTES, keepingMarks, marksAround, marksOf, segmentsBetween } from './segments';

/** The head of an interchange, and the bytes of some of its segments. */
interface Part {
  head: Buffer;
  part: Buffer;
}

/** The segments of an interchange that can be read. */
interface Source {
  total: number;
  /** Its bytes from the mark at one place to that at another, counted from 1. */
  part: (first: number, end: number) => Promise<Part>;
}

/** Shows the segments of interchanges. A page costs what it shows, however large the interchange is (decision 741). */
@Injectable()
export class SegmentsService {
  private readonly logger = new Logger('EDI segments');
  /** A page unpacks up to 16 MB in the database, and the first one of an interchange reads all of it. */
  private readonly turns = new FairTurns({ ofOrganization: 1 });

  constructor(
    private readonly db: Db,
    private readonly background: Background,
  ) {}

  /**
   * A page of the segments of an interchange, as far as it can be read, each with its faults.
   * @param errors the faults of the interchange as a whole
   */
  page(id: number, errors: Fault[], request: PageRequest): Promise<Page> {
    return this.turns.run(() => this.read(id, errors, request));
  }

  private async read(id: number, errors: Fault[], request: PageRequest): Promise<Page> {
    const { per, after, newest } = request;
    const source = await this.sourceOf(id);
    const { total } = source;
    const pages = Math.max(1, Math.ceil(total / per));
    const number = request.fromEnd === undefined ? request.number! : Math.max(1, pages - request.fromEnd);
    const first = after ? after.id : (number - 1) * per;
    const range: [number, number] = newest
      ? [Math.max(0, total - first - per), Math.max(0, total - first)]
      : [first, Math.min(first + per, total)];
    const shown = range[0] < range[1] ? await this.between(id, source, errors, range) : [];
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

  /** How many segments can be read, and how. An interchange that was not read to its end yet is read for it once. */
  private async sourceOf(id: number): Promise<Source> {
    const { organization_id } = this.db.actor;
    const [known] = await this.db.query<{ segments_count: number | null }>(sql`
      SELECT segments_count FROM edi_payloads
      WHERE organization_id = ${organization_id} AND edi_interchange_id = ${id}`);
    if (known!.segments_count !== null)
      return { total: known!.segments_count, part: (first, end) => this.storedPart(id, first, end) };
    return this.readWhole(id);
  }

  private async readWhole(id: number): Promise<Source> {
    const { organization_id } = this.db.actor;
    const bytes = await bytesOf(this.db, organization_id, id);
    const marks = await marksOf(bytes);
    // the request only reads, maybe at a standby
    await this.background
      .query(keepingMarks({ organization_id, id }, marks))
      .catch((error: unknown) =>
        this.logger.warn(`Marks of interchange ${id} were not kept: ${String(error)}`),
      );
    const { begins, segments_count: total } = marks;
    return {
      total,
      part: (first, end) =>
        Promise.resolve({ head: bytes, part: bytes.subarray(begins[first - 1], begins[end - 1]) }),
    };
  }

  /** The bytes from the mark of one place to that of another. */
  private async storedPart(id: number, first: number, end: number): Promise<Part> {
    const [part] = await this.db.query<Part>(sql`
      SELECT substring(p.bytes FROM 1 FOR ${HEAD_BYTES}) AS head,
        substring(p.bytes FROM p.marks[${first}::integer] + 1
          FOR coalesce(p.marks[${end}::integer], p.size) - p.marks[${first}::integer]) AS part
      FROM (SELECT *, octet_length(bytes) AS size FROM edi_payloads
        WHERE organization_id = ${this.db.actor.organization_id} AND edi_interchange_id = ${id}) p`);
    return part!;
  }

  private async between(
    id: number,
    { part }: Source,
    errors: Fault[],
    [from, until]: [number, number],
  ): Promise<EdiSegment[]> {
    const { first, end } = marksAround(from, until);
    const [read, faults] = await Promise.all([part(first, end), this.faultsOf(id, from, until)]);
    const all = [...errors, ...faults];
    const segments = await segmentsBetween({ from, until }, read);
    return segments.map(({ number, tag, elements }) => ({
      number,
      tag,
      elements,
      errors: all.filter(({ segment }) => segment === number),
    }));
  }

  /** The faults of messages at segments from one number to another: of the message begun before them, and of those behind. */
  private async faultsOf(id: number, from: number, until: number): Promise<Fault[]> {
    const { organization_id } = this.db.actor;
    const found = await this.db.query<{ fault: Fault }>(sql`
      SELECT f.fault FROM edi_messages m CROSS JOIN LATERAL jsonb_array_elements(m.errors) f(fault)
      WHERE m.organization_id = ${organization_id} AND m.edi_interchange_id = ${id} AND m.errors_count > 0
        AND m.first_segment <= ${until} AND m.first_segment >= coalesce((
          SELECT max(b.first_segment) FROM edi_messages b
          WHERE b.organization_id = ${organization_id} AND b.edi_interchange_id = ${id} AND b.first_segment <= ${from}), 0)
        AND (f.fault ->> 'segment')::integer BETWEEN ${from + 1} AND ${until}
      ORDER BY m.id`);
    return found.map(({ fault }) => fault);
  }
}
