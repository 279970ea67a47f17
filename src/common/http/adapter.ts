import { FastifyAdapter } from '@nestjs/platform-fastify';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { LogController } from 'fastify';
import type {
  FastifyBaseLogger,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawRequestDefaultExpression,
  RouteOptions,
} from 'fastify';
import { parse } from 'qs';
import type { Config } from '../config/config';
import { gatherChunks } from './chunks';
import { commonHeaders } from './headers';
import { checkHosts } from './host';
import { readJson } from './json-body';
import type { KnownPaths } from './method-not-allowed';
import { logWhenOver } from './request-log';
import { stillAfter } from './slow-readers';
import { type Code, COMMON } from '../errors/codes';

const BODY_LIMIT = 1024 * 1024;
/** How often Node looks for requests that take too long to arrive, in milliseconds. */
const LOOK_MS = 500;
/** How long a client that was refused on the bare socket has to close its side, in milliseconds. */
const END_MS = 1_000;
/** A name of 255 characters of four UTF-8 bytes each, percent-encoded. */
const LONGEST_PARAMETER = 255 * 12;
/** A space in place of the plus of a UTC offset, such as 10:00+02:00, that was not percent-encoded. */
const PLUS_OF_OFFSET = /(?<=(?::|%3A)\d\d(?:[.,]\d{1,9})?)\+(?=\d\d(?::|%3A)?\d\d(?:&|$))/gi;

/** Fastify as the service uses it: JSON only, bounded in size and time, errors as `{error}`. */
export function createAdapter(config: Config, logger: FastifyBaseLogger, paths: KnownPaths): FastifyAdapter {
  const adapter: FastifyAdapter = new FastifyAdapter({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    skipMiddie: true,
    bodyLimit: BODY_LIMIT,
    trustProxy: trustOf(config),
    requestTimeout: config.request_timeout_ms,
    connectionTimeout: stillAfter(config),
    // Requests on open connections are answered while the service stops; serve() closes idle connections.
    return503OnClosing: false,
    forceCloseConnections: false,
    http: {
      headersTimeout: config.request_timeout_ms,
      connectionsCheckingInterval: Math.min(LOOK_MS, config.request_timeout_ms),
      // checkHosts answers with a sentence, which Node would not.
      requireHostHeader: false,
    },
    genReqId: requestId,
    rewriteUrl: (request: RawRequestDefaultExpression) => {
      const url = withoutSuffix(request);
      paths.route(request, url);
      return url;
    },
    routerOptions: {
      maxParamLength: LONGEST_PARAMETER,
      querystringParser: (query: string) =>
        parse(query.replace(PLUS_OF_OFFSET, '%2B'), { arrayLimit: 1000, parameterLimit: 1000, depth: 3 }),
    },
    frameworkErrors: answerRouterError,
    clientErrorHandler: (error, socket) => answerSocketError(error, socket, adapter.getInstance().log),
  });
  const instance = adapter.getInstance();
  paths.collect(instance);
  // Node would answer both itself, without our headers: it refuses one and closes the connection of the other.
  instance.server.on('checkExpectation', (request, response) =>
    instance.server.emit('request', request, response),
  );
  instance.server.on('connect', (_, socket: Socket) =>
    answerSocketError(new Error('CONNECT'), socket, instance.log),
  );
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      done(null, readJson(body as Buffer, request.headers['content-encoding']));
    } catch (error) {
      done(error as Error);
    }
  });
  gatherChunks(instance);
  answerBothVerbs(instance);
  instance.addHook('onRequest', (request, reply, done) => {
    void reply.headers(commonHeaders(request.id));
    done();
  });
  checkHosts(instance);
  return adapter;
}

/** The proxies that Fastify trusts; a function, because Fastify takes a bare number for none. */
function trustOf({ trust_proxy }: Config) {
  return typeof trust_proxy === 'number' ? (_: string, hop: number) => hop < trust_proxy : trust_proxy;
}

/** Routes an update by PUT and by PATCH (decision 7), whichever a controller declares. */
function answerBothVerbs(instance: FastifyInstance): void {
  const declared = new Set<string>();
  instance.addHook('onRoute', (route: RouteOptions) => {
    const other = { PUT: 'PATCH', PATCH: 'PUT' }[route.method as string];
    declared.add(`${route.method as string} ${route.url}`);
    if (other && !declared.has(`${other} ${route.url}`)) instance.route({ ...route, method: other });
  });
}

/** The request id that the client sent if it is well-formed, else a new one. */
function requestId(request: RawRequestDefaultExpression): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && /^[\w.:/+=-]{1,128}$/.test(sent) ? sent : randomUUID();
}

/** Removes `.json` from a path: every path works with and without it (decision 8). */
function withoutSuffix(request: RawRequestDefaultExpression & { originalUrl?: string }): string {
  const url = (request.url ?? '/')
    // An absolute URL, as sent to a proxy: only its path counts, because Host names the service.
    .replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*/i, '')
    // `OPTIONS *`, and a URL without a path.
    .replace(/^(?!\/)/, '/');
  request.originalUrl = url;
  return url.startsWith('/api/v1/') ? url.replace(/^([^?]+)\.json(?=\?|$)/, '$1') : url;
}

/** Answers the router's own refusals, which never reach Nest: a broken percent-encoding, a path that is too long. */
function answerRouterError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  logWhenOver(request, reply);
  const status = error.statusCode ?? 400;
  const body =
    status === 414
      ? { error: 'The path is too long.', code: COMMON.path_too_long }
      : { error: 'The path is not a valid URL.', code: COMMON.malformed };
  void reply
    .status(status)
    .headers(commonHeaders(request.id))
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

const SOCKET_ERRORS: Record<string, [status: string, sentence: string, code: Code]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.', COMMON.too_slow],
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The request line or its headers are too large.',
    COMMON.headers_too_large,
  ],
};

/** Answers on the bare socket what is not HTTP and so never becomes a request. */
function answerSocketError(error: NodeJS.ErrnoException, socket: Socket, logger: FastifyBaseLogger): void {
  // A request in progress has a log line of its own.
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, sentence, code] = SOCKET_ERRORS[error.code ?? ''] ?? [
    '400 Bad Request',
    'The request is not valid HTTP.',
    COMMON.malformed,
  ];
  const request_id = randomUUID();
  const line = { request_id, status: parseInt(status), code: error.code, ip: socket.remoteAddress };
  logger.info(line, 'request');
  const body = JSON.stringify({ error: sentence, code });
  const headers = {
    ...commonHeaders(request_id),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  setTimeout(() => socket.destroy(), END_MS).unref();
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`);
}
