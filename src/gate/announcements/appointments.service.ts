import { Injectable } from '@nestjs/common';
import { Db } from '../../common/database/db';
import { Refused } from '../../common/errors/errors';
import type { Row } from '../../common/schema/columns';
import { kindOf } from '../../common/setup/kind';
import { KindInput, SetupService } from '../../common/setup/setup.service';
import type { CreatePurpose } from './purpose.dto';
import { PurposesService } from './purposes.service';
import { VisitorsService } from '../visitors/visitors.service';
import { Appointment } from './appointment.kind';

/** Appointments: the truck is named by its plate however it is typed, purposes are those of a pre-advice. */
@Injectable()
export class AppointmentsService extends SetupService {
  constructor(
    db: Db,
    private readonly visitors: VisitorsService,
    private readonly purposes: PurposesService,
  ) {
    super(db, kindOf(Appointment));
  }

  /** @throws Refused, also for one that a truck came in with */
  protected override async columns({ truck, ...input }: KindInput, id?: number): Promise<Partial<Row>> {
    if (id) await this.refuseUsed(id);
    if (truck === undefined || input.truck_id) return super.columns(input);
    const found = await this.visitors.truck(truck as string | null);
    return super.columns({ ...input, truck_id: found?.id ?? null });
  }

  /** Locks it, as a gate-in does, so that it is either used or changed first. */
  private async refuseUsed(id: number): Promise<void> {
    const appointment = await this.db.find(Appointment, { id }, { lock: true });
    if (appointment?.used_at)
      throw new Refused(`Appointment '${appointment.number}' has been used and cannot be changed.`);
  }

  /** Replaces the purposes by those sent. */
  protected override async written(appointment_id: number, input: KindInput): Promise<void> {
    const purposes = input.purposes as CreatePurpose[] | null | undefined;
    if (purposes !== undefined) await this.purposes.replace({ appointment_id }, purposes ?? []);
  }
}
