/** The canonical name of an IANA time zone; undefined for an unknown one. */
export function timeZoneNamed(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
