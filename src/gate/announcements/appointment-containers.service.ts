import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { effect, row } from '../../common/database/sql/query';
import { naming, Refused } from '../../common/errors/errors';
import { GATE } from '../gate.codes';
import { SAYS } from '../gate.sentences';
import { isBooked } from './appointment-status';

/** Another open appointment for a container. */
interface OtherAppointment {
  container: string;
  appointment: string;
  /** The index of the purpose that names the container. */
  position: number;
}

/** Keeps containers to one open appointment each (decision 231). */
@Injectable()
export class AppointmentContainersService {
  constructor(private readonly db: Db) {}

  /**
   * Refuses when another open appointment names a container of this one. The lock on the containers serializes
   * concurrent requests.
   * @param isNamed whether the request itself sends the purposes, so that the refusal names their field
   * @throws Refused
   */
  async refuseTwice(id: number, isNamed: boolean): Promise<void> {
    const { organization_id } = this.db.actor;
    const own = sql`p.organization_id = ${organization_id} AND p.appointment_id = ${id}`;
    const containers = sql`
      SELECT p.container_id FROM purposes p
      JOIN appointments a ON a.organization_id = p.organization_id AND a.id = p.appointment_id
      WHERE ${own} AND ${raw(isBooked('a'))}`;
    const [, other] = await this.db.pipeline(
      effect(sql`
        SELECT FROM containers c WHERE c.organization_id = ${organization_id} AND c.id = ANY(ARRAY(${containers}))
        ORDER BY c.id FOR NO KEY UPDATE`),
      row<OtherAppointment>(sql`
        SELECT c.number AS container, a.number AS appointment, (
          SELECT p.position FROM purposes p WHERE ${own} AND p.container_id = c.id LIMIT 1) AS position
        FROM purposes p
        JOIN appointments a ON a.organization_id = p.organization_id AND a.id = p.appointment_id
        JOIN containers c ON c.organization_id = p.organization_id AND c.id = p.container_id
        WHERE p.organization_id = ${organization_id} AND p.container_id = ANY(ARRAY(${containers}))
          AND a.id <> ${id} AND ${raw(isBooked('a'))}
        ORDER BY a.id LIMIT 1`),
    );
    if (other) throw (this.db.actor.limited ? appointedToOthers : appointed)(other, isNamed);
  }
}

const field = ({ position }: OtherAppointment, isNamed: boolean) =>
  isNamed ? `purposes.${position}.cargo.container_number` : undefined;

/** The same for a token that is limited to parties, which the other appointment may not concern. */
function appointedToOthers(other: OtherAppointment, isNamed: boolean): Refused {
  const { container } = other;
  return new Refused({
    code: GATE.container_has_appointment,
    sentence: SAYS['container_has_appointment.of_others']({ container }),
    field: field(other, isNamed),
    records: naming('container', container),
  });
}

function appointed(other: OtherAppointment, isNamed: boolean): Refused {
  const { container, appointment } = other;
  return new Refused({
    code: GATE.container_has_appointment,
    sentence: SAYS.container_has_appointment({ container, appointment }),
    field: field(other, isNamed),
    records: [...naming('container', container), ...naming('appointment', appointment)],
  });
}
