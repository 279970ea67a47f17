/** Words of cranes and tallies. */
export const QUAY = {
  tally: 'The tally: the count of what cranes move to or from one vessel',
  'TallyCrane.tally': 'The containers that the crane moved between vessel and quay',
  tallies: 'Tallies: counts of what cranes moved to and from a vessel',
  tally_type: 'What is counted: what comes off the vessel (`discharge`) or what goes on it (`loading`)',
  'Tally.name': 'What people call the tally: its type and its voyage',
  cranes: 'What each crane did, in the order in which they began',
  crane: 'What the crane is called at the quay',
  tally_move: 'One move of a crane; making it moves the cargo',
  tally_moves: 'Moves of cranes, those of this page',
  'TalliedContainer.status': '`full` or `empty`, as it was counted, else as the container says',
  delivery_type: 'What it went on by, such as `yard`, `truck` or `rail`; null where nobody noted it',
  arrival_type: 'What it came by, such as `vessel`, `truck` or `rail`; null where nobody noted it',
  lift_type:
    'What was lifted: a `hatch cover`, a `gear box`, `multiple` containers at once, or something `other`',
  lifted_at: 'When the crane lifted it; null where nobody noted it',
  handsets: 'How many handsets count for it at once',
  closed_at: 'When the tally was closed, and with it the counting; null while it is open',
  created_by: 'Who began the tally',
  undone_by: 'Who undid the move; null while it counts',
} as const;
