import { Injectable } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { Invalid, NotFound, Refused } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import { refusalOfCompanies } from '../visitors/admission.rules';
import { PurposesService } from './purposes.service';
import { TruckingCompaniesService } from '../../parties/setup/trucking-companies.service';
import { VisitorsService } from '../visitors/visitors.service';
import type { CreatePreAdvice } from './pre-advice.dto';
import { PreAdvice } from './pre-advice.entity';
import { PreAdviceShow } from './pre-advice.view';
import { Purpose } from './purpose.entity';

@Injectable()
export class PreAdvicesService {
  constructor(
    private readonly db: Db,
    private readonly visitors: VisitorsService,
    private readonly companies: TruckingCompaniesService,
    private readonly purposes: PurposesService,
  ) {}

  /** @throws NotFound */
  show(advice_number: string): Promise<Json> {
    return this.db
      .read(PreAdviceShow)
      .where(sql`t.advice_number = ${advice_number}`)
      .orNotFound(`Pre-advice '${advice_number}'`);
  }

  /** @throws Invalid; Refused when the number is taken, or a truck, driver, company or purpose is refused */
  async create(input: CreatePreAdvice): Promise<Json> {
    const truck = await this.visitors.truck(input.truck);
    if (!truck && this.db.actor.pre_advice_truck_required) throw new Invalid({ truck: ['is required'] });
    if (truck && !truck.active)
      throw new Refused(`Truck '${truck.license_plate}' is not active.`, { field: 'truck' });
    const { truck_driver_id, truck_driver: truck_driver_license } = input;
    const driver = await this.visitors.driver({ truck_driver_id, truck_driver_license }, 'truck_driver');
    const trucking_company_id = (await this.companies.idOf(input.trucking_company)) ?? null;
    const refusal = refusalOfCompanies(truck, driver, trucking_company_id);
    if (refusal) throw new Refused(refusal.sentence, refusal);

    const { id, advice_number } = await this.insert(input.advice_number, {
      truck_id: truck?.id,
      truck_driver_id: driver?.id,
      trucking_company_id,
      comments: input.comments,
      expected_at: input.expected_at,
    });
    await this.purposes.write({ pre_advice_id: id }, input.purposes ?? []);
    return this.show(advice_number);
  }

  /** Deletes it and returns it without purposes. Throws NotFound, and Refused when a truck came in with it. */
  async remove(advice_number: string): Promise<Json> {
    const preAdvice = await this.db.find(PreAdvice, { advice_number }, { lock: true });
    if (!preAdvice) throw new NotFound(`Pre-advice '${advice_number}'`);
    if (preAdvice.used_at)
      throw new Refused(`Pre-advice '${advice_number}' has been used and cannot be deleted.`);
    await this.db.removeAll(Purpose, { pre_advice_id: preAdvice.id });
    const deleted = await this.show(advice_number);
    await this.db.remove(PreAdvice, preAdvice.id, `Pre-advice '${advice_number}'`);
    return deleted;
  }

  /** Writes the row under the number that was sent, or under one that no other pre-advice has. */
  private async insert(
    sent: string | null | undefined,
    columns: Record<string, unknown>,
  ): Promise<Pick<PreAdvice, 'id' | 'advice_number'>> {
    for (;;) {
      const advice_number = sent ?? `PA${String(randomInt(100_000_000)).padStart(8, '0')}`;
      const [row] = await this.db.query<{ id: number }>(sql`
        INSERT INTO pre_advices (organization_id, advice_number, truck_id, truck_driver_id, trucking_company_id,
          comments, expected_at)
        VALUES (${this.db.actor.organization_id}, ${advice_number}, ${columns.truck_id},
          ${columns.truck_driver_id}, ${columns.trucking_company_id}, ${columns.comments}, ${columns.expected_at})
        ON CONFLICT (organization_id, advice_number) DO NOTHING RETURNING id`);
      if (row) return { id: row.id, advice_number };
      if (sent) throw new Refused('Advice number is already taken.', { field: 'advice_number' });
    }
  }
}
