/** The tags of the document, in the order of Swagger UI. */
export const TAGS: Record<string, string> = {
  Places: 'Where things are: terminals, berth and yard areas, slots, gates and ports',
  Parties:
    'Who the terminal works with: freight forwarders, consignees (who receive cargo), shipping lines, and the trucks that fetch and bring',
  Voyages:
    'Vessels and their calls at the terminal: what happened when (events), and what the cranes moved (the tally)',
  Cargo:
    'A manifest lists what a voyage brings for a shipping line; each of its bills of lading is one consignment, in containers or loose. A load list is what a voyage takes. Gensets are generators that power refrigerated containers.',
  Quay: 'Cranes at work: what a tally expects and has counted, what the cranes moved, and how far a vessel is',
  Gate: 'A pre-advice announces what a truck will bring or fetch. A truck visit lasts from gate-in to gate-out; its interchanges are what is handed over.',
  Yard: 'Where containers, vehicles and breakbulk stand at the terminal, and how they are moved there',
  Condition:
    'The box itself: damages, inspections with pictures, the receipts of its handover, its verified weight, dangerous goods and cold',
  Holds:
    'What keeps a container, or every container on a bill of lading, from leaving: customs, payment, damage',
  Reports: 'What the manager of the terminal asks in the morning, each in one answer',
  Billing:
    'What customers owe: tariffs say what things cost, previews reckon it, and invoices are approved, paid, and booked to the general ledger',
  EDI: 'Messages with shipping lines and their hubs (UN/EDIFACT): partners and what their words mean, an inbox that reads, previews and applies, and an outbox that tells what moved',
  Events:
    'What happened, for whoever needs to know: a feed to follow, deliveries to addresses of your own, and a live stream',
  Mails: 'The outbox of e-mails: what was sent to whom, how far each has come, and sending one again',
  Organization:
    'The organization itself and its settings, its users, and the fields that it adds to records (flex fields)',
  Audit: 'Who created, changed or deleted which record, when and by which request or command',
};

/** The group that is named in any case of letters, as the document writes it. */
export function tagNamed(name: string): string | undefined {
  return Object.keys(TAGS).find((tag) => tag.toLowerCase() === name.toLowerCase());
}
