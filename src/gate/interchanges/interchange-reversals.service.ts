import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { NotFound, Refused } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import { record } from '../../common/recording/record';
import { StaysService } from '../../cargo/stays/stays.service';
import { Interchange } from '../visits/interchange.entity';
import { InterchangeShow } from '../visits/interchange.view';
import { TruckVisit } from '../visits/truck-visit.entity';
import { movedSince, requireCompleted } from './desk.rules';
import { refusalOfVisit } from './handover.rules';
import { otherVisit } from './handover.service';
import { InterchangeCompletionService } from './interchange-completion.service';
import { ReversalService } from './reversal.service';
import type { VisitInterchange } from './visit-interchange';

/** Reverses completed interchanges at the desk, also those of trucks that have left. */
@Injectable()
export class InterchangeReversalsService {
  constructor(
    private readonly db: Db,
    private readonly completion: InterchangeCompletionService,
    private readonly reversal: ReversalService,
    private readonly stays: StaysService,
  ) {}

  /**
   * Reverses a completed interchange (decision 243).
   * @throws NotFound; Refused when the interchange is not completed, its equipment has moved since, or another truck
   *   inside wants the container that this one would want again
   */
  async reverse(truck_visit_id: number, id: number, reason: string): Promise<Json> {
    const [visit, ofVisit] = await this.db.pipeline(
      this.db.queries.find(TruckVisit, { id: truck_visit_id }, { lock: true }),
      this.completion.ofVisit(truck_visit_id),
    );
    if (!visit) throw new NotFound('Truck visit', truck_visit_id);
    const interchange = requireCompleted(
      ofVisit.find((each) => each.id === id),
      id,
    );
    const [undone] = await this.reversal.takeBack(visit, [interchange], { announced: false });
    if (!undone) throw movedSince(interchange);
    if (!visit.gated_out_at) await this.refuseOtherVisit(visit.id, interchange);
    await this.db.update(Interchange, id, {
      reversed_at: await this.db.now(),
      reversed_by_id: this.db.actor.user_id,
      reverse_reason: reason,
    });
    const { type, container_id } = interchange;
    if (visit.gated_out_at && type === 'interchange_in' && container_id)
      await this.stays.release([container_id]);
    await record(this.db, 'interchange.reversed', InterchangeShow, id);
    return this.db.show(InterchangeShow, id, 'Interchange');
  }

  /** One truck inside wants a container (decision 410), also after a reversal. The caller has locked the container. */
  private async refuseOtherVisit(own: number, { container_id }: VisitInterchange): Promise<void> {
    const [found] = await this.db.query<{ number: string; on_visit: number | null }>(sql`
      SELECT c.number, (${otherVisit(sql`${own}`, sql`false`)}) AS on_visit FROM containers c
      WHERE c.organization_id = ${this.db.actor.organization_id} AND c.id = ${container_id}`);
    if (found?.on_visit) throw new Refused(refusalOfVisit(found.number, found.on_visit));
  }
}
