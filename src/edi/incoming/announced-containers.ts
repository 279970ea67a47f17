import sql from 'sql-template-tag';
import type { AnnouncedContainer } from '../../cargo/announcing/announced-facts';
import { COMMON } from '../../common/errors/codes';
import { mapInTurns } from '../../common/turns';
import { EDI } from '../edi.codes';
import { isOfFlow } from '../partners/flow-lines';
import { type ContainersOfWords, containersOfWords, linesMeant, meant } from './documents';
import type { Equipment } from './reading/equipment';
import type { Attempt } from './attempt';

/** A container of a message, with what its words mean. */
export interface MeantContainer {
  equipment: Equipment;
  facts: AnnouncedContainer;
}

/**
 * What a message says of its containers, with the lines and types that its words name. A container that is here or
 * announced for a line outside of the flow is unknown to the message. What only looks odd is a warning.
 */
export async function containersMeant(
  attempt: Attempt,
  equipment: Equipment[],
  line_id: number | null,
): Promise<MeantContainer[]> {
  for (const { number } of equipment) if (number) attempt.keys.push({ type: 'container', key: number });
  const containers = containersOfWords(equipment, ({ line, size_type }) => [line, size_type]);
  const lines = await linesMeant(
    attempt,
    equipment.map(({ line }) => line),
    containers,
  );
  const types = await typesMeant(
    attempt,
    equipment.map(({ size_type }) => size_type),
    containers,
  );
  await refuseForeignLines(attempt, equipment, lines);
  await lookAtKnown(attempt, equipment, types);
  return mapInTurns(equipment, (each) => ({
    equipment: each,
    facts: {
      container_number: each.number,
      container_type_id: types.get(each.size_type?.text ?? '')?.id ?? null,
      container_status: each.container_status,
      shipping_line_id: lines.get(each.line?.text ?? '')?.id ?? line_id,
      goods: each.goods,
      weight: each.weight,
      seals: each.seals.length ? each.seals : null,
      reefer_set_point_temperature: each.set_point,
    },
  }));
}

/** The types that words name; an unknown one is a warning, since the type may be missing. */
export const typesMeant = (
  attempt: Attempt,
  words: Parameters<typeof meant>[2],
  containers?: ContainersOfWords,
) =>
  meant(
    attempt,
    'container_type',
    words,
    { what: 'Size type', code: EDI.type_unknown, warns: true },
    containers,
  );

/** Each container is of a line of the flow. */
async function refuseForeignLines(
  attempt: Attempt,
  equipment: Equipment[],
  lines: Map<string, { id: number; key: string }>,
): Promise<void> {
  const ids = [...new Set([...lines.values()].map(({ id }) => id))];
  if (!ids.length || !attempt.flow) return;
  const { organization_id } = attempt.db.actor;
  const foreign = await attempt.db.query<{ id: number }>(sql`
    SELECT l.id FROM shipping_lines l
    JOIN edi_flows f ON f.organization_id = l.organization_id AND f.id = ${attempt.flow.id}
    WHERE l.organization_id = ${organization_id} AND l.id = ANY(${ids}::bigint[]) AND NOT ${isOfFlow('f')}`);
  const isForeign = new Set(foreign.map(({ id }) => id));
  for (const { line, number } of equipment) {
    const found = line && lines.get(line.text);
    if (found && isForeign.has(found.id))
      attempt.refuse(
        EDI.line_not_in_flow,
        `Line '${found.key}' is in no flow for ${attempt.message.message} from '${attempt.partner.name}'.`,
        line,
        number,
      );
  }
}

interface Known {
  number: string;
  container_type_id: number | null;
  type: string | null;
  foreign: boolean;
}

async function lookAtKnown(
  attempt: Attempt,
  equipment: Equipment[],
  types: Map<string, { id: number; key: string }>,
): Promise<void> {
  const numbers = equipment.flatMap(({ number }) => number ?? []);
  if (!numbers.length || !attempt.flow) return;
  const { organization_id } = attempt.db.actor;
  const found = await attempt.db.query<Known>(sql`
    SELECT c.number, c.container_type_id, y.code AS type,
      s.status IN ('announced', 'here') AND l.id IS NOT NULL AND NOT ${isOfFlow('f')} AS foreign
    FROM containers c
    JOIN edi_flows f ON f.organization_id = c.organization_id AND f.id = ${attempt.flow.id}
    LEFT JOIN container_types y ON y.organization_id = c.organization_id AND y.id = c.container_type_id
    LEFT JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id
    LEFT JOIN shipping_lines l ON l.organization_id = s.organization_id AND l.id = s.shipping_line_id
    WHERE c.organization_id = ${organization_id} AND c.number = ANY(${numbers}::text[])`);
  const known = new Map(found.map((each) => [each.number, each]));
  for (const { number, named, size_type } of equipment) {
    const container = known.get(number ?? '');
    if (!container) continue;
    if (container.foreign)
      attempt.refuse(COMMON.unknown_reference, `Container '${number}' is unknown.`, named, number);
    const type = types.get(size_type?.text ?? '');
    if (type && container.container_type_id && container.container_type_id !== type.id)
      attempt.warn(
        'type_differs',
        `container ${number} is of type ${container.type}, not ${type.key}.`,
        named,
        number,
      );
  }
}
