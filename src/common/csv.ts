/**
 * Where a spreadsheet would begin a formula: at the start of a cell, and behind whatever ends a cell for one that separates by
 * semicolons or tabs (OWASP, CSV injection). The apostrophes that stand there already count, so that taking one off is the exact
 * opposite of putting one.
 */
const TO_GUARD = /^(?='*[=+\-@\t\r\n])|(?<=[;\t\r\n])(?='*[=+\-@])/g;
const GUARDED = /^'(?='*[=+\-@\t\r\n])|(?<=[;\t\r\n])'(?='*[=+\-@])/g;
const NEGATIVE = /^-\d+(\.\d+)?$/;
const TO_QUOTE = /[",;\t\r\n]/;

/**
 * A line of a CSV file as RFC 4180 says, with its CRLF. An apostrophe makes text of what a spreadsheet would take for a formula;
 * a negative number is left as it is. `unguarded` takes the apostrophe off again.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(text: string): string {
  const safe = NEGATIVE.test(text) ? text : text.replace(TO_GUARD, "'");
  return TO_QUOTE.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The text of a cell as it was before `csvLine` made text of formulas in it. */
export function unguarded(cell: string): string {
  return cell.includes("'") ? cell.replace(GUARDED, '') : cell;
}
