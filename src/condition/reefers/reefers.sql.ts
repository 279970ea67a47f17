/**
 * SQL: the temperature by which a reefer is judged (decision 963): what comes back from frozen cargo, with a set point below -10
 * degrees Celsius, else what the unit blows in.
 */
export const judged = (reading: string, setPoint: string) =>
  `CASE WHEN ${setPoint} < -10 THEN ${reading}.return ELSE ${reading}.supply END`;

/** SQL: the set point of a reading `r` of the stay `s`: as it was read, else as the stay states it. */
export const setPointOf = (reading: string, stay: string) =>
  `coalesce(${reading}.set_point, ${stay}.reefer_set_point_temperature)`;

/** SQL: by how many degrees a reading differs from the set point, above it more than 0; null where either is not known. */
export const deviationOf = (reading: string, stay: string) => {
  const setPoint = setPointOf(reading, stay);
  return `(${judged(reading, setPoint)}) - ${setPoint}`;
};
