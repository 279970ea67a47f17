import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { rows } from '../../common/database/sql/query';
import { dayAt, momentIn } from '../../common/documents/local-moment';
import { FileAnswer } from '../../common/file-answer';
import type { InvoiceLanguage } from '../../common/languages/invoice-languages';
import { isTheirs } from '../../common/party-wall/party-wall';
import { asTime } from '../../common/view/view';
import { TruckVisit } from '../../gate/visits/truck-visit.entity';
import { TruckVisitShow } from '../../gate/visits/truck-visit.view';
import type { Paper } from './receipt.dto';
import { ReceiptsService } from './receipts.service';
import type { Slip, SlipPart } from './slip';
import { SLIP_WORDS, type SlipWords } from './slip-words';

/** What a pass says beside the visit as it is shown. */
interface Beside {
  organization: string;
  language: InvoiceLanguage | null;
  terminal: string | null;
  address: string | null;
  starts_at: string | null;
  ends_at: string | null;
  errands: Record<string, Errand>;
}

/** What is known of an interchange beside its equipment. */
interface Errand {
  /** Where it takes the truck: the place of the container that it fetches. */
  place: string | null;
  booking: string | null;
  cargo: string | null;
  /** Of the container that is meant, which may not be chosen yet. */
  status: string | null;
}

/** Draws the pass of a driver inside: what for, where to, and for which slot. */
@Injectable()
export class PassesService {
  constructor(
    private readonly db: Db,
    private readonly receipts: ReceiptsService,
  ) {}

  /** @throws NotFound; Unavailable when too many documents of the organization wait */
  pdf(truck_visit_id: number, paper?: Paper): Promise<FileAnswer> {
    return this.receipts.draw(async () => {
      const { text } = await this.db.show(TruckVisitShow, truck_visit_id, 'Truck visit');
      const [beside] = await this.db.run(this.beside(truck_visit_id));
      return passSlip(JSON.parse(text) as TruckVisitShow, beside!, this.db.actor.time_zone);
    }, paper);
  }

  private beside(truck_visit_id: number) {
    const { actor, dataSource } = this.db;
    return rows<Beside>(sql`
      SELECT o.name AS organization, o.language, m.name AS terminal, m.address, ${raw(asTime('a.starts_at'))} AS starts_at,
        ${raw(asTime('a.ends_at'))} AS ends_at, coalesce((
          SELECT json_object_agg(i.id, json_build_object('place', p.name, 'booking', b.number,
            'cargo', CASE WHEN u.cargo_type = 'general cargo' THEN u.goods END, 'status', u.container_status))
          FROM interchanges i
          LEFT JOIN containers c ON c.organization_id = i.organization_id AND c.id = i.container_id
            AND i.type = 'interchange_out' AND NOT i.completed
          LEFT JOIN bookings b ON b.organization_id = i.organization_id AND b.id = i.booking_id
          LEFT JOIN purposes u ON u.organization_id = i.organization_id AND u.id = i.purpose_id
          LEFT JOIN LATERAL (SELECT location_name(c.organization_id, c.current_location_type, c.current_location_id) AS name) p
            ON c.id IS NOT NULL
          WHERE i.organization_id = v.organization_id AND i.truck_visit_id = v.id), '{}') AS errands
      FROM truck_visits v
      JOIN organizations o ON o.id = v.organization_id
      JOIN gates g ON g.organization_id = v.organization_id AND g.id = v.gate_id
      LEFT JOIN terminals m ON m.organization_id = g.organization_id AND m.id = g.terminal_id
      LEFT JOIN appointments a ON a.organization_id = v.organization_id AND a.id = v.appointment_id
      WHERE v.organization_id = ${actor.organization_id} AND v.id = ${truck_visit_id}
        AND ${isTheirs(dataSource, TruckVisit, 'v', actor)}`);
  }
}

function passSlip(visit: TruckVisitShow, beside: Beside, time_zone: string): Slip {
  const language = beside.language ?? 'en';
  const words = SLIP_WORDS[language];
  const moment = (at: string | null) => at && momentIn(language, at, time_zone);
  const { truck, truck_driver, trucking_company, gate, appointment, pre_advice } = visit;
  const slot = [moment(beside.starts_at), moment(beside.ends_at)].filter(Boolean).join(' – ');
  return {
    file: `pass-${visit.id}`,
    language,
    title: words.pass,
    number: truck.license_plate,
    code: String(visit.id),
    day: dayAt(visit.gated_in_at, time_zone),
    across: null,
    from: {
      name: beside.organization,
      lines: beside.terminal ? [beside.terminal, ...(beside.address?.split('\n') ?? [])] : [],
    },
    parts: [
      {
        title: null,
        facts: [
          [words.came_in, moment(visit.gated_in_at)],
          [words.gate, gate.name],
          [words.haulier, trucking_company && (trucking_company.name ?? trucking_company.code)],
          [words.driver, truck_driver?.fullname],
          [words.slot, slot],
          [words.appointment, appointment?.number],
          [words.pre_advice, pre_advice?.advice_number],
        ],
      },
      ...visit.interchanges.map((each) => errand(each, beside.errands[each.id]!, words)),
    ],
    signs: null,
  };
}

function errand(
  { type, container, chassis, genset }: TruckVisitShow['interchanges'][number],
  { place, booking, cargo, ...meant }: Errand,
  words: SlipWords,
): SlipPart {
  const status = container ? container.container_status : meant.status;
  return {
    title: type === 'interchange_in' ? words.brings : words.fetches,
    facts: [
      [words.container, container?.number],
      [words.type, container?.container_type_label],
      [words.status, status === 'full' || status === 'empty' ? words[status] : null],
      [words.chassis, chassis?.number],
      [words.genset, genset?.number],
      [words.booking, booking],
      [words.cargo, cargo],
      [words.place, place],
    ],
  };
}
