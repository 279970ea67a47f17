import { Injectable } from '@nestjs/common';
import { among } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { all, type Query } from '../../common/database/sql/query';
import {
  Conflict,
  type Failure,
  type FieldErrors,
  Invalid,
  NotFound,
  Refused,
} from '../../common/errors/errors';
import { Json } from '../../common/json';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import { type FoundPlace, type NamedPlace, placesNamed } from '../../places/locations/named-place';
import { QUAY } from '../quay.codes';
import { catchUp } from '../tallies/tally-items';
import { TallyMove } from '../tallies/tally-move.kind';
import { Tally } from '../tallies/tally.entity';
import { type CraneMoveRequest, craneMoveRequest, cargoNamedBy, malformed } from './crane-move-request';
import { type CountMove, MOST_MOVES } from './count-moves.dto';
import { cargoIds, type LockedTally } from './counting.queries';
import { CountingService } from './counting.service';
import { warningsOf } from './moves.view';

/** Takes batches of crane moves, as handsets send them. */
@Injectable()
export class BatchesService {
  constructor(
    private readonly db: Db,
    private readonly counting: CountingService,
  ) {}

  /**
   * Counts a batch of moves in a tally: all of them, or none.
   * @throws Invalid, NotFound, Conflict for a closed tally, and Refused as `decide` does
   */
  async create(tally_id: number, moves: CountMove[]): Promise<Json> {
    const [found, cargo, places] = await this.db.pipeline(
      this.locked(tally_id),
      cargoIds(moves),
      placesNamed(this.db, placesOf(moves)),
    );
    if (!found) throw new NotFound('Tally', tally_id);
    const errors = malformed(moves, MOST_MOVES);
    const wrong = new Set(Object.keys(errors).map((field) => Number(field.split('.')[1])));
    if (errors.moves) throw new Invalid(errors);
    if (!wrong.size) requireOpen(found);
    const { found: destinations, failures } = foundPlaces(places);
    let place = 0;
    const asked = moves.map((move, at) => {
      const [named] = cargoNamedBy(move);
      const id = named && cargo.get(`${named.type} ${named.key}`);
      return craneMoveRequest(move, at, id, move.to ? (destinations[place++] ?? null) : undefined);
    });
    if (wrong.size)
      throw await this.refusal(
        found,
        asked.filter((_, at) => !wrong.has(at)),
        failures,
        errors,
      );
    const { ids, warnings } = await this.counting.count(found, asked, failures);
    const tally_moves = await this.db
      .read(kindClasses(kindOf(TallyMove)).Show)
      .where(among('t.id', ids))
      .all();
    return Json.object({ tally_moves, warnings: warningsOf(warnings) });
  }

  /** The refusal of a batch with malformed moves, which also tells what stands against the others (decision 782). */
  private async refusal(
    tally: LockedTally,
    others: CraneMoveRequest[],
    failures: Failure[],
    errors: FieldErrors,
  ): Promise<Invalid> {
    const invalid = new Invalid(errors);
    if (tally.closed_at || !others.length) return invalid;
    const against = await this.counting.against(tally, others, failures);
    return new Invalid({ ...against?.errors, ...errors }, invalid.sentence);
  }

  /** Locks a tally, and brings its items up to date. */
  private locked(id: number): Query<LockedTally | null> {
    return all(this.db.queries.find(Tally, { id }, { lock: true }), catchUp(id)).map(([tally]) => tally);
  }
}

/** The places that moves name, each with its field. */
function placesOf(moves: CountMove[]): { field: string; place: NamedPlace }[] {
  return moves.flatMap(({ to }, at) => (to ? { field: `moves.${at}.to`, place: to } : []));
}

/** The places in their order; or the failure that stands beside those of the moves. */
function foundPlaces(places: () => FoundPlace[]): { found: FoundPlace[]; failures: Failure[] } {
  try {
    return { found: places(), failures: [] };
  } catch (error) {
    if (error instanceof Refused) return { found: [], failures: [error] };
    throw error;
  }
}

/** @throws Conflict for a closed tally */
export function requireOpen({ closed_at }: Pick<Tally, 'closed_at'>): void {
  if (closed_at) throw new Conflict({ code: QUAY.tally_closed, sentence: 'The tally is closed.' });
}
