import type { FastifyReply } from 'fastify';
import type { Language } from '../languages/language';

/** Says in which language an answer is, and that it may be another one for another request (RFC 9110, 8.5 and 12.5.5). */
export function tellLanguage(reply: FastifyReply, language: Language | undefined): void {
  void reply.header('Content-Language', language?.tag ?? 'en');
  const others = reply.getHeader('Vary');
  void reply.header('Vary', others ? `${String(others)}, Accept-Language` : 'Accept-Language');
}
