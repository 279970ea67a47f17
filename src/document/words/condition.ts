/** Words of damages, inspections, receipts and weights. */
export const CONDITION = {
  segregation_rule: 'How far apart an organization keeps two classes of dangerous goods',
  segregation_rules:
    'Rules of segregation that go before the general table of IMDG 7.2.4, in the order of their ids',
  class_a: 'One of two classes of dangerous goods, by the IMDG code',
  class_b: 'The other one; the order of the two does not matter',
  imdg_classes: 'The classes of the dangerous goods by the IMDG code, subsidiary ones too, each once',
  vgm: 'The verified gross mass of the container with all that is in it (SOLAS VI/2), in the weight unit of the organization; null while nobody has verified it',
  vgm_method:
    'How the mass was verified: `weighing` of the packed container (method 1), or `calculation` from contents and tare (method 2); null where a list declares it alone',
  vgm_responsible:
    'Who answers for the mass and signs for it, as the papers name them; null where nobody is named',
  vgm_at: 'When the mass was verified; null while there is none',
  vgm_reference: 'The number of the paper or the weighing that proves the mass; null without one',
  vgm_source:
    'Where the mass comes from: a `request`, a `pre_advice`, a message (`edi`), or the `weighbridge` of the terminal; null while there is none',
  vgm_differs:
    'Whether a weight that was measured at the terminal differs from the declared mass by more than `vgm_tolerance` allows',
  vgm_missing: 'How many full containers are still to be loaded, and lack a verified gross mass',
  tare_weight:
    'What an empty container of the type weighs, in the weight unit of the organization; null where nobody said, and then no mass is held against it',
  maximum_gross_weight:
    'What a container of the type may weigh with all that is in it, in the weight unit of the organization; null where nobody said',
  damage_type: 'What happened to a part of the container, by a word of ISO 9897',
  damage_types: 'Words for what happens to parts of containers, as in ISO 9897',
  damage_component: 'A part of a container that can be damaged, by a word of ISO 9897',
  damage_components: 'Words for the parts of containers that can be damaged, as in ISO 9897',
  damage: 'The damage: it outlives the stay that it was found in, until it is repaired or withdrawn',
  damages: 'Damages of containers',
  inspection: 'One look at a container',
  inspections: 'Inspections of containers: each is one look at one',
  severity: '`major` where the container should not go on with it, else `minor`',
  reading: 'What the unit of a reefer showed at a time',
  readings: 'Readings of reefers; temperatures are in degrees Celsius',
  reefers: 'Reefers that are here and operating',
  file: 'A picture or a PDF',
  link: 'Makes an address of the file that is good for 10 minutes without a token',
  receipt: 'One issue of the receipt of a handover (EIR)',
  receipts: 'Issues of receipts of handovers (EIR)',
  'Receipt.number': 'Of a series without gaps; a further issue of the same handover ends with its number',
  'Receipt.issued_by': 'The user whose request completed, corrected or took the handover back',
} as const;
