/** Only the pages of the document run scripts: theirs say so instead. */
const NOTHING_TO_RUN = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** What every answer tells browsers and caches; OWASP's list for REST services. */
const CAREFUL = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': NOTHING_TO_RUN,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  // heeded only where there is TLS before the service
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'X-Permitted-Cross-Domain-Policies': 'none',
};

/** The headers of every answer, whoever gives it. */
export function commonHeaders(request_id: string): Record<string, string> {
  return { ...CAREFUL, 'X-Request-Id': request_id };
}
