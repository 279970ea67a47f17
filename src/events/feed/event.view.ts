import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import sql, { raw, Sql } from 'sql-template-tag';
import { MOVEMENT_TYPES } from '../../cargo/containers/container-movement.entity';
import { jsonObject } from '../../common/view/json-sql';
import { asTime } from '../../common/view/view';

/** The user who caused the event. */
export class EventUser {
  @ApiProperty({ type: 'integer', example: 1 }) id: number;
  @ApiProperty({ type: 'string', nullable: true, description: 'As it was then', example: 'Mara Lindqvist' })
  name: string | null;
}

/** The record that the event is about. */
export class EventSubject {
  @ApiProperty({ type: 'string', example: 'container' }) type: string;
  @ApiProperty({ type: 'integer', nullable: true, example: 12 }) id: number | null;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'What people know it by; of a hold, what is held',
    example: 'WHAU4142033',
  })
  key: string | null;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Where it is shown: a path, or the whole address where PUBLIC_URL is set',
    example: '/api/v1/containers/12',
  })
  url: string | null;
}

/** The movement that the event tells of. */
export class EventMovement {
  @ApiProperty({ type: 'integer', example: 1 }) id: number;
  @ApiProperty({ type: 'string', enum: [...MOVEMENT_TYPES], example: 'gate_in' }) movement_type: string;
}

export class EventShow {
  @ApiProperty({ type: 'integer', description: 'Its place in the feed of the organization', example: 4711 })
  id: number;
  @ApiProperty({
    type: 'string',
    description:
      'What happened: the kind of record and a word in the past tense; each is one of the webhooks',
    example: 'container.gated_in',
  })
  type: string;
  @ApiProperty({ type: 'string', format: 'date-time', description: 'When it happened at the terminal' })
  occurred_at: string;
  @ApiProperty({ type: 'string', format: 'date-time', description: 'When it was written' })
  recorded_at: string;
  @ApiProperty({
    type: () => EventUser,
    nullable: true,
    description: 'Who did it; null for the service itself and for a command',
  })
  user: EventUser | null;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: '`X-Request-Id` of the request; null where there was none',
  })
  request_id: string | null;
  @ApiProperty({ type: () => EventSubject }) subject: EventSubject;
  @ApiProperty({
    type: 'object',
    nullable: true,
    additionalProperties: true,
    description:
      'The record as its own endpoint shows it, right after the change; of a deletion as it was right before. Without `actions`, and without what is personal',
  })
  data: object | null;
  @ApiProperty({
    type: 'object',
    nullable: true,
    additionalProperties: { type: 'array', items: {}, minItems: 2, maxItems: 2 },
    description:
      'Of an update: each field of `data` that differs, as [before, after]; empty when only something that `data` does not show differs. Else null',
  })
  changes: Record<string, [unknown, unknown]> | null;
  @ApiProperty({
    type: () => EventMovement,
    nullable: true,
    description: 'Of an event of a container: the movement that it tells of. Else null, and of old events',
  })
  movement: EventMovement | null;
  @ApiPropertyOptional({ type: 'boolean', description: 'true where `data` was larger than 256 KiB' })
  data_omitted?: boolean;
}

/** An event as the feed shows it. */
export class FeedEvent extends EventShow {
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'The id of the event before it that the token is told with these filters, to check by; null for the first',
    example: 4709,
  })
  previous_id: number | null;
}

/** SQL: an event `e` as JSON. `base` is the address of the service, or empty. */
export function eventJson(base: string): Sql {
  const columns = sql`e.id, e.type, ${raw(asTime('e.occurred_at'))} AS occurred_at,
    ${raw(asTime('e.recorded_at'))} AS recorded_at,
    CASE WHEN e.user_id IS NOT NULL THEN ${raw(jsonObject({ id: 'e.user_id', name: 'e.user_name' }))} END AS user,
    e.request_id,
    (SELECT row_to_json(o) FROM (SELECT split_part(e.type, '.', 1) AS type, e.subject_id AS id, e.subject_key AS key,
      ${base}::text || e.subject_path AS url) o) AS subject,
    e.data, e.changes,
    CASE WHEN e.movement_id IS NOT NULL
      THEN ${raw(jsonObject({ id: 'e.movement_id', movement_type: 'e.movement_type' }))} END AS movement`;
  return sql`CASE WHEN e.data_omitted
    THEN (SELECT row_to_json(f) FROM (SELECT ${columns}, true AS data_omitted) f)
    ELSE (SELECT row_to_json(f) FROM (SELECT ${columns}) f) END`;
}
