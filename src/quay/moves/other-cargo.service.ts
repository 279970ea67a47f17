import { Injectable } from '@nestjs/common';
import { Breakbulk } from '../../cargo/breakbulks/breakbulk.kind';
import { Vehicle } from '../../cargo/vehicles/vehicle.kind';
import { VehicleShow } from '../../cargo/vehicles/vehicle.view';
import { Db } from '../../common/database/db';
import { kindEvent, recordUpdate } from '../../common/recording/record';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import type { PlannedMove } from './counting.rules';

/** Moves vehicles and breakbulk. */
@Injectable()
export class OtherCargoService {
  constructor(private readonly db: Db) {}

  /** Moves the vehicles and breakbulk of these moves. Returns the ids of their movements. */
  async move(planned: PlannedMove[]): Promise<Map<PlannedMove, number>> {
    for (const { asked, movement } of planned) {
      if (!movement || !asked.cargo || asked.cargo.type === 'container') continue;
      const id = asked.cargo.id!;
      const place = {
        current_location_type: movement.to?.type ?? null,
        current_location_id: movement.to?.id ?? null,
      };
      if (asked.cargo.type === 'vehicle')
        await recordUpdate(this.db, kindEvent('vehicle', 'updated'), VehicleShow, id, () =>
          this.db.update(Vehicle, id, place),
        );
      else
        await recordUpdate(
          this.db,
          kindEvent('breakbulk', 'updated'),
          kindClasses(kindOf(Breakbulk)).Show,
          id,
          () => this.db.update(Breakbulk, id, place),
        );
    }
    return new Map();
  }
}
