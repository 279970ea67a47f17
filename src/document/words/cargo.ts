/** Words of manifests, bills of lading, containers and all other cargo. */
export const CARGO = {
  manifest:
    'The manifest that it stands in: what one voyage brings for one shipping line, known by its client identifier',
  manifests: 'Manifests: each lists what one voyage brings for one shipping line',
  client_identifier: 'What the terminal and its clients call the manifest; unique in the organization',
  manifest_client_identifier: 'The client identifier of the manifest that the bill of lading is in',
  'BillReference.manifest':
    'The client identifier of the manifest that the bill of lading is in: its number is unique only there',
  'BillOfContainer.manifest':
    'The client identifier of the manifest that the bill of lading is in: its number is unique only there',
  'BillOfContainer.id': 'The id of the bill of lading',
  sailing_date: 'The day, at its port of loading, on which the voyage sailed; null while nobody said',
  bill_of_lading:
    'The bill of lading: one consignment, from one shipper to one receiver. Its number is unique within its manifest only',
  bill_of_ladings:
    'Bills of lading: each is one consignment. A container can be on several, and a bill can have several containers',
  'BillOfLading.number':
    'The number that the carrier gave the bill of lading; unique within its manifest, not beyond',
  'Bill.number':
    'The number that the carrier gave the bill of lading; unique within its manifest, not beyond',
  bl_number: 'The number that the carrier gave the bill of lading',
  volume_in_cubic_meters:
    'The volume of the goods in cubic metres, as text, as it was sent; null while not known',
  goods_description: 'What the goods are, as the papers say it; null where they say nothing',
  goods: 'What is in it, in a few words; null where nobody said, and for what is empty',
  shipping_marks:
    'What stands on the packages, by which they are told from others (marks and numbers); null without any',
  consignee_address:
    'The address of the receiver as this paper has it, which may differ from that of the consignee',
  exporter_address:
    'The address of the shipper as this paper has it, which may differ from that of the exporter',
  port_of_loading: 'The port where the goods were put on the vessel',
  port_of_discharge: 'The port where the goods leave the vessel',
  port_of_delivery: 'The place where the carrier hands the goods over, behind the port of discharge',
  usage:
    'What it is at the terminal for: `import` leaves by land, `export` by vessel; null, or `unknown`, where nobody said',
  package_type:
    'How the goods are packed: a code such as those of UN/ECE recommendation 21, or what the code means',
  package_types: 'The ways that goods can be packed in, each with its code',
  package_type_code:
    'The code of the packaging, such as those of UN/ECE recommendation 21; null where none is named',
  'PackageType.code':
    'The code of the packaging, two characters in UN/ECE recommendation 21; unique in the organization',
  'PackageType.description': 'What the code means, as people say it',
  'BillPackageType.code': 'The code of the packaging; null where none is named',
  'BillPackageType.description': 'What the code means, as people say it',
  cargo: 'The pieces of cargo: containers first, each with what is known of it',
  'BillCargo.description': 'What is in the container, or what the lot is',
  'BillCargoContainerType.description': 'What the type is, as people say it; null for what is no container',
  'ContainerTypeOfMove.description': 'What the type is, as people say it',
  cargo_type: 'What kind of cargo it is; the number or reference beside it is one of that kind',
  movements: 'Reads where the container was moved, when and by whom',
  'ContainerMovementList.movements': 'The movements of this page, from the first one on',
  has_packing_list_items: 'Whether the bill has a packing list, of lots that share a container',
  packing_list_items: 'The lots of the packing list; empty where the bill has none',
  packing_list_item:
    'One lot on the packing list of a bill of lading, which travels in a container until it is stripped',
  'PackingListItem.reference_number': 'What the lot is known by; unique in the organization',
  'Breakbulk.reference_number': 'What the lot is known by; unique in the organization',
  'Vehicle.reference_number':
    'What papers call the vehicle beside its VIN, such as an order number; null without one',
  reference_number:
    'The number of the paper that it goes by, such as a release of customs; null where none was named',
  weight: 'The gross weight in the weight unit of the organization; null while not known',
  volume: 'The volume in cubic measure of the dimension unit, as it was sent; null while not known',
  width: 'In the dimension unit of the organization; null while not measured',
  height: 'In the dimension unit of the organization; null while not measured',
  length: 'In the dimension unit of the organization; null while not measured',
  dock_receipt:
    "The terminal's receipt for goods that were brought to the dock, known by its number; null without one",
  dock_receipts: "The terminal's receipts for goods that were brought to the dock",
  dock_receipt_number: "The number of the terminal's receipt for the goods; null without one",
  'DockReceipt.number': 'What stands on the receipt; unique in the organization',
  vehicle:
    'A vehicle as cargo (a car, a machine on wheels), known by its VIN; not a truck that comes to fetch something',
  vehicles: 'Vehicles that are cargo themselves, those of this page',
  vin_number:
    'The vehicle identification number, 17 characters by ISO 3779 where the maker follows it; unique in the organization',
  pieces_per_package: 'How many pieces one package holds; null where that says nothing',
  package_weight: 'The weight of one package in the weight unit of the organization; null while not known',
  extra_attributes: 'Whatever else is known of the vehicle, as an object of any form; null where nothing is',
  arrival_vessel: 'The name of the vessel that brought it; null where none did',
  departure_vessel: 'The name of the vessel that it is to leave with; null where none is named',
  tags: 'Words that people sort vehicles by; the list of vehicles finds them',
  commodity_type: 'The kind of goods, known by name; null where none is named',
  commodity_types: 'The kinds of goods that cargo can be of',
  stripped_from_container: 'The number of the container that the vehicle came in; null where it came in none',
  genset:
    'A generator that powers a refrigerated container on the way, known by its number; null without one',
  gensets: 'Generators that power refrigerated containers on the way',
  'Genset.number': 'The number on the generator; unique in the organization',
  'Genset.container': 'The number of the container that it powers; null while it powers none',
  'Genset.chassis': 'The number of the chassis that it is mounted on; null for none',
  seal: 'The number on the seal that shows whether it was opened',
  seals: 'The numbers on the seals of the container, by which one sees whether it was opened',
  has_battery: 'Whether its starter battery is in it',
  equipment_condition:
    'In what state it is, in whatever words the terminal uses, such as `good`; null where nobody looked',
  chassis: 'The chassis: the trailer that a container travels on, known by its number; null for none',
  'Chassis.number':
    'The number on the chassis, often of the form of ISO 6346; unique in the organization, in any case of letters',
  shipping_line_id: 'The id of the shipping line that it belongs to; null for none',
  load_list: 'What one shipping line wants loaded on one voyage',
  load_lists: 'Load lists: each is what one shipping line wants loaded on one voyage',
  'LoadList.name': 'What the load list is called; unique in the organization',
  items: 'What is to be loaded, item by item; those that are sent replace those before',
  items_count: 'How many items the list has',
  discharge_list: 'What one shipping line wants discharged from one voyage',
  discharge_lists: 'Discharge lists: each is what one shipping line wants discharged from one voyage',
  'DischargeList.name': 'What the discharge list is called; unique in the organization',
  discharge_list_item: 'A container that the list wants discharged',
  discharge_list_items: 'The containers that the list wants discharged',
  discharged: 'Whether a crane has discharged it',
  discharged_at: 'When it was discharged; the service sets it when a crane counts the container; null before',
  cells: 'The places on board with what is in them',
  'BayplanCellShow.bay': 'The bay: where on board it stands from bow to stern',
  'BayplanCellShow.row': 'The row: where in its bay it stands from the middle to the sides',
  'BayplanCellShow.tier': 'The tier: how high in its row it stands, from 82 on above deck',
  'AnnouncedStay.status': 'Whether the container is announced, here, or has left again; or cancelled',
  imdg_class: 'The class of the dangerous goods by the IMDG code, such as `3` for flammable liquids',
  un_number: 'The number of four digits that the United Nations give to dangerous goods',
  flashpoint: 'The temperature from which on its vapour can be lit, as the document states it',
  packing_group: 'How dangerous the goods are: I much, II medium, III little',
  bayplan: 'How the vessel of a voyage is stowed',
  leg: 'Whether it is stowed so when it arrives, or when it leaves',
  document_number: 'The number that the sender gave the document',
  document_date: 'When the sender made the document; null where it does not say',
  cells_count: 'How many cells the plan has',
  for_here: 'Whether it is to be discharged here',
  edi_message: 'The message that said it; null for what no message said',
  load_list_item: 'What the item loads, by ids; the fields that its type asks for',
  load_list_items: 'What the list wants loaded, item by item',
  load_list_item_type:
    'What the item is: one `full` or `empty` container, one lot of `break_bulk`, one `vehicle`, or so many `empties` of a type and line',
  loaded: 'Whether it is on board',
  loaded_at: 'When it came on board; the service sets it when a crane loads the cargo; null before',
  'LoadListItem.notes': 'What the planner tells whoever loads it; null without a note',
  'LoadListItemLine.name': 'What the line is called; null where it is known by its code alone',
  'LoadListItemCargo.id': 'The id among the records of its `cargo_type`',
  'LoadListItemCargo.number':
    'The number of the container, reference number of the lot, or VIN of the vehicle',
  'LoadListItemCargo.display_name': 'The same, for lists and menus',
  'LoadListItemCargo.container_type': 'The code of its container type; null for what is no container',
  container: 'The container, known by its number; null where there is none',
  containers: 'Containers, known by the numbers that ISO 6346 gives them',
  'BillOfInvoice.containers': 'The numbers of its containers',
  'Container.number':
    'The number of the container by ISO 6346: owner code, category letter, six digits and the check digit, without spaces. Other numbers are taken too, and marked by `meets_iso_standards`',
  container_number:
    'The number of the container by ISO 6346; upper or lower case and spaces make no difference in a request',
  container_type: 'The type of the container, known by a code such as `20DV`; null while not known',
  container_types: 'The types of containers that the terminal tells apart',
  'ContainerType.code': 'The short code that the terminal has for the type; unique in the organization',
  'ContainerType.description': 'What the type is, as people say it',
  iso_type_code:
    'The size and type code of ISO 6346, 4 characters such as `22G1`; null where the type has none',
  is_high_cube:
    'Whether it is 9 feet 6 inches high, a foot more than usual; null while the type is not known',
  is_reefer: 'Whether it cools its cargo and so wants power; null while the type is not known',
  size: 'Its length in feet, of its container type; null while the type is not known',
  container_status: '`full` with cargo in it, or `empty`; null while nobody said',
  operating_reefer: 'Whether it is to be kept cold: a reefer that carries dry goods is not',
  unlifted_holds:
    'How many holds keep it now: its own, those of bills that it, or what is in it, is on, and those of containers that it is in and of their bills',
  reefer_plug_movements: 'When it was connected to power and taken off it, during this stay',
  stripped_at: 'When packages were taken out of the container last; null while none were',
  plug_action: 'Whether it was connected to power (`plug_in`) or taken off it (`plug_out`)',
  plug_action_at: 'When that was done, at the plug',
  arrival_voyage:
    'The number of the voyage that it comes, or came, with; null where it comes by land or nobody said',
  departure_voyage:
    'The number of the voyage that it is to leave with; null where it leaves by land or nobody said',
  movement_type:
    'What the movement was: `gate_in` and `gate_out` by truck, `discharge` and `load` by vessel, `shift` inside of the terminal, `strip` of its cargo, `reversal` of the movement before',
  moved_at: 'When it was moved, as far as somebody said, else when the service heard of it',
  booking: 'The booking: space that a shipper has with a line, known by its number; null without one',
  bookings: 'Bookings: space that shippers have with lines on voyages',
  'Booking.number':
    'The number that the line gave the booking; unique in the organization, in any case of letters',
  exceeded_by:
    'By how many containers more was received or released than is booked, whichever is more; null when it is not',
  delivery_order: 'The order to hand general cargo to whoever presents its number',
  delivery_orders: 'Orders to hand general cargo to whoever presents their numbers',
  'DeliveryOrder.number': 'The number that has to be presented; unique in the organization',
  breakbulk: 'A lot of general cargo that travels without a container: so many pieces of one kind',
  breakbulks: 'Lots of general cargo that travel without containers',
  'Breakbulk.description': 'What the lot is, as papers say it',
  'PackingListItem.description': 'What the lot is, as papers say it',
  container_stay: 'One time that a container is at the terminal, from being announced to having left',
  container_stays: 'Stays of containers, those of this page',
  stays: 'The stays of the container, from the first one on',
  arrived_by: 'What the container came by; its members are null while it has not come',
  departed_by: 'What the container left by; its members are null while it has not left',
  in_at: 'When it came to the terminal; null while it has not',
  out_at: 'When it left the terminal; null while it has not',
  emptied_at: 'When it was made empty during the stay; null for one that was not',
  hold_type: 'The reason of the hold, by the name of its type, such as customs or payment',
  dwell: 'How long what is here has been here, by what was asked for',
  hold_types: 'The reasons for which cargo can be held',
  hold_type_id: 'The id of the type of the hold, which is what applying one names',
  applies_to:
    'What holds of this type are put on: single containers, or bills of lading with all that is on them',
  'HoldType.name': 'What the reason is called; unique in the organization',
  'HoldType.description': 'When it is used and who lifts it, in words for people',
  reefer_temperature:
    'The temperature that was measured in the reefer, in degrees Celsius; null where nobody measured',
  reefer_set_point_temperature:
    'The temperature that the reefer is set to keep, in degrees Celsius; null where none is asked for',
  supply_temperature:
    'The temperature of the air that the reefer blows in to its cargo, in degrees Celsius; null where nobody measured',
  hours: 'How many hours its engine has run, by its own counter; null while nobody read it',
  'Vehicle.quantity':
    'How many vehicles the record stands for, one unless it says more; null where nobody counted',
  'PackingListItem.quantity': 'How many packages the lot has; null, which counts as 1, where nobody counted',
  'Vehicle.goods': 'What it is, in a few words, such as `Crawler excavator`; null where nobody said',
  'Booking.goods': 'What is to be carried, in a few words; null where nobody said',
  package_code: 'The code of the package type, which has to be known; null for none',
} as const;
