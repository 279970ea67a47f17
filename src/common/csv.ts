/** Cells that a spreadsheet would take for a formula, or for the end of a cell before one (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n]/;
const NEGATIVE = /^-\d+(\.\d+)?$/;
const TO_QUOTE = /[",\r\n]/;

/**
 * A line of a CSV file as RFC 4180 says, with its CRLF. A cell that a spreadsheet would take for a formula is made text
 * by an apostrophe; a negative number is left as it is.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(text: string): string {
  const safe = FORMULA.test(text) && !NEGATIVE.test(text) ? `'${text}` : text;
  return TO_QUOTE.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
