import sql, { raw } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import type { Db } from '../../common/database/db';
import { type Query, rows } from '../../common/database/sql/query';
import type { SubjectType } from '../tariffs/measures';
import { ms } from './sql-times';
import { type ReadSubject, withoutContainer } from './read-subject';
import { customer, type FactEvent, NOTHING_KNOWN } from './subject-facts';

/** A truck visit as it is read for charging. */
interface VisitRow {
  id: number;
  left_at: number | null;
  trucking_company_id: number | null;
  completed: boolean;
}

/** The facts of the truck visits with these ids, in order of id: one statement. Cancelled ones have no charges. */
export function readVisits({ actor: { organization_id } }: Db, ids: number[]): Query<ReadSubject[]> {
  return rows<VisitRow>(sql`
    SELECT v.id, CASE WHEN v.cancelled_at IS NULL THEN ${raw(ms('v.gated_out_at'))} END AS left_at,
      v.trucking_company_id, EXISTS (
        SELECT FROM interchanges i WHERE i.organization_id = v.organization_id AND i.truck_visit_id = v.id
          AND i.completed) AS completed
    FROM truck_visits v
    WHERE v.organization_id = ${organization_id} AND ${among('v.id', ids)}
    ORDER BY v.id`).map((found) =>
    found.map(({ id, left_at, trucking_company_id, completed }) => {
      const events: FactEvent[] = [];
      if (left_at !== null) {
        const visit = { event: 'visit', at: left_at, side: null, container_status: null };
        events.push({ ...visit, measure: 'truck_visit' });
        if (!completed) events.push({ ...visit, measure: 'futile_trip' });
      }
      return ofTruck('truck_visit', id, `truck visit ${id}`, events, trucking_company_id);
    }),
  );
}

/** An appointment as it is read for charging. */
interface AppointmentRow {
  id: number;
  number: string;
  missed_at: number | null;
  trucking_company_id: number | null;
}

/** The facts of the appointments with these ids, in order of id: one statement. One that was used after all is not missed. */
export function readAppointments({ actor: { organization_id } }: Db, ids: number[]): Query<ReadSubject[]> {
  return rows<AppointmentRow>(sql`
    SELECT a.id, a.number,
      CASE WHEN a.used_at IS NULL AND a.cancelled_at IS NULL THEN ${raw(ms('a.missed_at'))} END AS missed_at,
      a.company_id AS trucking_company_id
    FROM appointments a
    WHERE a.organization_id = ${organization_id} AND ${among('a.id', ids)}
    ORDER BY a.id`).map((found) =>
    found.map(({ id, number, missed_at, trucking_company_id }) => {
      const events: FactEvent[] =
        missed_at === null
          ? []
          : [
              {
                measure: 'appointment_missed',
                event: 'missed',
                at: missed_at,
                side: null,
                container_status: null,
              },
            ];
      return ofTruck('appointment', id, `appointment ${number}`, events, trucking_company_id);
    }),
  );
}

function ofTruck(
  type: SubjectType,
  id: number,
  label: string,
  events: FactEvent[],
  company: number | null,
): ReadSubject {
  const at = events[0]?.at ?? null;
  const payers = { trucking_company: customer('TruckingCompany', company) };
  return withoutContainer({ ...NOTHING_KNOWN, type, id, label, began_at: at, ended_at: at, events, payers });
}
