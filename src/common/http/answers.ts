import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { Config } from '../config/config';
import { CONFIG } from '../config/config.module';
import { endpointOf } from '../endpoint/endpoint-metadata';
import type { ListFile } from '../endpoint/list-file';
import type { Returns, ReturnsOne } from '../endpoint/returns';
import { FileAnswer } from '../file-answer';
import { Json, JsonParts } from '../json';
import { Link, linkTo, pageLinks } from '../pagination/links';
import { type ArrayPart, fileTotal, totalText, type Feed, type Page } from '../pagination/page';
import { currentScope } from '../tenancy/scope';
import { fileAskedFor, sendCsv } from './csv-answer';
import { varyBy } from './headers';
import { baseOf } from './host';
import { inPieces } from './pieces';
import { LARGE, WholeLists } from './whole-lists';

type ShapedReturns = Exclude<Returns, { kind: 'stream' | 'file' }>;

/** A part of a list as a file has it. */
interface FileContent {
  rows: Json | JsonParts;
  /** How many records match, for `X-Total-Count`. */
  total?: string;
  /** The request for the next part. */
  next?: Link | undefined;
}

/** Shapes the return value of a handler as its `@Endpoint` states: wrapper, `actions`, `{message}`. */
@Injectable()
export class Answers {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly wholeLists: WholeLists,
  ) {}

  /** Runs `handle` and returns the body of the answer. */
  async around(
    request: FastifyRequest,
    reply: FastifyReply,
    handle: () => Promise<unknown>,
  ): Promise<unknown> {
    const returns = endpointOf(request)?.returns;
    if (!returns || returns.kind === 'stream') return handle();
    if (returns.kind === 'file') return sendFile((await handle()) as FileAnswer, reply);
    const file = fileAskedFor(request);
    if (!file) return this.answer(returns, await handle(), request, reply);
    currentScope().asFile = true;
    return this.file(returns, file, await handle(), request, reply);
  }

  /** The list as a CSV file; `Link` leads to the next part, if there is one. */
  private async file(
    returns: ShapedReturns,
    whole: ListFile,
    result: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Readable> {
    const file = whole.or && !(whole.key in recordOf(result)) ? whole.or : whole;
    const { rows, total, next } = this.fileOf(returns, file, result, request);
    if (rows instanceof JsonParts && rows.total > LARGE) await this.wholeLists.turn();
    if (total !== undefined) void reply.header('X-Total-Count', total);
    if (next) void reply.header('Link', `<${next.url}>; rel="next"`);
    return sendCsv(reply, file, rows instanceof JsonParts ? rows.parts : once(rows.text.slice(1, -1)));
  }

  private fileOf(
    returns: ShapedReturns,
    file: ListFile,
    result: unknown,
    request: FastifyRequest,
  ): FileContent {
    if (result instanceof JsonParts) return { rows: result, total: String(result.total) };
    const base = baseOf(request, this.config);
    if (returns.kind === 'page') {
      const page = result as Page;
      const next = pageLinks(page, base, request.originalUrl, returns)[returns.next];
      if (page.file) return { rows: page.file, total: fileTotal(page), next };
      return { rows: page.rows, total: totalText(page.total), next };
    }
    if (returns.kind === 'feed') {
      const { rows, after, per } = result as Feed;
      return { rows, next: linkTo(base, request.originalUrl, { after, per }) };
    }
    const answer = recordOf(result);
    const rows = returns.kind === 'list' ? answer : answer[file.key];
    return { rows: new Json(JSON.stringify(rows)), total: String((rows as unknown[]).length) };
  }

  private async answer(
    returns: ShapedReturns,
    result: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string | Buffer | Json | Readable> {
    if (result instanceof JsonParts && result.total > LARGE) await this.wholeLists.turn();
    if (result instanceof FileAnswer) return sendFile(result, reply);
    if (returns.kind === 'array') this.tellPages(result as ArrayPart, request, reply);
    void reply.type('application/json; charset=utf-8');
    if (returns.kind === 'page')
      void reply.header('X-Total-Count', totalText((result as Page | JsonParts).total));
    const answer = this.shape(returns, result, request);
    // The text of a page is released only when it is sent.
    if (answer instanceof Json) void reply.serializer((json: Json) => json.take());
    return answer;
  }

  private tellPages({ current, next }: ArrayPart, request: FastifyRequest, reply: FastifyReply): void {
    const base = baseOf(request, this.config);
    const link = (cursor: string) => linkTo(base, request.originalUrl, { after: undefined, cursor }).url;
    void reply.header('Current-Page', link(current)).header('Next-Page', link(next));
  }

  private shape(returns: ShapedReturns, result: unknown, request: FastifyRequest): string | Json | Readable {
    switch (returns.kind) {
      case 'bare':
      case 'wrapped':
        return recordText(returns, result);
      case 'list':
        return result instanceof JsonParts
          ? whole(returns.key, result)
          : Json.object({ [returns.key]: result }).text;
      case 'array':
        return JSON.stringify((result as ArrayPart).items);
      case 'message':
        return Json.object({ message: result }).text;
      case 'feed': {
        const { rows, after, per } = result as Feed;
        const next = linkTo(baseOf(request, this.config), request.originalUrl, { after, per });
        return Json.object({ [returns.key]: rows, actions: { next } }).text;
      }
      case 'page': {
        if (result instanceof JsonParts) return whole(returns.key, result);
        const page = result as Page;
        const actions = pageLinks(page, baseOf(request, this.config), request.originalUrl, returns);
        const answer = Json.object({ actions, ...page.beside, [returns.key]: page.rows });
        page.rows.take();
        return answer;
      }
    }
  }
}

function recordOf(result: unknown): Record<string, unknown[]> {
  return (result instanceof Json ? JSON.parse(result.text) : result) as Record<string, unknown[]>;
}

async function* once(part: string): AsyncGenerator<string> {
  await Promise.resolve();
  yield part;
}

function sendFile(
  { type, content, name, disposition, also: { status, varies, headers = {} } }: FileAnswer,
  reply: FastifyReply,
): string | Buffer | Readable {
  void reply.type(type).headers(headers);
  if (status) void reply.code(status);
  if (varies) varyBy(reply, varies);
  if (name)
    void reply.header('Content-Disposition', `${disposition}; filename*=UTF-8''${encodeURIComponent(name)}`);
  return content;
}

/** The body of a list that is streamed from the database. */
function whole(key: string, list: JsonParts): Readable {
  return inPieces(list.within(key));
}

/** The body that shows one record. */
export function recordText(returns: ReturnsOne, result: unknown): string {
  if (returns.kind === 'wrapped') return Json.object({ [returns.key]: result }).text;
  return result instanceof Json ? result.text : JSON.stringify(result);
}
