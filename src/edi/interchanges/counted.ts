import type { DataSource } from 'typeorm';
import type { Db } from '../../common/database/db';
import { currentScope } from '../../common/tenancy/scope';
import type { Direction } from '../partners/message-words';
import type { InterchangeStatus } from './edi-interchange.entity';

type Counter = (direction: Direction, status: InterchangeStatus) => void;

const counters = new WeakMap<DataSource, Counter>();

/** Calls `count` whenever an interchange has come to a status, once that is committed. */
export function onStatus(dataSource: DataSource, count: Counter): void {
  counters.set(dataSource, count);
}

/** Counts interchanges that the running transaction brings to a status. */
export function countStatus(
  { dataSource }: Db,
  direction: Direction,
  status: InterchangeStatus,
  many = 1,
): void {
  const count = counters.get(dataSource);
  if (count)
    currentScope().afterCommit?.add(() => {
      for (let each = 0; each < many; each++) count(direction, status);
    });
}
