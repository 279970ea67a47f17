import type { DataSource } from 'typeorm';
import { BASE, Compiler } from './compiler';
import { entityOf, viewClasses } from './view-metadata';

/** The SQL of every view by name, for people to read. `:base` is the base address of the service. */
export function sqlOfViews(dataSource: DataSource): Map<string, string> {
  const written = viewClasses().map((view): [string, string] => {
    const entity = dataSource.getMetadata(entityOf(view));
    const object = new Compiler(dataSource, entity, 't').object(view).replaceAll(BASE, ':base');
    return [view.name, `${laidOut(`SELECT ${object} FROM ${entity.tableName} t`)}\n`];
  });
  return new Map(written.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Tokens: quoted texts and names, brackets, commas, and the text between them. */
// eslint-disable-next-line redos-detector/no-unsafe-regex -- reads the service's own SQL
const TOKENS = /'(?:[^']|'')*'|"[^"]*"|[(),]|\s+|[^\s(),'"]+/g;
const CLAUSES = ['FROM', 'WHERE', 'ORDER', 'GROUP', 'LIMIT', 'UNION', 'JOIN', 'LEFT'];

/** Starts a line at each sub-select, and in it at each column and clause. */
function laidOut(sql: string): string {
  const tokens = sql.replace(/\s+/g, ' ').replaceAll('( ', '(').match(TOKENS)!;
  /** For each open bracket, whether it contains a sub-select. */
  const open: boolean[] = [];
  const line = () => `\n${'  '.repeat(open.filter(Boolean).length)}`;
  let text = '';
  tokens.forEach((token, at) => {
    const inSelect = open.at(-1) ?? true;
    if (token === '(') {
      open.push(tokens[at + 1] === 'SELECT');
      text += open.at(-1) ? `(${line()}` : '(';
    } else if (token === ')') text += open.pop() ? `${line()})` : ')';
    else if (token === ',') text += inSelect ? `,${line()}` : ',';
    else if (CLAUSES.includes(token) && inSelect) text += `${line()}${token}`;
    else if (token !== ' ' || !/\n {0,99}$/.test(text)) text += token;
  });
  // eslint-disable-next-line redos-detector/no-unsafe-regex -- reads the service's own SQL
  return text.replace(/ +$/gm, '');
}
