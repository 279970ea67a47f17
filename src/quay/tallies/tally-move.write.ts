import { randomUUID } from 'node:crypto';
import { StayLine, stayOrNone } from '../../cargo/stays/container-stay.write';
import { normalizeContainerNumber } from '../../common/iso-6346';
import { kindModel } from '../../common/setup/kind-model';
import { generatedKey } from '../../common/write/generated-key';
import { refuseFutureTimes } from '../../common/write/future-times';
import { daily } from '../../common/write/write-model';
import type { RowOf } from '../../common/write/write-row';
import { TallyMove } from './tally-move.kind';

/**
 * The write model of crane moves. Only the service moves the container, because a file states moves that were made
 * before.
 */
export const tallyMoveModel = kindModel(TallyMove, {
  input: [StayLine],
  compares: true,
  maps: {
    stay: stayOrNone('tally_moves'),
    reference: generatedKey('reference', {
      random: () => `TM-${randomUUID()}`,
      ofDigest: (digest) => `TM-${digest.toString('hex').slice(0, 20)}`,
    }),
  },
  derived: {
    columns: [],
    fill: ({ columns }) => {
      if (columns.containers) columns.containers = columns.containers.map(normalizeContainerNumber);
    },
  },
  checks: [
    requireCargo,
    daily(refuseFutureTimes(['lifted_at'], 'A crane cannot have lifted at a time to come.')),
  ],
});

/** A new move needs the field of its kind: the container, or the type of lift. */
function requireCargo(rows: RowOf<TallyMove>[]): void {
  for (const row of rows) {
    const { kind, lift_type, container_id } = row.columns;
    if (row.before) continue;
    if (kind !== 'special_lift' && !container_id) row.invalid('container', 'is required');
    if (kind === 'special_lift' && !lift_type) row.invalid('lift_type', 'is required for a special lift');
  }
}
