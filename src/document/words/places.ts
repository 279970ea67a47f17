/** Words of places. */
export const PLACES = {
  terminal:
    'The terminal (a site with quay, yard and gates) that it belongs to or is meant for; null where none is named',
  terminals: 'Terminals that the organization operates',
  berth_area: 'A stretch of quay where vessels berth',
  berth_areas: 'Stretches of quay where vessels berth',
  yard_area: 'A part of the yard, such as a block of container stacks',
  yard_areas: 'Parts of the yard, such as blocks of container stacks',
  yard_slot: 'One place in a yard area, known by name; null where none is given',
  yard_slots: 'Single places in the areas of the yard',
  bay: 'The bay of the slot: its place along the area; null where none is given',
  row: 'The row of the slot: its place across the area; null where none is given',
  movement: 'A movement of cargo between two places',
  yard_slot_id:
    'The id of the yard slot that it has its place in; kept beside `current_location_type`, which says where it is now',
  gate: 'The gate that trucks come in or leave by, known by name or by its client identifier; null where none is named',
  gates: 'Gates that trucks come in or leave by',
  gate_name: 'The name of the gate that the truck came in by',
  port: 'A port of the world by its UN/LOCODE',
  ports: 'Ports of the world that voyages and bills of lading name',
  'Port.name': 'What the port is called; null where only its code is known',
  locode:
    'The UN/LOCODE of the port: two letters of the country, three of the place; null, in an object that is always there, where no port is named',
  current_location_type: 'What kind of place it is at; null while nobody knows where it is',
  current_location_id:
    'The id of the place, among those of `current_location_type`; null for places that the service keeps no records of, and while nobody knows',
  'LocationShow.type': 'What kind of place it is',
  'LocationShow.id': 'The id among places of that kind; null for places that the service keeps no records of',
  'LocationShow.name': 'What the place is called; null where it has no name',
} as const;
