/**
 * SQL: whether the container of a stay is a full one without a verified gross mass (SOLAS VI/2). Lists, progress and the
 * rule of loading ask this alone.
 * @param of SQL of a column of the stay
 */
export const lacksVgm = (of: (column: string) => string): string =>
  `(${of('container_status')} = 'full' AND ${of('vgm')} IS NULL)`;
