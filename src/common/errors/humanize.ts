/** `truck_visits` → `truck visits`; `edi_flow` → `EDI flow` */
export const wordsOf = (name: string): string => name.replaceAll('_', ' ').replace(/\bedi\b/, 'EDI');

/** `license_plate`, and `truck.license_plate`, → `License plate`; `gate_ids.0` → `Gate ids`; `YardArea` → `Yard area` */
export function humanize(name: string): string {
  const words = wordsOf(name.split('.').findLast((part) => !/^\d*$/.test(part)) ?? name).replace(
    /(?<=[a-z])[A-Z]/g,
    (letter) => ` ${letter.toLowerCase()}`,
  );
  return words.charAt(0).toUpperCase() + words.slice(1);
}
