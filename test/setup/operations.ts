import type { INestApplication } from '@nestjs/common';
import { buildDocument } from '../../src/document/document';

/** The operations that need a token, as `GET /trucks/{}`. */
export function securedOperations(app: INestApplication): string[] {
  const { paths } = buildDocument(app);
  return Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs as Record<string, { security?: object[] }>).flatMap(([verb, { security }]) =>
      security?.length
        ? `${verb.toUpperCase()} ${path.replace('/api/v1', '').replace(/\{\w+\}/g, '{}')}`
        : [],
    ),
  );
}
