import type { FastifyInstance, HTTPMethods, RawRequestDefaultExpression, RouteOptions } from 'fastify';
import { COMMON, type Code } from '../errors/codes';

/**
 * Fastify answers a wrong verb on a known path with 404. This collects the routes as they are declared, and
 * the function it returns then declares the missing verbs of each path, answering 405 with `Allow`.
 */
export function refuseOtherMethods(instance: FastifyInstance): () => void {
  const paths = new Map<string, Set<HTTPMethods>>();
  instance.addHook('onRoute', ({ url, method }: RouteOptions) => {
    const known = paths.get(url) ?? new Set();
    for (const each of [method].flat()) known.add(each);
    paths.set(url, known);
  });
  return () => {
    for (const [url, known] of [...paths]) {
      if (!url.startsWith('/') || url.includes('*')) continue;
      const allow = [...known].sort().join(', ');
      const missing = (instance.supportedMethods as HTTPMethods[]).filter(
        (method) => !known.has(method) && !(method === 'HEAD' && known.has('GET')),
      );
      if (!missing.length) continue;
      instance.route({
        method: missing,
        url,
        // at once: nobody waits for a body, or asks what it is
        onRequest: (request, reply) =>
          void reply
            .status(405)
            .header('Allow', allow)
            .send(methodNotAllowed(askedMethod(request.raw), allow)),
        handler: () => undefined,
      });
    }
  };
}

/** What a wrong verb on a known path is answered. */
export function methodNotAllowed(method: string, allow: string): { error: string; code: Code } {
  return { error: `${method} is not possible here; possible: ${allow}.`, code: COMMON.method_not_allowed };
}

/** A method that Fastify knows and no path has. */
const NOBODYS = 'TRACE';

type Asked = RawRequestDefaultExpression & { askedMethod?: string };

/**
 * Routes a method that Fastify does not route (PROPFIND) as one that no path has: routes for them would cost 20 MB.
 * @param routed the methods that Fastify routes
 */
export function routeOtherMethods(routed: Set<string>, request: Asked): void {
  if (routed.has(request.method!)) return;
  request.askedMethod = request.method;
  request.method = NOBODYS;
}

/** The method as the client sent it. */
export function askedMethod({ askedMethod, method }: Asked): string {
  return askedMethod ?? method!;
}
