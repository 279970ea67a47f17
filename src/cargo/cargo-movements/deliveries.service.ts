import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { row } from '../../common/database/sql/query';
import { Refused, together } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import type { HistoryQuery } from '../../common/pagination/page-query';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import { Breakbulk } from '../breakbulks/breakbulk.kind';
import { timeOfUndated } from '../containers/movement-time.rules';
import { HeldCargoService } from '../held/held-cargo.service';
import { VehicleShow } from '../vehicles/vehicle.view';
import { againstMoving, piecesOf } from './cargo-move.rules';
import { BreakbulkMovement, VehicleMovement } from './cargo-movement.view';
import { type CargoMove, CargoMovesService, type MovedCargo } from './cargo-moves.service';

/** What a request says of a delivery. */
interface Delivery {
  quantity?: number | null;
  delivered_at?: string | null;
}

/** Hands vehicles and breakbulk over to their receivers, and lists their movements. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly db: Db,
    private readonly moves: CargoMovesService,
    private readonly held: HeldCargoService,
  ) {}

  /**
   * Hands a vehicle, or pieces of breakbulk, over to the receiver. Returns the record.
   * @throws NotFound; Refused while it is held, and as `againstMoving` says
   */
  async deliver(kind: MovedCargo, idOrKey: string, { quantity, delivered_at }: Delivery): Promise<Json> {
    const id = await this.moves.idOf(kind, idOrKey);
    const [cargos, now, receiver] = await this.db.pipeline(
      this.moves.locking(kind, [id]),
      this.db.queries.now(),
      row<{ id: number | null }>(this.receiver(kind, id)),
    );
    const cargo = cargos.get(id)!;
    const moved_at = delivered_at ? new Date(delivered_at) : timeOfUndated(now, cargo.last_moved_at);
    const pieces = piecesOf(kind, cargo, quantity);
    const refusals = againstMoving(
      kind,
      cargo,
      { quantity: pieces, moved_at, isDated: Boolean(delivered_at) },
      'delivered_at',
    );
    const failure = together(refusals.map((refusal) => new Refused(refusal)));
    if (failure) throw failure;
    await this.held.refuse(kind, [id], 'delivered', kind);
    const to = { type: 'Consignee' as const, id: receiver?.id ?? null };
    const move: CargoMove = { kind, id, movement_type: 'gate_out', to, quantity: pieces, moved_at };
    await this.db.run(this.moves.moving([move], cargos));
    await this.moves.follow([move]);
    return kind === 'vehicle'
      ? this.db.show(VehicleShow, id, 'Vehicle')
      : this.db.show(kindClasses(kindOf(Breakbulk)).Show, id, 'Breakbulk');
  }

  /** The movements of a vehicle or a lot of breakbulk. Throws NotFound. */
  async movements(kind: MovedCargo, idOrKey: string, query: HistoryQuery): Promise<Page> {
    const id = await this.moves.idOf(kind, idOrKey);
    return this.db
      .read(kind === 'vehicle' ? VehicleMovement : BreakbulkMovement)
      .where(kind === 'vehicle' ? sql`t.vehicle_id = ${id}` : sql`t.breakbulk_id = ${id}`)
      .page(query.request());
  }

  /** SQL: the consignee of a vehicle, the first of several, or of the bill of a lot. */
  private receiver(kind: MovedCargo, id: number): Sql {
    const { organization_id } = this.db.actor;
    return kind === 'vehicle'
      ? sql`
        SELECT l.consignee_id AS id FROM vehicle_consignees l
        WHERE l.organization_id = ${organization_id} AND l.vehicle_id = ${id} ORDER BY l.id LIMIT 1`
      : sql`
        SELECT b.consignee_id AS id FROM breakbulks k
        JOIN bill_of_ladings b ON b.organization_id = k.organization_id AND b.id = k.bill_of_lading_id
        WHERE k.organization_id = ${organization_id} AND k.id = ${id}`;
  }
}
