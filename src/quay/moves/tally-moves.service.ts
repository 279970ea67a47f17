import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { rows } from '../../common/database/sql/query';
import { Refused } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import { kindEvent, record, recordUpdate } from '../../common/recording/record';
import type { Columns, Values } from '../../common/schema/columns';
import { kindOf } from '../../common/setup/kind';
import { KindInput, SetupService } from '../../common/setup/setup.service';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import { type CraneMoveRequest, CARGO_KINDS } from './crane-move-request';
import { requireOpen } from './batches.service';
import type { LockedTally } from './counting.queries';
import { CountingService } from './counting.service';
import { UndoService } from './undo.service';
import { refusalOfCancelled } from '../quay.codes';
import { catchUp } from '../tallies/tally-items';
import { TallyMove } from '../tallies/tally-move.kind';
import { tallyMoveModel } from '../tallies/tally-move.write';
import { Tally } from '../tallies/tally.entity';
import { TallyShow } from '../tallies/tally.view';

/** The crane moves that tallies show, one by one, as files and older clients send them. */
@Injectable()
export class TallyMovesService extends SetupService<TallyMove> {
  constructor(
    db: Db,
    private readonly counting: CountingService,
    private readonly undoing: UndoService,
  ) {
    super(db, kindOf(TallyMove), tallyMoveModel);
  }

  /**
   * Counts a move by the rules of a batch, with `over`, because such clients do not know what is expected. The tally of
   * the voyage is made when it is missing.
   * @throws Invalid, Conflict for a closed tally, and Refused as every kind does or as a batch is
   */
  override async create(input: KindInput): Promise<Json> {
    const id = await tallyMoveModel.create(this.db, input, {
      insert: async (columns) => {
        const tally = await this.tallyOf(columns as Columns<TallyMove>);
        const { ids } = await this.counting.count(tally, [asked(columns, input)]);
        return ids[0]!;
      },
    });
    return this.read(id);
  }

  /**
   * Corrects a move in the tally alone.
   * @throws NotFound, Conflict for a closed tally, and Refused for what only an undo changes
   */
  override async update(idOrKey: string, input: KindInput): Promise<Json> {
    const { voyage_id, tally_type } = await this.find(idOrKey);
    const tally = await this.db.find(Tally, { voyage_id, tally_type }, { lock: true });
    if (tally) requireOpen(tally);
    const before = await this.find(idOrKey, { lock: true });
    await recordUpdate(this.db, kindEvent('tally_move', 'updated'), this.view, before.id, () =>
      tallyMoveModel.update(this.db, before, input),
    );
    return this.read(before.id);
  }

  /**
   * Undoes a move. It stays listed.
   * @throws NotFound, Conflict for a closed tally, and Refused when it was undone or something came after it
   */
  override async remove(idOrKey: string): Promise<string> {
    await this.undoing.undoNamed(await this.find(idOrKey));
    return 'Tally move was successfully undone.';
  }

  /** The tally of a move, locked and up to date; a new one when the voyage has none of this type. */
  private async tallyOf({ voyage_id, tally_type }: Columns<TallyMove>): Promise<LockedTally> {
    const { organization_id, user_id } = this.db.actor;
    const [made, tally, voyage] = await this.db.pipeline(
      rows<{ id: number }>(sql`
        INSERT INTO tallies (organization_id, voyage_id, tally_type, created_by_id)
        VALUES (${organization_id}, ${voyage_id}, ${tally_type}, ${user_id})
        ON CONFLICT (organization_id, voyage_id, tally_type) DO NOTHING RETURNING id`),
      this.db.queries.find(Tally, { voyage_id, tally_type }, { lock: true }),
      this.db.queries.find(Voyage, { id: voyage_id }),
    );
    if (voyage!.cancelled) throw new Refused({ ...refusalOfCancelled(voyage!.number), field: 'voyage' });
    const locked = tally as LockedTally;
    requireOpen(locked);
    await this.db.run(catchUp(locked.id));
    await record(
      this.db,
      'tally.created',
      TallyShow,
      made.map(({ id }) => id),
    );
    return locked;
  }
}

/** A move as the set-up asks for it: what is not expected is counted, and its place is the voyage's. */
function asked(columns: Values<TallyMove>, input: KindInput): CraneMoveRequest {
  const move = columns as Columns<TallyMove>;
  const type = CARGO_KINDS.find((kind) => move[`${kind}_id`]);
  const field = (name: string) => (input[`${name}_id`] ? `${name}_id` : name);
  const lifted_at = move.lifted_at ? new Date(move.lifted_at) : null;
  return {
    kind: move.kind,
    cargo: type ? { type, id: move[`${type}_id`]!, key: '' } : null,
    quantity: move.quantity ?? null,
    lifted_at,
    to: undefined,
    over: true,
    status: move.status ?? null,
    said: {
      reference: move.reference,
      crane: move.crane,
      restow: move.restow ?? false,
      lift_type: move.lift_type ?? null,
      containers: move.containers ?? [],
      delivery_type: move.delivery_type ?? null,
      arrival_type: move.arrival_type ?? null,
      status: move.status ?? null,
      lifted_at,
    },
    fields: { cargo: field(type ?? 'container'), quantity: 'quantity', lifted_at: 'lifted_at', to: 'to' },
  };
}
