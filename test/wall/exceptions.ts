/** A statement that may reach tenant tables without their organization. */
interface Exception {
  reason: string;
  /** What it reaches, as the complaint names it. */
  reaches: string[];
  /** What its text has. */
  by: RegExp;
}

/** Every statement of the service that is outside of the wall on purpose. */
export const EXCEPTIONS: Record<string, Exception> = {
  'who a token belongs to': {
    reason: 'The organization of a request is found by the hash of its token, which no two tokens share.',
    reaches: ['tokens k', 'users u', 'organizations o'],
    by: /WHERE k\.hash = \$1 /,
  },
  'the list of the organizations': {
    reason: 'The command line lists them, and looks whether the demonstration is there. No request does.',
    reaches: ['organizations Organization'],
    by: /^SELECT .* FROM "organizations" "Organization" ORDER BY "Organization"\."id" ASC$/,
  },
};
