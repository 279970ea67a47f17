import { Injectable, Logger } from '@nestjs/common';
import sql, { Sql } from 'sql-template-tag';
import { KnownTokens } from '../common/auth/known-tokens';
import { User } from '../common/auth/user.kind';
import { Background, organizationsIn } from '../common/database/write/background';
import { Db } from '../common/database/db';
import { UnusedFiles } from '../common/files/unused-files.service';
import { isDatabaseOut } from '../common/errors/database-errors';
import { Conflict, naming } from '../common/errors/errors';
import type { Json } from '../common/json';
import { record } from '../common/recording/record';
import { Resting } from '../common/resting';
import { currentScope } from '../common/tenancy/scope';
import { TruckDriver } from '../parties/setup/truck-driver.kind';
import type { Erasure } from './erasure.dto';
import { PERSONAL } from './personal.codes';
import { PersonalDataService } from './personal-data.service';
import { DriverShow, UserShow } from './personal-data.view';

/** The most rows that are erased in one statement, which takes a second at most. */
const BATCH = 500;

/** How often erasures of other processes, and those that were cut off, are gone on with, in milliseconds. */
const EVERY_MS = 5_000;

/** How long an erasure rests that failed, in milliseconds, while those of others go on. It is never given up. */
const REST_MS = 60_000;

/** Whose data an erasure has left to do. */
interface Left {
  record_type: string;
  record_id: number;
}

/**
 * Erases the personal data of drivers and users. The request changes the record and what few rows tell of it; what is left of
 * many is erased beside requests, in short statements.
 */
@Injectable()
export class ErasingService {
  private readonly logger = new Logger('Erasing personal data');
  /** Erasures that failed, by table and id. */
  private readonly resting = new Resting<string>();
  private readonly wake: () => void;

  constructor(
    private readonly db: Db,
    private readonly people: PersonalDataService,
    private readonly tokens: KnownTokens,
    private readonly background: Background,
    private readonly files: UnusedFiles,
  ) {
    this.wake = background.repeat('Erasing personal data', EVERY_MS, () => this.goOn());
  }

  /** A driver who was erased before stays as he is. Throws NotFound, and Conflict for one who is inside or announced. */
  async driver(idOrKey: string, { reason }: Erasure): Promise<Json> {
    await this.lockSigned((await this.people.find(TruckDriver, idOrKey)).id);
    const { id, license_number, erased_at } = await this.people.find(TruckDriver, idOrKey, { lock: true });
    if (!erased_at) {
      await this.requireUnexpected(id, license_number);
      await this.erase('truck_drivers', id, reason);
      // the bytes of signatures
      currentScope().afterCommit?.add(this.files.wake);
      await record(this.db, 'truck_driver.erased', DriverShow, id);
    }
    return this.people.show(TruckDriver, id);
  }

  /** Ends the tokens of the user as well. One that was erased before stays as it is. Throws NotFound. */
  async user(idOrKey: string, { reason }: Erasure): Promise<Json> {
    const { id, erased_at } = await this.people.find(User, idOrKey, { lock: true });
    if (!erased_at) {
      this.tokens.forgetAfterwards();
      await this.erase('users', id, reason);
      await record(this.db, 'user.erased', UserShow, id);
    }
    return this.people.show(User, id);
  }

  private async erase(table: string, id: number, reason: string): Promise<void> {
    await this.db.query(call(this.db.actor.organization_id, table, id, reason));
    currentScope().afterCommit?.add(this.wake);
  }

  /**
   * Locks the visits that lose the signature of a driver, before the driver: whoever corrects a visit has locked it, and then a
   * receipt is issued that refers to the driver (decision 821).
   */
  private async lockSigned(id: number): Promise<void> {
    await this.db.query(sql`
      SELECT FROM truck_visits v
      WHERE v.organization_id = ${this.db.actor.organization_id} AND v.truck_driver_id = ${id}
        AND v.signature_file_id IS NOT NULL
      ORDER BY v.id FOR NO KEY UPDATE`);
  }

  private async requireUnexpected(id: number, license_number: string): Promise<void> {
    const { organization_id } = this.db.actor;
    const [row] = await this.db.query<{ is_expected: boolean }>(sql`
      SELECT EXISTS (
          SELECT FROM truck_visits v
          WHERE v.organization_id = ${organization_id} AND v.truck_driver_id = ${id} AND v.gated_out_at IS NULL)
        OR EXISTS (
          SELECT FROM pre_advices a
          WHERE a.organization_id = ${organization_id} AND a.truck_driver_id = ${id} AND a.used_at IS NULL)
        OR EXISTS (
          SELECT FROM appointments a
          WHERE a.organization_id = ${organization_id} AND a.truck_driver_id = ${id}
            AND a.used_at IS NULL AND a.cancelled_at IS NULL AND a.missed_at IS NULL) AS is_expected`);
    if (row!.is_expected)
      throw new Conflict({
        code: PERSONAL.driver_expected,
        sentence: 'The driver is inside or announced.',
        records: naming('truck_driver', license_number),
      });
  }

  /** Goes on with every erasure that is not done. */
  private async goOn(): Promise<void> {
    const find = () => this.background.query<{ organization_id: number }>(organizationsIn('erasing_rows'));
    await this.background.inTurns('Erasing personal data', find, async ({ organization_id }) => {
      const [left] = await this.background.query<Left>(sql`
        SELECT q.record_type, q.record_id FROM erasing_rows q
        WHERE q.organization_id = ${organization_id} AND q.due_at <= now()
          AND NOT (q.record_type || ' ' || q.record_id) = ANY(${this.resting.keys()}::text[])
        ORDER BY q.record_type, q.record_id, q.step, q.id LIMIT 1`);
      if (!left) return false;
      const { record_type, record_id } = left;
      try {
        await this.background.query(call(organization_id, record_type, record_id, null));
      } catch (error) {
        if (isDatabaseOut(error)) throw error;
        this.resting.rest(`${record_type} ${record_id}`, REST_MS);
        this.logger.warn(`${record_type} ${record_id} of organization ${organization_id}: ${String(error)}`);
      }
      return true;
    });
  }
}

const call = (organization_id: number, table: string, id: number, reason: string | null): Sql =>
  sql`SELECT erase_personal_data(${organization_id}::bigint, ${table}, ${id}::bigint, ${reason}, ${BATCH}) AS left`;
