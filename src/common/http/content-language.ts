import type { FastifyReply } from 'fastify';
import type { Language } from '../languages/language';

const ASKED_BY = 'Accept-Language';

/** States the language of an answer, and that another request may get another one (RFC 9110, 8.5 and 12.5.5). */
export function tellLanguage(reply: FastifyReply, language: Language | undefined): void {
  void reply.header('Content-Language', language?.tag ?? 'en');
  const others = [reply.getHeader('Vary') ?? []].flat().join(', ');
  if (others.includes(ASKED_BY)) return;
  void reply.header('Vary', others ? `${others}, ${ASKED_BY}` : ASKED_BY);
}
