import type { DataSource } from 'typeorm';
import type { RowClass } from '../../src/common/schema/columns';
import { concernOf, type Ways } from '../../src/common/party-wall/concerns';
import type { Actor } from '../../src/common/tenancy/actor';
import { runningScope } from '../../src/common/tenancy/scope';
import { onStatement, Statement } from '../setup/statements';
import { EXCEPTIONS, OF_NO_PARTY, TERMINAL } from './as-terminal';
import { tenancyOf } from './guard';
import { type Concerned, judgeForParties } from './party-wall';

let concerned: Concerned | undefined;
const judged = new Map<string, string[]>();
/** The ids that a request may go on with: what its statements found that are bound, by the id of the request. */
const found = new Map<string, Set<number>>();
const complaints = new Set<string>();

/** Holds every statement from now on that runs for a token that is limited to parties against the wall of parties. */
export async function watchParties(dataSource: DataSource): Promise<void> {
  if (concerned) return;
  const { functions } = await tenancyOf(dataSource);
  concerned = { tables: new Set(concernedTables(dataSource)), functions: new Set(functions.keys()) };
}

/** The tables that are not for all parties alike: also those that do not say whom their rows concern. */
function concernedTables(dataSource: DataSource): string[] {
  const closed = dataSource.entityMetadatas.filter(({ target, tableName }) => {
    const concern = concernOf(target as RowClass);
    return concern !== 'everyone' && !isAlike(concern) && !OF_NO_PARTY.includes(tableName);
  });
  return closed.map(({ tableName }) => tableName);
}

/** Whether a rule opens the same rows to all parties, such as the types of holds that are open. */
function isAlike(concern: Ways | undefined): boolean {
  const sql = concern?.rows?.({ alias: 't', organization: '1', parties: '«parties»' });
  return sql !== undefined && !sql.includes('«parties»');
}

/** What was found since the last call. */
export function takePartyComplaints(): string[] {
  const taken = [...complaints];
  complaints.clear();
  found.clear();
  return taken;
}

function check(statement: Statement): void {
  const actor = runningScope()?.actor;
  if (!concerned || !actor?.limited) return;
  const { text, values = [] } = statement;
  const known = found.get(actor.request_id ?? '') ?? new Set<number>();
  if (actor.request_id) found.set(actor.request_id, known);
  const own = new Set(values.flatMap((value, at) => (isOwn(value, actor, known) ? at + 1 : [])));
  const key = `${[...own].join()} ${text}`;
  const reached = judged.get(key) ?? judgeForParties(text, concerned, own);
  judged.set(key, reached);
  const reasons = [...text.matchAll(/\/\* as the terminal: (.*?) \*\//g)].map(([, reason]) => reason!);
  const allowed = [
    ...reasons.flatMap((reason) => TERMINAL[reason]?.reaches ?? []),
    ...EXCEPTIONS.flatMap(({ by, reaches }) => (by.test(text) ? reaches : [])),
  ];
  const beyond = reached.filter((what) => !allowed.includes(what) && !allowed.includes(what.split(' ')[0]!));
  if (beyond.length) complaints.add(`${actor.operation}: ${beyond.join(', ')} of any party in:\n${text}`);
  else if (reasons.every((reason) => TERMINAL[reason]?.goesOn)) remember(statement, known);
}

/** Whether a parameter holds the ids of the actor and its parties, or what was found through them. */
function isOwn(value: unknown, { parties, user_id, token_id }: Actor, known: Set<number>): boolean {
  const ids = typeof value === 'string' && /^\{[\d,]*\}$/.test(value) ? value.slice(1, -1).split(',') : value;
  const each: unknown[] = Array.isArray(ids) ? ids : [ids];
  const all = each.filter((id) => id !== '').map(Number);
  const isId = (id: number) =>
    id === user_id ||
    id === token_id ||
    known.has(id) ||
    parties.some((party) => party.id === id || party.record_id === id);
  return (Array.isArray(ids) || all.length > 0) && all.every((id) => Number.isInteger(id) && isId(id));
}

/** Keeps the ids in an answer. */
function remember(statement: Statement, known: Set<number>): void {
  const { callback } = statement as { callback?: (error: unknown, result: unknown) => void };
  if (!callback) return;
  Object.assign(statement, {
    callback: (error: unknown, result: unknown) => {
      collect((result as { rows?: unknown } | undefined)?.rows, known);
      callback(error, result);
    },
  });
}

function collect(value: unknown, known: Set<number>): void {
  if (typeof value === 'number' && Number.isInteger(value)) known.add(value);
  else if (typeof value === 'object' && value !== null)
    Object.values(value).forEach((each) => collect(each, known));
}

onStatement(check);
