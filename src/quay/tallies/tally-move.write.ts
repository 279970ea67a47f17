import { randomUUID } from 'node:crypto';
import { StayLine, stayOrNone } from '../../cargo/stays/container-stay.write';
import { normalizeContainerNumber } from '../../common/iso-6346';
import { User } from '../../common/auth/user.kind';
import { In } from '../../common/input/in';
import { reference } from '../../common/write/field-map';
import { lookupOf } from '../../common/write/lookups';
import { COMMON } from '../../common/errors/codes';
import { kindModel } from '../../common/setup/kind-model';
import { generatedKey } from '../../common/write/generated-key';
import { refuseFutureTimes } from '../../common/write/future-times';
import { daily } from '../../common/write/write-model';
import type { RowOf } from '../../common/write/write-row';
import { TallyMove } from './tally-move.kind';

/** The fields of a move that only a file states: that it was undone. */
class TallyMoveLine extends StayLine {
  @In.time() undone_at?: string | null;
  @In.text() undone_by?: string | null;
  @In.text() reason?: string | null;
}

/**
 * The write model of crane moves. Only the service moves the container, because a file states moves that were made
 * before.
 */
export const tallyMoveModel = kindModel(TallyMove, {
  input: [TallyMoveLine],
  compares: true,
  maps: {
    stay: stayOrNone('tally_moves'),
    undone_by: reference('undone_by', lookupOf(User, 'email')),
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
    daily(keepCounted),
    daily(refuseFutureTimes(['lifted_at'], 'A crane cannot have lifted at a time to come.')),
  ],
});

/** A new move needs the field of its kind: its cargo, or the type of lift. */
function requireCargo(rows: RowOf<TallyMove>[]): void {
  for (const row of rows) {
    const { kind, lift_type, container_id, vehicle_id, breakbulk_id } = row.columns;
    if (row.before) continue;
    const cargo = [container_id, vehicle_id, breakbulk_id].filter(Boolean).length;
    if (kind !== 'special_lift' && !cargo) row.invalid('container', 'is required');
    if (cargo > 1) row.invalid('container', 'must be left out where other cargo is named');
    if (kind === 'special_lift' && !lift_type) row.invalid('lift_type', 'is required for a special lift');
  }
}

/** What a move counted, and where: a correction of it is an undo. */
const COUNTED = {
  voyage_id: 'voyage',
  tally_type: 'tally_type',
  kind: 'kind',
  container_id: 'container',
  vehicle_id: 'vehicle',
  breakbulk_id: 'breakbulk',
  quantity: 'quantity',
  over: 'over',
} as const;

/** An update corrects the tally alone: not what the move counted (decision 385). */
function keepCounted(rows: RowOf<TallyMove>[]): void {
  for (const row of rows) {
    const { before, columns } = row;
    if (!before) continue;
    for (const [column, field] of Object.entries(COUNTED) as [keyof typeof COUNTED, string][])
      if (columns[column] !== undefined && (columns[column] ?? null) !== before[column])
        row.refuse(row.values[`${field}_id`] === undefined ? field : `${field}_id`, {
          code: COMMON.cannot_change,
          sentence: 'A move that was counted keeps its cargo and its tally: undo it and enter it again.',
        });
  }
}
