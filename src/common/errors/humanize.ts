/** `license_plate`, and `truck.license_plate`, → `License plate`; `gate_ids.0` → `Gate ids`; `YardArea` → `Yard area` */
export function humanize(name: string): string {
  const words = (name.split('.').findLast((part) => !/^\d*$/.test(part)) ?? name)
    .replaceAll('_', ' ')
    .replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
