import type { FastifyReply } from 'fastify';

/** Forbids scripts; the pages of the document have a policy of their own. */
const NOTHING_TO_RUN = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Headers of every answer for browsers and caches, after OWASP's list for REST services. */
const CAREFUL = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': NOTHING_TO_RUN,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  // Browsers obey it only over TLS.
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'X-Permitted-Cross-Domain-Policies': 'none',
};

/** The headers of every answer, also of those that Nest does not send. */
export function commonHeaders(request_id: string): Record<string, string> {
  return { ...CAREFUL, 'X-Request-Id': request_id };
}

/** Tells caches that the answer depends on a header of the request, beside those that it depends on already. */
export function varyBy(reply: FastifyReply, name: string): void {
  const others = reply.getHeader('Vary');
  void reply.header('Vary', others ? `${String(others)}, ${name}` : name);
}
