/** Words of the companies and people that the terminal works with. */
export const PARTIES = {
  personal_data: 'All that is kept about the person, to be given to him or her',
  listed: 'Whether others find it in the directory of parties, to name it',
  party_directory: 'The hauliers and forwarders that were found, by name',
  freight_forwarder: 'A company that arranges transport for others, and may be invoiced for them',
  freight_forwarders:
    'Companies that arrange transport for others; inactive ones as well unless `active` is asked for',
  consignee: 'Who receives the cargo, known by name; null, or with a null name, where nobody is named',
  consignees: 'Companies that receive cargo, those of this page',
  'Consignee.name':
    'What the consignee is called; bills of lading and containers name it so, spelt as it is here',
  shipping_line:
    'The shipping line (carrier) that it belongs to, known by its code; null where none is named',
  shipping_lines: 'Shipping lines, and other carriers that containers belong to or come with',
  'ShippingLine.name': 'What the line is called in full; null where it is known by its code alone',
  'ShippingLine.code':
    'The short code that the line is known by in requests and messages, often its SCAC; unique in the organization',
  agent: 'The ship agent: the company that acts for the line or the vessel in the port',
  agents: 'Ship agents: companies that act for lines and vessels in the port',
  exporter:
    'Who sends the cargo, the shipper of the bill of lading; null, or with a null name, where nobody is named',
  exporters: 'Companies that send cargo, those of this page',
  trucking_company:
    'The haulier that truck or driver works for, known by a code or by name; null where none is named',
  trucking_companies: 'Hauliers, whose trucks and drivers come to the gate',
  'TruckingCompany.name': 'What the haulier is called; null where it is known by its code alone',
  'TruckingCompany.code': 'The short code that the haulier is known by; unique in the organization',
  trucking_company_id: 'The id of the haulier that the truck works for; null where none is named',
  truck:
    'The truck, known by its license plate; without spaces and hyphens by its letters and digits, in any case',
  trucks: 'Trucks that come to the gate, and those that stay inside (mules)',
  license_plate:
    'What stands on the plate, as it was first written. It is looked up in any case, without spaces and hyphens or with those that it has',
  truck_driver:
    'Who drives the truck, known by the number of the driving license; null where nobody is named',
  truck_drivers: 'Truck drivers, known by their driving licenses',
  license_number: 'The number of the driving license, which a driver is known by; unique in the organization',
  'TruckDriver.number':
    'The number that the terminal itself gave the driver, such as that of a gate card; null without one',
  'Truck.number': 'The number that the terminal itself gave the truck; null without one',
  fullname: 'First and last name of the driver; null where neither is known',
  date_of_birth: 'A calendar date; it is shown to whoever reads the driver, and in no event',
  telephone_number: 'As it was written down; it is shown to whoever reads the driver, and in no event',
  allowed_until:
    'The last day, at the terminal, on which the gate lets it in; null where there is no such day',
  'Truck.active': 'Whether the gate lets the truck in',
  'TruckDriver.active': 'Whether the gate lets the driver in',
  make: 'The brand of its maker, as people write it; null while it is not known',
  model: 'What its maker calls this type; null while it is not known',
  year: 'The year that it was built in, with four digits; null while it is not known',
  color: 'The color, in whatever words it was noted; null while it is not known',
  vat_number:
    'The number for value added tax, with the letters of its country; the service does not check it. null where none is known',
  billing_contact_email: 'The e-mail address that invoices go to; null where there is none of its own',
  synonyms: 'Other names and codes that the line is known by, in messages and on papers',
  carrier_type:
    'What the line moves cargo by: `ocean` by vessel, `rail` by train, `air` by aircraft, `truck` by road',
  receive_email_alerts_on_container_damages:
    'Whether the line wants an e-mail when one of its containers is found damaged; the service only keeps the wish',
  dock_receipt_email: 'Where dock receipts are sent to; null where they are not wanted',
  entity_edi_id: 'The identification of the line itself inside of messages',
  communication_mode: 'The way that messages go, such as `sftp`, `as2` or `email`; the service only keeps it',
  default_sender_id:
    'The identification of the sender that messages carry unless `sender_edi_id` says another',
  sender_edi_id: 'Who messages to this line are said to come from: the identification of the terminal',
  edi_carrier_id: 'The code that stands for the line as a carrier inside of messages',
  edi_standard: 'The standard of the messages, such as `EDIFACT` or `ANSI X12`',
  'EdiSettings.name': 'What people call these settings',
  'EdiSettings.time_zone':
    'The IANA time zone of the local times inside of messages; null where none was agreed',
  'Truck.color':
    'The color of the truck as a hex code of six digits, such as `#1f5fa8`; null while it is not known',
  'Truck.display_name': 'What lists and menus call the truck: its license plate',
} as const;
