import { Injectable, Logger } from '@nestjs/common';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql, { raw } from 'sql-template-tag';
import { Background } from '../../common/database/write/background';
import { Db } from '../../common/database/db';
import { failureOf, isDatabaseOut } from '../../common/errors/database-errors';
import { Importer, ImportRefused } from '../importer';
import { transferKinds } from '../kinds';
import { type Import, IS_OPEN } from './import.entity';
import { Progress, Stopped } from './progress';

/** How often a process looks for imports that nobody works at, in milliseconds; it is woken for those that it took itself. */
const EVERY_MS = 5_000;
/** For how long an import belongs to the process that took it up, and how often that process says so, in milliseconds. */
const CLAIMED = '60 seconds';
const TELL_MS = 2_000;
/** How often an import is tried. */
const TRIES = 3;
/** For how long imports are listed. */
const KEPT = '30 days';

type Claim = Pick<
  Import,
  'organization_id' | 'id' | 'kind' | 'format' | 'dry_run' | 'strict' | 'tries' | 'user_id'
>;
type Outcome = Pick<Import, 'status' | 'failure' | 'lines' | 'created' | 'updated' | 'unchanged'>;

const NOTHING = { lines: 0, created: 0, updated: 0, unchanged: 0 };

/**
 * Works off imports beside requests: one of an organization at a time in the order in which they came, and those of several
 * organizations in turns. A try is noted on the row before it begins, so that a file which ends the process is given up.
 */
@Injectable()
export class ImportWorker {
  private readonly logger = new Logger('Imports');
  private readonly importer: Importer;
  /** Looks for imports at once. */
  readonly wake: () => void;

  constructor(
    private readonly background: Background,
    private readonly db: Db,
  ) {
    this.importer = new Importer(db, transferKinds());
    this.wake = background.repeat('Imports', EVERY_MS, () =>
      background.inTurns(
        'Imports',
        () =>
          background.query<{ organization_id: number }>(sql`
            SELECT organization_id FROM imports WHERE ${raw(IS_OPEN)} GROUP BY organization_id ORDER BY min(created_at)`),
        ({ organization_id }) => this.next(organization_id),
      ),
    );
  }

  /** Works off the next import of an organization. Returns whether the one behind it can be taken up. */
  private async next(organization_id: number): Promise<boolean> {
    const claim = await this.claim(organization_id);
    if (!claim) return false;
    const progress = new Progress(this.background);
    if (claim.tries > TRIES) {
      const failure = `The service ended ${TRIES} times while it worked at it: nothing was kept.`;
      await this.finish(claim, progress, { ...NOTHING, status: 'failed', failure });
      return true;
    }
    const telling = setInterval(() => void this.tell(claim, progress), TELL_MS);
    try {
      await this.work(claim, progress);
      return true;
    } catch (error) {
      return await this.afterFailure(claim, progress, error);
    } finally {
      clearInterval(telling);
    }
  }

  /** Takes up the first import of the organization, unless another process is at it. Counts the try. */
  private async claim(organization_id: number): Promise<Claim | undefined> {
    const [claim] = await this.background.query<Claim>(sql`
      UPDATE imports SET status = 'running', tries = tries + 1, updated_at = now(),
        started_at = coalesce(started_at, now()), claimed_until = clock_timestamp() + ${CLAIMED}::interval
      WHERE organization_id = ${organization_id} AND (claimed_until IS NULL OR claimed_until <= clock_timestamp()) AND id = (
        SELECT id FROM imports WHERE organization_id = ${organization_id} AND ${raw(IS_OPEN)}
        ORDER BY id LIMIT 1 FOR NO KEY UPDATE)
      RETURNING organization_id, id, kind, format, dry_run, strict, tries, user_id`);
    return claim;
  }

