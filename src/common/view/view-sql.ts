import type { DataSource } from 'typeorm';
import { BASE, Compiler } from './compiler';
import { entityOf, viewClasses } from './view-metadata';

/** The SQL of every view, in order of their names, for people to review. `:base` is the base address of the service. */
export function sqlOfViews(dataSource: DataSource): string {
  const views = viewClasses().sort((a, b) => (a.name < b.name ? -1 : 1));
  const texts = views.map((view) => {
    const entity = dataSource.getMetadata(entityOf(view));
    const object = new Compiler(dataSource, entity, 't').object(view).replaceAll(BASE, ':base');
    return `-- ${view.name}\n${laidOut(`SELECT ${object} FROM ${entity.tableName} t`)}\n`;
  });
  return texts.join('\n');
}

/** Tokens: quoted texts and names, brackets, commas, and the text between them. */
// eslint-disable-next-line redos-detector/no-unsafe-regex -- reads the service's own SQL
const TOKENS = /'(?:[^']|'')*'|"[^"]*"|[(),]|\s+|[^\s(),'"]+/g;
const CLAUSES = ['FROM', 'WHERE', 'ORDER', 'GROUP', 'LIMIT', 'UNION', 'JOIN', 'LEFT'];

/** The longest sub-select that stays on one line, in characters. */
const WIDTH = 160;

/** Starts a line at each sub-select that is long, and in it at each column and clause. */
function laidOut(sql: string): string {
  const tokens = foldedShort(sql.replace(/\s+/g, ' ').replaceAll('( ', '(').match(TOKENS)!);
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

/** The tokens with each sub-select that fits on a line as one of them. */
function foldedShort(tokens: string[]): string[] {
  const folded: string[] = [];
  const open: number[] = [];
  for (const token of tokens) {
    folded.push(token);
    if (token === '(') open.push(folded.length - 1);
    if (token !== ')') continue;
    const start = open.pop()!;
    const text = folded.slice(start).join('');
    if (text.startsWith('(SELECT') && text.length <= WIDTH) folded.splice(start, folded.length, text);
  }
  return folded;
}
