import type { Sql } from 'sql-template-tag';
import { asTerminal } from '../../common/database/sql/as-terminal';

/** What a stay costs is reckoned with the prices and agreements of all who pay for it. A party is shown what it pays. */
export const ofAllWhoPay = (statement: Sql): Sql =>
  asTerminal('what a stay costs is reckoned for all who pay', statement);
