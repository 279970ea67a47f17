import type { FastifyInstance, HTTPMethods, RawRequestDefaultExpression, RouteOptions } from 'fastify';
import { COMMON, type Code } from '../errors/codes';

/**
 * Collects the routes as they are declared, because Fastify answers a wrong method on a known path with 404. The returned
 * function declares the missing methods of each path, which answer 405 with `Allow`.
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
        // Answered at once, before the body is read or its type is checked.
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

/** The failure for a wrong method on a known path. */
export function methodNotAllowed(method: string, allow: string): { error: string; code: Code } {
  return { error: `${method} is not possible here; possible: ${allow}.`, code: COMMON.method_not_allowed };
}

/** A method that Fastify routes and no path has. */
const NOBODYS = 'TRACE';

type Asked = RawRequestDefaultExpression & { askedMethod?: string };

/**
 * Routes a method that Fastify does not know (PROPFIND) as one that no path has, because routes for all of them would cost
 * 20 MB.
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