  private async work(claim: Claim, progress: Progress): Promise<void> {
    const { organization_id, kind, format, dry_run: dryRun, strict, user_id } = claim;
    const actor = await this.background.actorOf(organization_id, 'an import', user_id);
    const folder = await mkdtemp(join(tmpdir(), 'wharfinger-import-'));
    const outcome = (): Outcome => ({ ...progress.counts, status: 'completed', failure: null });
    try {
      await this.write(claim, join(folder, `${kind}.${format}`));
      await this.importer.import(actor, folder, progress, { dryRun, strict }, () =>
        this.finishHere(claim, progress, outcome()),
      );
      if (dryRun) await this.finish(claim, progress, outcome());
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Writes the bytes of an import into a file. */
  private async write({ organization_id, id }: Claim, path: string): Promise<void> {
    const file = await open(path, 'wx', 0o600);
    try {
      for (let number = 0; ; number++) {
        const [part] = await this.background.query<{ bytes: Buffer }>(sql`
          SELECT bytes FROM import_parts
          WHERE organization_id = ${organization_id} AND import_id = ${id} AND number = ${number}`);
        if (!part) return;
        await file.appendFile(part.bytes);
      }
    } finally {
      await file.close();
    }
  }

  /** Notes how far an import has come, and that it still belongs to this process. */
  private async tell({ organization_id, id, tries }: Claim, progress: Progress): Promise<void> {
    try {
      const still = await this.background.query(sql`
        UPDATE imports SET claimed_until = clock_timestamp() + ${CLAIMED}::interval, bytes_read = ${progress.bytes}, updated_at = now()
        WHERE organization_id = ${organization_id} AND id = ${id} AND tries = ${tries} AND status = 'running' RETURNING id`);
      if (!still.length) progress.isLost = true;
    } catch (error) {
      this.logger.warn(`Import ${id} of organization ${organization_id}: ${String(error)}`);
    }
  }

  private async finish(claim: Claim, progress: Progress, outcome: Outcome): Promise<void> {
    await this.background.inOrganization(claim.organization_id, 'an import', () =>
      this.finishHere(claim, progress, outcome),
    );
  }

  /**
   * Notes in the running transaction what came of an import, and removes its bytes.
   * @throws Stopped where it belongs to another process by now, so that what this one did is not kept
   */
  private async finishHere(claim: Claim, progress: Progress, outcome: Outcome): Promise<void> {
    const { organization_id, id, tries } = claim;
    const { status, failure, lines, created, updated, unchanged } = outcome;
    const { findings, warnings, bytes } = progress;
    const ours = await this.db.query(sql`
      UPDATE imports SET status = ${status}, failure = ${failure}, lines = ${lines}, created = ${created}, updated = ${updated},
        unchanged = ${unchanged}, bytes_read = ${bytes}, findings = ${JSON.stringify(findings.all)}::jsonb,
        more_findings = ${findings.more}, warnings = ${warnings}, claimed_until = NULL, finished_at = now(), updated_at = now()
      WHERE organization_id = ${organization_id} AND id = ${id} AND tries = ${tries} AND status = 'running' RETURNING id`);
    if (!ours.length) throw new Stopped();
    await this.db.query(sql`
      DELETE FROM import_parts WHERE organization_id = ${organization_id} AND import_id = ${id}`);
    await this.db.query(sql`
      DELETE FROM imports WHERE organization_id = ${organization_id} AND finished_at < now() - ${KEPT}::interval`);
  }

  /** Returns whether the import behind it can be taken up. */
  private async afterFailure(claim: Claim, progress: Progress, error: unknown): Promise<boolean> {
    if (isDatabaseOut(error)) throw error;
    if (error instanceof Stopped) {
      await this.release(claim, 1);
      return false;
    }
    const fails = (failure: string, lines: number) =>
      this.finish(claim, progress, { ...NOTHING, lines, status: 'failed', failure }).then(() => true);
    if (error instanceof ImportRefused) return fails(error.message, progress.counts.lines);
    const { organization_id, id, tries } = claim;
    this.logger.error(
      `Import ${id} of organization ${organization_id}: ${error instanceof Error ? error.stack : String(error)}`,
    );
    if (tries >= TRIES) return fails(failureOf(error)?.message ?? GIVEN_UP, progress.counts.lines);
    await this.release(claim, 0);
    return false;
  }

  /** Gives an import back, to be taken up again. */
  private async release({ organization_id, id, tries }: Claim, untried: number): Promise<void> {
    await this.background.query(sql`
      UPDATE imports SET claimed_until = clock_timestamp(), tries = tries - ${untried}, updated_at = now()
      WHERE organization_id = ${organization_id} AND id = ${id} AND tries = ${tries} AND status = 'running'`);
  }
}

const GIVEN_UP = `The service failed at it ${TRIES} times: nothing was kept.`;
