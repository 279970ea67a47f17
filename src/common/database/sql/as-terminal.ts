import sql, { raw, type Sql } from 'sql-template-tag';

/**
 * A statement that reads what is of others, although a token that is limited to parties asks, because a rule has to see
 * everything. Its answer decides; what the caller learns of it is his own, or what he named. Tests hold every other
 * statement of such a token to its parties, and each reason to the list in `test/wall/as-terminal.ts`.
 * @param reason why, in plain words; it is in the statement as a comment
 */
export const asTerminal = (reason: string, statement: Sql): Sql =>
  sql`${raw(`/* as the terminal: ${reason} */`)} ${statement}`;
