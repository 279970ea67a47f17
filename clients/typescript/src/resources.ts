// Written by scripts/generate.mjs from the API document.
import type { Call, List, Upload } from './methods.js';

/** The methods of the client, by resource. */
export interface Resources {
  agents: {
    /** List agents. */
    list: List<'listAgents', [], 'agents'>;
    /** Create an agent. */
    create: Call<'createAgent', []>;
    /** Show an agent. */
    show: Call<'showAgent', ['id']>;
    /** Update an agent. */
    update: Call<'updateAgent', ['id']>;
    /** Remove an agent. */
    remove: Call<'removeAgent', ['id']>;
  };
  appointmentClosures: {
    /** List appointment closures. */
    list: List<'listAppointmentClosures', [], 'appointment_closures'>;
    /** Create an appointment closure. */
    create: Call<'createAppointmentClosure', []>;
    /** Show an appointment closure. */
    show: Call<'showAppointmentClosure', ['id']>;
    /** Update an appointment closure. */
    update: Call<'updateAppointmentClosure', ['id']>;
    /** Remove an appointment closure. */
    remove: Call<'removeAppointmentClosure', ['id']>;
  };
  appointmentPlans: {
    /** List appointment plans. */
    list: List<'listAppointmentPlans', [], 'appointment_plans'>;
    /** Create an appointment plan. */
    create: Call<'createAppointmentPlan', []>;
    /** Show an appointment plan. */
    show: Call<'showAppointmentPlan', ['id']>;
    /** Update an appointment plan. */
    update: Call<'updateAppointmentPlan', ['id']>;
    /** Remove an appointment plan. */
    remove: Call<'removeAppointmentPlan', ['id']>;
  };
  appointmentSlots: {
    /** List the slots of appointments. */
    list: List<'listAppointmentSlots', [], 'appointment_slots'>;
  };
  appointments: {
    /** Create an appointment. */
    create: Call<'createAppointment', []>;
    /** List appointments. */
    list: List<'listAppointments', [], 'appointments'>;
    /** Count appointments. */
    count: Call<'countAppointment', []>;
    /** Show an appointment. */
    show: Call<'showAppointment', ['id']>;
    /** Update an appointment. */
    update: Call<'updateAppointment', ['id']>;
    /** Remove an appointment. */
    remove: Call<'removeAppointment', ['id']>;
    /** Cancel an appointment. */
    cancel: Call<'cancelAppointment', ['number']>;
  };
  auditEntries: {
    /** List what was written, by whom. */
    list: List<'listAuditEntries', [], 'audit_entries'>;
  };
  availability: {
    /** Tell which containers can be picked up. */
    list: List<'listAvailability', [], 'availabilities'>;
    /** Tell whether a container can be picked up. */
    show: Call<'showAvailability', ['number']>;
  };
  bayplans: {
    /** Show the bayplan of a voyage. */
    show: List<'showBayplan', ['voyage_number'], 'cells'>;
  };
  berthAreas: {
    /** List berth areas. */
    list: List<'listBerthAreas', [], 'berth_areas'>;
    /** Create a berth area. */
    create: Call<'createBerthArea', []>;
    /** Show a berth area. */
    show: Call<'showBerthArea', ['id']>;
    /** Update a berth area. */
    update: Call<'updateBerthArea', ['id']>;
    /** Remove a berth area. */
    remove: Call<'removeBerthArea', ['id']>;
  };
  billOfLadingHolds: {
    /** List the holds of a bill of lading. */
    list: Call<'listBillOfLadingHolds', ['manifest_client_identifier','bill_of_lading_number']>;
    /** Apply a hold to a bill of lading. */
    apply: Call<'applyBillOfLadingHold', ['manifest_client_identifier','bill_of_lading_number','hold_id']>;
    /** Lift a hold of a bill of lading. */
    lift: Call<'liftBillOfLadingHold', ['manifest_client_identifier','bill_of_lading_number','hold_id']>;
    /** List what happened to the holds of a type on a bill of lading. */
    history: List<'listBillOfLadingHoldHistory', ['manifest_client_identifier','bill_of_lading_number','hold_id'], 'histories'>;
  };
  billingAccounts: {
    /** List billing accounts. */
    list: List<'listBillingAccounts', [], 'billing_accounts'>;
    /** Create a billing account. */
    create: Call<'createBillingAccount', []>;
    /** Show a billing account. */
    show: Call<'showBillingAccount', ['id']>;
    /** Update a billing account. */
    update: Call<'updateBillingAccount', ['id']>;
    /** Remove a billing account. */
    remove: Call<'removeBillingAccount', ['id']>;
  };
  billingProblems: {
    /** List the problems of a billing run. */
    list: List<'listBillingProblems', ['id'], 'problems'>;
  };
  billingProfiles: {
    /** Show the billing profile. */
    show: Call<'showBillingProfile', []>;
    /** Change the billing profile. */
    update: Call<'updateBillingProfile', []>;
  };
  billingRuns: {
    /** List billing runs. */
    list: List<'listBillingRuns', [], 'billing_runs'>;
    /** Start a billing run. */
    create: Call<'createBillingRun', []>;
    /** Show a billing run. */
    show: Call<'showBillingRun', ['id']>;
    /** Cancel a billing run. */
    cancel: Call<'cancelBillingRun', ['id']>;
  };
  billsOfLading: {
    /** List the bills of lading of all voyages. */
    list: List<'listBillsOfLading', [], 'bill_of_ladings'>;
  };
  bookingCounts: {
    /** Count bookings. */
    count: Call<'countBookingCount', []>;
  };
  bookingReleases: {
    /** List the releases of a booking. */
    list: List<'listReleasesOfBooking', ['number'], 'releases'>;
    /** Release empties of a booking. */
    create: Call<'createReleaseOfBooking', ['number']>;
    /** Show a release of a booking. */
    show: Call<'showReleaseOfBooking', ['number','release']>;
    /** Update a release of a booking. */
    update: Call<'updateReleaseOfBooking', ['number','release']>;
    /** Cancel a release of a booking. */
    cancel: Call<'cancelReleaseOfBooking', ['number','release']>;
  };
  bookings: {
    /** List bookings. */
    list: List<'listBookings', [], 'bookings'>;
    /** Create a booking. */
    create: Call<'createBooking', []>;
    /** Show a booking. */
    show: Call<'showBooking', ['id']>;
    /** Update a booking. */
    update: Call<'updateBooking', ['id']>;
    /** Remove a booking. */
    remove: Call<'removeBooking', ['id']>;
    /** Tell whether containers are received for a booking. */
    receiving: Call<'showReceiving', ['number']>;
  };
  breakbulkMovements: {
    /** List the movements of a lot of breakbulk. */
    list: List<'listBreakbulkMovements', ['reference_number'], 'movements'>;
  };
  breakbulks: {
    /** List breakbulks. */
    list: List<'listBreakbulks', [], 'breakbulks'>;
    /** Create a breakbulk. */
    create: Call<'createBreakbulk', []>;
    /** Show a breakbulk. */
    show: Call<'showBreakbulk', ['id']>;
    /** Update a breakbulk. */
    update: Call<'updateBreakbulk', ['id']>;
    /** Remove a breakbulk. */
    remove: Call<'removeBreakbulk', ['id']>;
    /** Hand pieces of breakbulk over to their receiver. */
    deliver: Call<'deliverBreakbulk', ['reference_number']>;
    /** Move breakbulk at the terminal. */
    move: Call<'moveBreakbulk', ['reference_number']>;
  };
  byIdTallies: {
    /** Show a tally by its id. */
    show: Call<'showByIdTally', ['id']>;
  };
  calendars: {
    /** List calendars. */
    list: List<'listCalendars', [], 'calendars'>;
    /** Create a calendar. */
    create: Call<'createCalendar', []>;
    /** Show a calendar. */
    show: Call<'showCalendar', ['id']>;
    /** Update a calendar. */
    update: Call<'updateCalendar', ['id']>;
    /** Remove a calendar. */
    remove: Call<'removeCalendar', ['id']>;
  };
  chargeCodes: {
    /** List charge codes. */
    list: List<'listChargeCodes', [], 'charge_codes'>;
    /** Create a charge code. */
    create: Call<'createChargeCode', []>;
    /** Show a charge code. */
    show: Call<'showChargeCode', ['id']>;
    /** Update a charge code. */
    update: Call<'updateChargeCode', ['id']>;
    /** Remove a charge code. */
    remove: Call<'removeChargeCode', ['id']>;
  };
  charges: {
    /** Preview charges. */
    preview: Call<'previewCharges', []>;
    /** List charges. */
    list: List<'listCharges', [], 'charges'>;
    /** Count charges. */
    count: Call<'countCharge', []>;
    /** Show a charge. */
    show: Call<'showCharge', ['id']>;
    /** Waive a charge, or part of it. */
    waive: Call<'waiveCharge', ['id']>;
  };
  chargesOfInvoice: {
    /** List the charges on an invoice. */
    list: List<'listChargesOfInvoice', ['id'], 'charges'>;
  };
  chassis: {
    /** List chassis. */
    list: List<'listChassis', [], 'chassis'>;
    /** Create a chassis. */
    create: Call<'createChassis', []>;
    /** Show a chassis. */
    show: Call<'showChassis', ['id']>;
    /** Update a chassis. */
    update: Call<'updateChassis', ['id']>;
    /** Remove a chassis. */
    remove: Call<'removeChassis', ['id']>;
  };
  commodityTypes: {
    /** List commodity types. */
    list: List<'listCommodityTypes', [], 'commodity_types'>;
    /** Create a commodity type. */
    create: Call<'createCommodityType', []>;
    /** Show a commodity type. */
    show: Call<'showCommodityType', ['id']>;
    /** Update a commodity type. */
    update: Call<'updateCommodityType', ['id']>;
    /** Remove a commodity type. */
    remove: Call<'removeCommodityType', ['id']>;
  };
  consignees: {
    /** List consignees. */
    list: List<'listConsignees', [], 'consignees'>;
    /** Create a consignee. */
    create: Call<'createConsignee', []>;
    /** Show a consignee. */
    show: Call<'showConsignee', ['id']>;
    /** Update a consignee. */
    update: Call<'updateConsignee', ['id']>;
    /** Remove a consignee. */
    remove: Call<'removeConsignee', ['id']>;
  };
  containerCounts: {
    /** Count containers. */
    count: Call<'countContainerCount', []>;
  };
  containerDamages: {
    /** List the damages of a container. */
    list: List<'listDamagesOfContainer', ['number'], 'damages'>;
    /** Enter a damage of a container. */
    create: Call<'createDamageOfContainer', ['number']>;
    /** Show a damage of a container. */
    show: Call<'showDamageOfContainer', ['number','id']>;
    /** Correct a damage of a container. */
    update: Call<'updateDamageOfContainer', ['number','id']>;
    /** Note the repair of a damage. */
    repair: Call<'repairDamageOfContainer', ['number','id']>;
    /** Withdraw a damage. */
    withdraw: Call<'withdrawDamageOfContainer', ['number','id']>;
  };
  containerEmptyings: {
    /** Note that a container was emptied. */
    empty: Call<'emptyContainerEmptying', ['number']>;
  };
  containerHolds: {
    /** List the holds of a container. */
    list: Call<'listContainerHolds', ['container_number']>;
    /** Apply a hold to a container. */
    apply: Call<'applyContainerHold', ['container_number','hold_type_id']>;
    /** List what happened to a hold of a container. */
    history: List<'listContainerHoldHistory', ['container_number','id'], 'histories'>;
    /** Lift a hold of a container. */
    lift: Call<'liftContainerHold', ['container_number','id']>;
  };
  containerMovements: {
    /** List the movements of a container. */
    list: List<'listContainerMovements', ['number'], 'movements'>;
  };
  containerReleases: {
    /** List releases of containers. */
    list: List<'listContainerReleases', [], 'container_releases'>;
    /** Show a release of a container. */
    show: Call<'showContainerRelease', ['id']>;
  };
  containerStays: {
    /** List stays of containers. */
    list: List<'listContainerStays', [], 'container_stays'>;
    /** Count stays of containers. */
    count: Call<'countContainerStay', []>;
    /** Show a stay of a container. */
    show: Call<'showContainerStay', ['id']>;
    /** Correct a stay of a container. */
    update: Call<'updateContainerStay', ['id']>;
    /** List the stays of a container. */
    ofContainer: List<'listStaysOfContainer', ['number'], 'stays'>;
  };
  containerTypes: {
    /** List container types. */
    list: List<'listContainerTypes', [], 'container_types'>;
    /** Create a container type. */
    create: Call<'createContainerType', []>;
    /** Show a container type. */
    show: Call<'showContainerType', ['id']>;
    /** Update a container type. */
    update: Call<'updateContainerType', ['id']>;
    /** Remove a container type. */
    remove: Call<'removeContainerType', ['id']>;
  };
  containers: {
    /** List containers. */
    list: List<'listContainers', [], 'containers'>;
    /** Create a container. */
    create: Call<'createContainer', []>;
    /** Show a container. */
    show: Call<'showContainer', ['id']>;
    /** Update a container. */
    update: Call<'updateContainer', ['id']>;
    /** Remove a container. */
    remove: Call<'removeContainer', ['id']>;
    /** Show what a container costs. */
    previewCharges: Call<'previewContainerCharges', ['number']>;
    /** State the dangerous goods of a container. */
    updateDangerousGoods: Call<'updateContainerDangerousGoods', ['number']>;
    /** Move a container at the terminal. */
    move: Call<'moveContainer', ['number']>;
    /** Connect a container to power. */
    plugIn: Call<'plugInContainer', ['number']>;
    /** Take a container off power. */
    plugOut: Call<'plugOutContainer', ['number']>;
    /** Give a container its right number. */
    renumber: Call<'renumberContainer', ['number']>;
    /** State the verified gross mass of a container. */
    updateVgm: Call<'updateContainerVgm', ['number']>;
    /** Take the verified gross mass of a container away. */
    removeVgm: Call<'removeContainerVgm', ['number']>;
  };
  containersOfBooking: {
    /** List the containers of a booking. */
    list: List<'listContainersOfBooking', ['number'], 'containers'>;
  };
  customers: {
    /** Show the statement of a customer. */
    statement: Call<'showStatement', ['type','id']>;
  };
  damageComponents: {
    /** List damage components. */
    list: List<'listDamageComponents', [], 'damage_components'>;
    /** Create a damage component. */
    create: Call<'createDamageComponent', []>;
    /** Show a damage component. */
    show: Call<'showDamageComponent', ['id']>;
    /** Update a damage component. */
    update: Call<'updateDamageComponent', ['id']>;
    /** Remove a damage component. */
    remove: Call<'removeDamageComponent', ['id']>;
  };
  damageTypes: {
    /** List damage types. */
    list: List<'listDamageTypes', [], 'damage_types'>;
    /** Create a damage type. */
    create: Call<'createDamageType', []>;
    /** Show a damage type. */
    show: Call<'showDamageType', ['id']>;
    /** Update a damage type. */
    update: Call<'updateDamageType', ['id']>;
    /** Remove a damage type. */
    remove: Call<'removeDamageType', ['id']>;
  };
  damages: {
    /** List damages of containers. */
    list: List<'listDamages', [], 'damages'>;
    /** Count damages of containers. */
    count: Call<'countDamages', []>;
  };
  dangerousGoods: {
    /** List dangerous goods that are here. */
    list: List<'listDangerousGoods', [], 'dangerous_goods'>;
    /** Count containers with dangerous goods that are here. */
    count: Call<'countDangerousGoods', []>;
  };
  dcsaEvents: {
    /** List events as DCSA Track & Trace. */
    list: Call<'listDcsaEvents', []>;
    /** Show an event as DCSA Track & Trace. */
    show: Call<'showDcsaEvent', ['eventID']>;
  };
  deliveryOrders: {
    /** List delivery orders. */
    list: List<'listDeliveryOrders', [], 'delivery_orders'>;
    /** Create a delivery order. */
    create: Call<'createDeliveryOrder', []>;
    /** Show a delivery order. */
    show: Call<'showDeliveryOrder', ['id']>;
    /** Update a delivery order. */
    update: Call<'updateDeliveryOrder', ['id']>;
    /** Remove a delivery order. */
    remove: Call<'removeDeliveryOrder', ['id']>;
  };
  dischargeListCounts: {
    /** Count discharge lists. */
    count: Call<'countDischargeListCount', []>;
  };
  dischargeListItems: {
    /** List the items of a discharge list. */
    list: List<'listDischargeListItems', ['discharge_list_id'], 'discharge_list_items'>;
    /** Put a container on a discharge list. */
    create: Call<'createDischargeListItem', ['discharge_list_id']>;
    /** Take an item off a discharge list. */
    remove: Call<'removeDischargeListItem', ['discharge_list_id','id']>;
  };
  dischargeLists: {
    /** List discharge lists. */
    list: List<'listDischargeLists', [], 'discharge_lists'>;
    /** Create a discharge list. */
    create: Call<'createDischargeList', []>;
    /** Show a discharge list. */
    show: Call<'showDischargeList', ['id']>;
    /** Update a discharge list. */
    update: Call<'updateDischargeList', ['id']>;
    /** Remove a discharge list. */
    remove: Call<'removeDischargeList', ['id']>;
  };
  dockReceipts: {
    /** List dock receipts. */
    list: List<'listDockReceipts', [], 'dock_receipts'>;
    /** Create a dock receipt. */
    create: Call<'createDockReceipt', []>;
    /** Show a dock receipt. */
    show: Call<'showDockReceipt', ['id']>;
    /** Update a dock receipt. */
    update: Call<'updateDockReceipt', ['id']>;
    /** Remove a dock receipt. */
    remove: Call<'removeDockReceipt', ['id']>;
  };
  drafts: {
    /** Charge something, and make its drafts at once. */
    create: Call<'createDraft', []>;
  };
  dwells: {
    /** Report how long containers were here that left, or have been here that are here now. */
    report: Call<'reportDwell', []>;
  };
  ediChannelKeys: {
    /** Make a new key for an EDI channel. */
    rotate: Call<'rotateEdiChannelKey', ['id']>;
  };
  ediChannels: {
    /** List EDI channels. */
    list: List<'listEdiChannels', [], 'edi_channels'>;
    /** Create an EDI channel. */
    create: Call<'createEdiChannel', []>;
    /** Show an EDI channel. */
    show: Call<'showEdiChannel', ['id']>;
    /** Update an EDI channel. */
    update: Call<'updateEdiChannel', ['id']>;
    /** Remove an EDI channel. */
    remove: Call<'removeEdiChannel', ['id']>;
    /** Test an EDI channel. */
    test: Call<'testEdiChannel', ['id']>;
  };
  ediCodes: {
    /** List EDI codes. */
    list: List<'listEdiCodes', [], 'edi_codes'>;
    /** Create an EDI code. */
    create: Call<'createEdiCode', []>;
    /** Show an EDI code. */
    show: Call<'showEdiCode', ['id']>;
    /** Update an EDI code. */
    update: Call<'updateEdiCode', ['id']>;
    /** Remove an EDI code. */
    remove: Call<'removeEdiCode', ['id']>;
  };
  ediFlows: {
    /** List EDI flows. */
    list: List<'listEdiFlows', [], 'edi_flows'>;
    /** Create an EDI flow. */
    create: Call<'createEdiFlow', []>;
    /** Show an EDI flow. */
    show: Call<'showEdiFlow', ['id']>;
    /** Update an EDI flow. */
    update: Call<'updateEdiFlow', ['id']>;
    /** Remove an EDI flow. */
    remove: Call<'removeEdiFlow', ['id']>;
    /** Compose the messages of an EDI flow. */
    compose: Call<'composeEdiFlow', ['id']>;
    /** Tell containers again. */
    tell: Call<'tellEdiFlow', ['id']>;
  };
  ediInterchanges: {
    /** List EDI interchanges. */
    list: List<'listEdiInterchanges', [], 'edi_interchanges'>;
    /** Upload an EDI interchange. */
    upload: Upload<'uploadEdiInterchange'>;
    /** Show an EDI interchange. */
    show: Call<'showEdiInterchange', ['id']>;
    /** Read a refused EDI interchange again. */
    read: Call<'readEdiInterchange', ['id']>;
    /** Compose rejected EDI messages anew. */
    recompose: Call<'recomposeEdiInterchange', ['id']>;
    /** Send an EDI interchange again. */
    resend: Call<'resendEdiInterchange', ['id']>;
    /** Say that an EDI interchange was taken. */
    take: Call<'takeEdiInterchange', ['id']>;
  };
  ediItems: {
    /** List what EDI flows tell. */
    list: List<'listEdiItems', [], 'edi_items'>;
  };
  ediMessageRecords: {
    /** List what an EDI message changed. */
    list: List<'listEdiMessageRecords', ['id'], 'records'>;
  };
  ediMessages: {
    /** List EDI messages. */
    list: List<'listEdiMessages', [], 'edi_messages'>;
    /** Show an EDI message. */
    show: Call<'showEdiMessage', ['id']>;
    /** Apply an EDI message. */
    apply: Call<'applyEdiMessage', ['id']>;
    /** Dismiss an EDI message. */
    dismiss: Call<'dismissEdiMessage', ['id']>;
    /** Preview an EDI message. */
    preview: Call<'previewEdiMessage', ['id']>;
  };
  ediPartners: {
    /** List EDI partners. */
    list: List<'listEdiPartners', [], 'edi_partners'>;
    /** Create an EDI partner. */
    create: Call<'createEdiPartner', []>;
    /** Show an EDI partner. */
    show: Call<'showEdiPartner', ['id']>;
    /** Update an EDI partner. */
    update: Call<'updateEdiPartner', ['id']>;
    /** Remove an EDI partner. */
    remove: Call<'removeEdiPartner', ['id']>;
  };
  ediSegments: {
    /** List the segments of an EDI interchange. */
    list: List<'listEdiSegments', ['id'], 'segments'>;
  };
  events: {
    /** List what happened. */
    list: List<'listEvents', [], 'events'>;
    /** Get a ticket for a stream. */
    createStreamTicket: Call<'createStreamTicket', []>;
    /** Show an event. */
    show: Call<'showEvent', ['id']>;
  };
  exporters: {
    /** List exporters. */
    list: List<'listExporters', [], 'exporters'>;
    /** Create an exporter. */
    create: Call<'createExporter', []>;
    /** Show an exporter. */
    show: Call<'showExporter', ['id']>;
    /** Update an exporter. */
    update: Call<'updateExporter', ['id']>;
    /** Remove an exporter. */
    remove: Call<'removeExporter', ['id']>;
  };
  files: {
    /** Upload a file. */
    upload: Upload<'uploadFile'>;
    /** Get a link to a file. */
    createLink: Call<'createFileLink', ['id']>;
  };
  flexFieldDefinitions: {
    /** List flex field definitions. */
    list: List<'listFlexFieldDefinitions', [], 'flex_field_definitions'>;
    /** Create a flex field definition. */
    create: Call<'createFlexFieldDefinition', []>;
    /** Show a flex field definition. */
    show: Call<'showFlexFieldDefinition', ['id']>;
    /** Update a flex field definition. */
    update: Call<'updateFlexFieldDefinition', ['id']>;
    /** Remove a flex field definition. */
    remove: Call<'removeFlexFieldDefinition', ['id']>;
  };
  freeTimeAgreements: {
    /** List free time agreements. */
    list: List<'listFreeTimeAgreements', [], 'free_time_agreements'>;
    /** Create a free time agreement. */
    create: Call<'createFreeTimeAgreement', []>;
    /** Show a free time agreement. */
    show: Call<'showFreeTimeAgreement', ['id']>;
    /** Update a free time agreement. */
    update: Call<'updateFreeTimeAgreement', ['id']>;
    /** Remove a free time agreement. */
    remove: Call<'removeFreeTimeAgreement', ['id']>;
  };
  freeYardSlots: {
    /** List slots with a free tier. */
    list: List<'listFreeYardSlots', [], 'yard_slots'>;
  };
  freightForwarders: {
    /** List freight forwarders. */
    list: List<'listFreightForwarders', [], 'freight_forwarders'>;
    /** Create a freight forwarder. */
    create: Call<'createFreightForwarder', []>;
    /** Show a freight forwarder. */
    show: Call<'showFreightForwarder', ['id']>;
    /** Update a freight forwarder. */
    update: Call<'updateFreightForwarder', ['id']>;
    /** Remove a freight forwarder. */
    remove: Call<'removeFreightForwarder', ['id']>;
  };
  gateRefusals: {
    /** List what the gate refused. */
    list: List<'listGateRefusals', [], 'gate_refusals'>;
  };
  gates: {
    /** List gates. */
    list: List<'listGates', [], 'gates'>;
    /** Create a gate. */
    create: Call<'createGate', []>;
    /** Show a gate. */
    show: Call<'showGate', ['id']>;
    /** Update a gate. */
    update: Call<'updateGate', ['id']>;
    /** Remove a gate. */
    remove: Call<'removeGate', ['id']>;
  };
  gensets: {
    /** List gensets. */
    list: List<'listGensets', [], 'gensets'>;
    /** Create a genset. */
    create: Call<'createGenset', []>;
    /** Show a genset. */
    show: Call<'showGenset', ['number']>;
    /** Update a genset. */
    update: Call<'updateGenset', ['number']>;
  };
  holdTypes: {
    /** List hold types. */
    list: List<'listHoldTypes', [], 'hold_types'>;
    /** Create a hold type. */
    create: Call<'createHoldType', []>;
    /** Show a hold type. */
    show: Call<'showHoldType', ['id']>;
    /** Update a hold type. */
    update: Call<'updateHoldType', ['id']>;
    /** Remove a hold type. */
    remove: Call<'removeHoldType', ['id']>;
  };
  holds: {
    /** Show a hold of a container or a bill of lading. */
    show: Call<'showHold', ['id']>;
  };
  identityIssuers: {
    /** List identity issuers. */
    list: List<'listIdentityIssuers', [], 'identity_issuers'>;
    /** Create an identity issuer. */
    create: Call<'createIdentityIssuer', []>;
    /** Show an identity issuer. */
    show: Call<'showIdentityIssuer', ['id']>;
    /** Update an identity issuer. */
    update: Call<'updateIdentityIssuer', ['id']>;
    /** Remove an identity issuer. */
    remove: Call<'removeIdentityIssuer', ['id']>;
    /** Test an identity issuer. */
    test: Call<'testIdentityIssuer', ['id']>;
  };
  identityTokens: {
    /** Explain what would become of a token. */
    explain: Call<'explainIdentityToken', ['id']>;
  };
  imports: {
    /** List imports. */
    list: List<'listImports', [], 'imports'>;
    /** Import a file of records. */
    create: Upload<'createImport'>;
    /** Show an import. */
    show: Call<'showImport', ['id']>;
  };
  inspections: {
    /** Inspect a container. */
    ofContainer: Call<'inspectContainer', ['number']>;
    /** List the inspections of a container. */
    listOfContainer: List<'listInspectionsOfContainer', ['number'], 'inspections'>;
    /** List inspections of containers. */
    list: List<'listInspections', [], 'inspections'>;
    /** Show an inspection. */
    show: Call<'showInspection', ['id']>;
    /** Correct an inspection. */
    update: Call<'updateInspection', ['id']>;
    /** Inspect the container of a crane move. */
    ofTallyMove: Call<'inspectTallyMove', ['id','move_id']>;
    /** Show the inspection of a crane move. */
    showOfTallyMove: Call<'showInspectionOfTallyMove', ['id','move_id']>;
    /** Correct the inspection of a crane move. */
    updateOfTallyMove: Call<'updateInspectionOfTallyMove', ['id','move_id']>;
    /** Inspect the container of an interchange. */
    ofInterchange: Call<'inspectInterchange', ['truck_visit_id','id']>;
    /** Show the inspection of an interchange. */
    showOfInterchange: Call<'showInspectionOfInterchange', ['truck_visit_id','id']>;
    /** Correct the inspection of an interchange. */
    updateOfInterchange: Call<'updateInspectionOfInterchange', ['truck_visit_id','id']>;
  };
  interchangeRegister: {
    /** List interchanges. */
    list: List<'listInterchangeRegister', [], 'interchanges'>;
  };
  interchanges: {
    /** Update an interchange. */
    update: Call<'updateInterchange', ['id']>;
  };
  invoices: {
    /** List invoices. */
    list: List<'listInvoices', [], 'invoices'>;
    /** Create an invoice. */
    create: Call<'createInvoice', []>;
    /** Approve several invoices. */
    approve: Call<'approveInvoice', []>;
    /** Count invoices. */
    count: Call<'countInvoice', []>;
    /** Show an invoice. */
    show: Call<'showInvoice', ['id']>;
    /** Remove an invoice. */
    remove: Call<'removeInvoice', ['id']>;
    /** Approve an invoice, mark it as paid, or give it a general ledger id. */
    update: Call<'updateInvoice', ['id']>;
    /** Apply a credit note to invoices. */
    apply: Call<'applyInvoice', ['id']>;
    /** Credit an invoice, or part of it. */
    credit: Call<'creditInvoice', ['id']>;
    /** Send an invoice by e-mail. */
    send: Call<'sendInvoice', ['id']>;
  };
  ledger: {
    /** Show the ledger. */
    show: Call<'showLedger', []>;
  };
  listedHolds: {
    /** List holds of containers and bills of lading. */
    list: List<'listListedHolds', [], 'holds'>;
  };
  loadListItems: {
    /** List the items of a load list. */
    list: List<'listLoadListItems', ['load_list_id'], 'load_list_items'>;
    /** Put cargo on a load list. */
    create: Call<'createLoadListItem', ['load_list_id']>;
    /** Take an item off a load list. */
    remove: Call<'removeLoadListItem', ['load_list_id','id']>;
  };
  loadLists: {
    /** List load lists. */
    list: List<'listLoadLists', [], 'load_lists'>;
    /** Create a load list. */
    create: Call<'createLoadList', []>;
    /** Show a load list. */
    show: Call<'showLoadList', ['id']>;
    /** Update a load list. */
    update: Call<'updateLoadList', ['id']>;
    /** Remove a load list. */
    remove: Call<'removeLoadList', ['id']>;
  };
  mails: {
    /** List mails. */
    list: List<'listMails', [], 'mails'>;
    /** Show a mail. */
    show: Call<'showMail', ['id']>;
    /** Send a mail again. */
    resend: Call<'resendMail', ['id']>;
  };
  manifestBills: {
    /** List the bills of lading of a manifest. */
    list: List<'listManifestBills', ['manifest_client_identifier'], 'bill_of_ladings'>;
    /** Create a bill of lading in a manifest. */
    create: Call<'createManifestBill', ['manifest_client_identifier']>;
    /** Show a bill of lading of a manifest. */
    show: Call<'showManifestBill', ['manifest_client_identifier','id']>;
    /** Update a bill of lading of a manifest. */
    update: Call<'updateManifestBill', ['manifest_client_identifier','id']>;
  };
  manifests: {
    /** List manifests. */
    list: List<'listManifests', [], 'manifests'>;
    /** Create a manifest. */
    create: Call<'createManifest', []>;
    /** Show a manifest. */
    show: Call<'showManifest', ['client_identifier']>;
    /** Remove a manifest. */
    remove: Call<'removeManifest', ['client_identifier']>;
  };
  me: {
    /** Show whose token it is, and what it may do. */
    show: Call<'showMe', []>;
    /** Revoke the token that asks. */
    revoke: Call<'revokeMe', []>;
  };
  movementRegister: {
    /** List the movements of all containers. */
    list: List<'listMovementRegister', [], 'movements'>;
    /** Count the movements of all containers. */
    count: Call<'countMovements', []>;
  };
  moves: {
    /** Count moves of cranes. */
    create: Call<'createMove', ['id']>;
    /** Undo a move of a crane. */
    undo: Call<'undoMove', ['id','move_id']>;
  };
  nominations: {
    /** List nominations. */
    list: List<'listNominations', [], 'nominations'>;
    /** Give the right to collect, or pass it on. */
    create: Call<'createNomination', []>;
    /** Show a nomination. */
    show: Call<'showNomination', ['number']>;
    /** Take the right to collect back. */
    revoke: Call<'revokeNomination', ['number']>;
  };
  numberSeries: {
    /** List number series. */
    list: List<'listNumberSeries', [], 'number_series'>;
    /** Create a number series. */
    create: Call<'createNumberSery', []>;
    /** Show a number series. */
    show: Call<'showNumberSery', ['id']>;
    /** Update a number series. */
    update: Call<'updateNumberSery', ['id']>;
    /** Remove a number series. */
    remove: Call<'removeNumberSery', ['id']>;
  };
  organization: {
    /** Show the organization's settings. */
    show: Call<'showOrganization', []>;
    /** Change the organization's settings. */
    update: Call<'updateOrganization', []>;
  };
  outUsers: {
    /** Sign a user out. */
    sign: Call<'signOutUser', ['id']>;
  };
  packageTypes: {
    /** List package types. */
    list: List<'listPackageTypes', [], 'package_types'>;
    /** Create a package type. */
    create: Call<'createPackageType', []>;
    /** Show a package type. */
    show: Call<'showPackageType', ['id']>;
    /** Update a package type. */
    update: Call<'updatePackageType', ['id']>;
    /** Remove a package type. */
    remove: Call<'removePackageType', ['id']>;
  };
  packingListItems: {
    /** List packing list items. */
    list: List<'listPackingListItems', [], 'packing_list_items'>;
    /** Create a packing list item. */
    create: Call<'createPackingListItem', []>;
    /** Show a packing list item. */
    show: Call<'showPackingListItem', ['id']>;
    /** Update a packing list item. */
    update: Call<'updatePackingListItem', ['id']>;
    /** Remove a packing list item. */
    remove: Call<'removePackingListItem', ['id']>;
    /** Hand packages over to their receiver. */
    deliver: Call<'deliverPackingListItem', ['id']>;
    /** Take packages out of their container. */
    strip: Call<'stripPackingListItem', ['id']>;
  };
  partyDirectory: {
    /** Find hauliers and forwarders to name. */
    list: List<'listPartyDirectory', [], 'party_directory'>;
  };
  payerNominations: {
    /** List payer nominations. */
    list: List<'listPayerNominations', [], 'payer_nominations'>;
    /** Create a payer nomination. */
    create: Call<'createPayerNomination', []>;
    /** Show a payer nomination. */
    show: Call<'showPayerNomination', ['id']>;
    /** Update a payer nomination. */
    update: Call<'updatePayerNomination', ['id']>;
    /** Remove a payer nomination. */
    remove: Call<'removePayerNomination', ['id']>;
  };
  payments: {
    /** List payments. */
    list: List<'listPayments', [], 'payments'>;
    /** Receive a payment, or pay a credit note out. */
    create: Call<'createPayment', []>;
    /** Count payments. */
    count: Call<'countPayment', []>;
    /** Show a payment. */
    show: Call<'showPayment', ['id']>;
    /** Allocate what is left of a payment. */
    allocate: Call<'allocatePayment', ['id']>;
    /** Take back what of a payment is allocated to an invoice. */
    deallocate: Call<'deallocatePayment', ['id']>;
    /** Reverse a payment. */
    reverse: Call<'reversePayment', ['id']>;
  };
  pilots: {
    /** List pilots. */
    list: List<'listPilots', [], 'pilots'>;
    /** Create a pilot. */
    create: Call<'createPilot', []>;
    /** Show a pilot. */
    show: Call<'showPilot', ['id']>;
    /** Update a pilot. */
    update: Call<'updatePilot', ['id']>;
    /** Remove a pilot. */
    remove: Call<'removePilot', ['id']>;
  };
  ports: {
    /** List ports. */
    list: List<'listPorts', [], 'ports'>;
    /** Create a port. */
    create: Call<'createPort', []>;
    /** Show a port. */
    show: Call<'showPort', ['id']>;
    /** Update a port. */
    update: Call<'updatePort', ['id']>;
    /** Remove a port. */
    remove: Call<'removePort', ['id']>;
  };
  preAdvices: {
    /** List pre-advices. */
    list: List<'listPreAdvices', [], 'pre_advices'>;
    /** Create a pre-advice. */
    create: Call<'createPreAdvice', []>;
    /** Show a pre-advice. */
    show: Call<'showPreAdvice', ['advice_number']>;
    /** Update a pre-advice. */
    update: Call<'updatePreAdvice', ['advice_number']>;
    /** Remove a pre-advice. */
    remove: Call<'removePreAdvice', ['advice_number']>;
  };
  problemsOfRuns: {
    /** List the problems of all billing runs. */
    list: List<'listProblemsOfRuns', [], 'billing_problems'>;
  };
  receipts: {
    /** List receipts. */
    list: List<'listReceipts', [], 'receipts'>;
    /** Show the receipt of an interchange. */
    show: Call<'showReceipt', ['truck_visit_id','id']>;
    /** List the issues of the receipt of an interchange. */
    issues: List<'listReceiptIssues', ['truck_visit_id','id'], 'receipts'>;
  };
  receivables: {
    /** List receivables. */
    list: List<'listReceivables', [], 'receivables'>;
    /** Count receivables. */
    count: Call<'countReceivable', []>;
    /** Remind customers of what is overdue. */
    remind: Call<'remindReceivables', []>;
  };
  reefers: {
    /** List the readings of a reefer. */
    readings: List<'listReadingsOfContainer', ['number'], 'readings'>;
    /** Enter a reading of a reefer. */
    read: Call<'createReadingOfContainer', ['number']>;
    /** Enter readings of several reefers. */
    readAll: Call<'createReeferReadings', []>;
    /** List reefers that are here and operating. */
    list: List<'listReefers', [], 'reefers'>;
    /** Count reefers that are here and operating. */
    counts: Call<'countReefers', []>;
  };
  reports: {
    /** Report what happened at the gate. */
    gate: Call<'reportGate', []>;
    /** Report what a line or another customer was charged, and why. */
    lineCost: Call<'reportLineCost', []>;
    /** Report how many containers were moved. */
    moves: Call<'reportMoves', []>;
    /** Report what was charged, invoiced, credited and paid. */
    revenue: Call<'reportRevenue', []>;
    /** Report the calls of vessels. */
    vessels: Call<'reportVessels', []>;
    /** Report what was here at the end of each day. */
    yard: Call<'reportYard', []>;
  };
  segregationRules: {
    /** List segregation rules. */
    list: List<'listSegregationRules', [], 'segregation_rules'>;
    /** Create a segregation rule. */
    create: Call<'createSegregationRule', []>;
    /** Show a segregation rule. */
    show: Call<'showSegregationRule', ['id']>;
    /** Update a segregation rule. */
    update: Call<'updateSegregationRule', ['id']>;
    /** Remove a segregation rule. */
    remove: Call<'removeSegregationRule', ['id']>;
  };
  serviceBoats: {
    /** List service boats. */
    list: List<'listServiceBoats', [], 'service_boats'>;
    /** Create a service boat. */
    create: Call<'createServiceBoat', []>;
    /** Show a service boat. */
    show: Call<'showServiceBoat', ['id']>;
    /** Update a service boat. */
    update: Call<'updateServiceBoat', ['id']>;
    /** Remove a service boat. */
    remove: Call<'removeServiceBoat', ['id']>;
  };
  serviceOrders: {
    /** List service orders. */
    list: List<'listServiceOrders', [], 'service_orders'>;
    /** Create a service order. */
    create: Call<'createServiceOrder', []>;
    /** Show a service order. */
    show: Call<'showServiceOrder', ['id']>;
    /** Update a service order. */
    update: Call<'updateServiceOrder', ['id']>;
    /** Remove a service order. */
    remove: Call<'removeServiceOrder', ['id']>;
    /** Cancel a service order. */
    cancel: Call<'cancelServiceOrder', ['number']>;
    /** Complete a service order. */
    complete: Call<'completeServiceOrder', ['number']>;
  };
  shippingLines: {
    /** List shipping lines. */
    list: List<'listShippingLines', [], 'shipping_lines'>;
    /** Create a shipping line. */
    create: Call<'createShippingLine', []>;
    /** Show a shipping line. */
    show: Call<'showShippingLine', ['id']>;
    /** Update a shipping line. */
    update: Call<'updateShippingLine', ['id']>;
  };
  signIns: {
    /** Show where to sign in. */
    show: Call<'showSignIn', []>;
  };
  stevedoringCompanies: {
    /** List stevedoring companies. */
    list: List<'listStevedoringCompanies', [], 'stevedoring_companies'>;
    /** Create a stevedoring company. */
    create: Call<'createStevedoringCompany', []>;
    /** Show a stevedoring company. */
    show: Call<'showStevedoringCompany', ['id']>;
    /** Update a stevedoring company. */
    update: Call<'updateStevedoringCompany', ['id']>;
    /** Remove a stevedoring company. */
    remove: Call<'removeStevedoringCompany', ['id']>;
  };
  stevedoringSupervisors: {
    /** List stevedoring supervisors. */
    list: List<'listStevedoringSupervisors', [], 'stevedoring_supervisors'>;
    /** Create a stevedoring supervisor. */
    create: Call<'createStevedoringSupervisor', []>;
    /** Show a stevedoring supervisor. */
    show: Call<'showStevedoringSupervisor', ['id']>;
    /** Update a stevedoring supervisor. */
    update: Call<'updateStevedoringSupervisor', ['id']>;
    /** Remove a stevedoring supervisor. */
    remove: Call<'removeStevedoringSupervisor', ['id']>;
  };
  tallies: {
    /** List tallies. */
    list: List<'listTallies', [], 'tallies'>;
    /** Update a tally. */
    update: Call<'updateTally', ['id']>;
    /** Close a tally. */
    close: Call<'closeTally', ['id']>;
    /** Reopen a tally. */
    reopen: Call<'reopenTally', ['id']>;
    /** Show a tally of a voyage. */
    show: Call<'showTally', ['voyage_number']>;
    /** Create the tallies of a voyage. */
    create: Call<'createTally', ['voyage_number']>;
  };
  tallyItems: {
    /** List what a tally expects and has counted. */
    list: List<'listTallyItems', ['id'], 'items'>;
  };
  tallyMoves: {
    /** List tally moves. */
    list: List<'listTallyMoves', [], 'tally_moves'>;
    /** Create a tally move. */
    create: Call<'createTallyMove', []>;
    /** Show a tally move. */
    show: Call<'showTallyMove', ['id']>;
    /** Update a tally move. */
    update: Call<'updateTallyMove', ['id']>;
    /** Undo a tally move. */
    remove: Call<'removeTallyMove', ['id']>;
  };
  tariffRates: {
    /** List tariff rates. */
    list: List<'listTariffRates', [], 'tariff_rates'>;
    /** Create a tariff rate. */
    create: Call<'createTariffRate', []>;
    /** Show a tariff rate. */
    show: Call<'showTariffRate', ['id']>;
    /** Update a tariff rate. */
    update: Call<'updateTariffRate', ['id']>;
    /** Remove a tariff rate. */
    remove: Call<'removeTariffRate', ['id']>;
  };
  tariffs: {
    /** List tariffs. */
    list: List<'listTariffs', [], 'tariffs'>;
    /** Create a tariff. */
    create: Call<'createTariff', []>;
    /** Show a tariff. */
    show: Call<'showTariff', ['id']>;
    /** Update a tariff. */
    update: Call<'updateTariff', ['id']>;
    /** Remove a tariff. */
    remove: Call<'removeTariff', ['id']>;
    /** Copy a tariff. */
    copy: Call<'copyTariff', ['name']>;
    /** Publish a tariff. */
    publish: Call<'publishTariff', ['name']>;
  };
  taxRules: {
    /** List tax rules. */
    list: List<'listTaxRules', [], 'tax_rules'>;
    /** Create a tax rule. */
    create: Call<'createTaxRule', []>;
    /** Show a tax rule. */
    show: Call<'showTaxRule', ['id']>;
    /** Update a tax rule. */
    update: Call<'updateTaxRule', ['id']>;
    /** Remove a tax rule. */
    remove: Call<'removeTaxRule', ['id']>;
  };
  taxes: {
    /** List taxes. */
    list: List<'listTaxes', [], 'taxes'>;
    /** Create a tax. */
    create: Call<'createTaxe', []>;
    /** Show a tax. */
    show: Call<'showTaxe', ['id']>;
    /** Update a tax. */
    update: Call<'updateTaxe', ['id']>;
    /** Remove a tax. */
    remove: Call<'removeTaxe', ['id']>;
  };
  terminalInventories: {
    /** Count what stands at a terminal. */
    show: Call<'showTerminalInventory', ['name']>;
  };
  terminals: {
    /** List terminals. */
    list: List<'listTerminals', [], 'terminals'>;
    /** Create a terminal. */
    create: Call<'createTerminal', []>;
    /** Show a terminal. */
    show: Call<'showTerminal', ['id']>;
    /** Update a terminal. */
    update: Call<'updateTerminal', ['id']>;
    /** Remove a terminal. */
    remove: Call<'removeTerminal', ['id']>;
  };
  tillClosings: {
    /** List closings of tills. */
    list: List<'listTillClosings', [], 'till_closings'>;
    /** Show a closing of a till. */
    show: Call<'showTillClosing', ['id']>;
  };
  tills: {
    /** List tills. */
    list: List<'listTills', [], 'tills'>;
    /** Create a till. */
    create: Call<'createTill', []>;
    /** Show a till. */
    show: Call<'showTill', ['id']>;
    /** Update a till. */
    update: Call<'updateTill', ['id']>;
    /** Remove a till. */
    remove: Call<'removeTill', ['id']>;
    /** Count and close a till. */
    close: Call<'closeTill', ['name']>;
    /** Open a till. */
    open: Call<'openTill', ['name']>;
  };
  tokens: {
    /** List tokens. */
    list: List<'listTokens', [], 'tokens'>;
    /** Create a token. */
    create: Call<'createToken', []>;
    /** Show a token. */
    show: Call<'showToken', ['id']>;
    /** Narrow a token. */
    update: Call<'updateToken', ['id']>;
    /** Revoke a token. */
    revoke: Call<'revokeToken', ['id']>;
  };
  truckDriverPersonalDatas: {
    /** Show all that is kept about a truck driver. */
    show: Call<'showTruckDriverPersonalData', ['id']>;
  };
  truckDrivers: {
    /** List truck drivers. */
    list: List<'listTruckDrivers', [], 'truck_drivers'>;
    /** Create a truck driver. */
    create: Call<'createTruckDriver', []>;
    /** Show a truck driver. */
    show: Call<'showTruckDriver', ['id']>;
    /** Update a truck driver. */
    update: Call<'updateTruckDriver', ['id']>;
    /** Remove a truck driver. */
    remove: Call<'removeTruckDriver', ['id']>;
    /** Erase the personal data of a truck driver. */
    erase: Call<'eraseTruckDriver', ['id']>;
  };
  truckVisits: {
    /** List truck visits. */
    list: List<'listTruckVisits', [], 'truck_visits'>;
    /** Gate a truck in. */
    create: Call<'createTruckVisit', []>;
    /** Count truck visits. */
    count: Call<'countTruckVisit', []>;
    /** Show a truck visit. */
    show: Call<'showTruckVisit', ['id']>;
    /** Update a truck visit. */
    update: Call<'updateTruckVisit', ['id']>;
    /** Cancel a truck visit. */
    cancel: Call<'cancelTruckVisit', ['id']>;
    /** Show what has to be paid before a truck leaves. */
    due: Call<'showVisitDue', ['id']>;
    /** Tell why a truck could not leave now. */
    obstacles: Call<'showObstacles', ['id']>;
  };
  truckingCompanies: {
    /** List trucking companies. */
    list: List<'listTruckingCompanies', [], 'trucking_companies'>;
    /** Create a trucking company. */
    create: Call<'createTruckingCompany', []>;
    /** Show a trucking company. */
    show: Call<'showTruckingCompany', ['id']>;
    /** Update a trucking company. */
    update: Call<'updateTruckingCompany', ['id']>;
    /** Remove a trucking company. */
    remove: Call<'removeTruckingCompany', ['id']>;
  };
  trucks: {
    /** List trucks. */
    list: List<'listTrucks', [], 'trucks'>;
    /** Create a truck. */
    create: Call<'createTruck', []>;
    /** Show a truck. */
    show: Call<'showTruck', ['truck_license_number']>;
    /** Update a truck. */
    update: Call<'updateTruck', ['truck_license_number']>;
    /** Gate a truck out. */
    gateOut: Call<'recordGateOut', ['truck_license_number']>;
  };
  turnTimes: {
    /** Report how long visits of trucks took. */
    report: Call<'reportTurnTime', []>;
  };
  userIdentities: {
    /** List the identities of a user. */
    list: List<'listUserIdentities', ['id'], 'identities'>;
    /** Remove an identity of a user. */
    remove: Call<'removeUserIdentity', ['id','identity_id']>;
  };
  userPersonalDatas: {
    /** Show all that is kept about a user. */
    show: Call<'showUserPersonalData', ['id']>;
  };
  users: {
    /** List users. */
    list: List<'listUsers', [], 'users'>;
    /** Create a user. */
    create: Call<'createUser', []>;
    /** Show a user. */
    show: Call<'showUser', ['id']>;
    /** Update a user. */
    update: Call<'updateUser', ['id']>;
    /** Remove a user. */
    remove: Call<'removeUser', ['id']>;
    /** Erase the personal data of a user. */
    erase: Call<'eraseUser', ['id']>;
  };
  vehicleMovements: {
    /** List the movements of a vehicle. */
    list: List<'listVehicleMovements', ['id'], 'movements'>;
  };
  vehicles: {
    /** List vehicles. */
    list: List<'listVehicles', [], 'vehicles'>;
    /** Create a vehicle. */
    create: Call<'createVehicle', []>;
    /** Show a vehicle. */
    show: Call<'showVehicle', ['id']>;
    /** Update a vehicle. */
    update: Call<'updateVehicle', ['id']>;
    /** Remove a vehicle. */
    remove: Call<'removeVehicle', ['id']>;
    /** Hand a vehicle over to its receiver. */
    deliver: Call<'deliverVehicle', ['id']>;
    /** Move a vehicle at the terminal. */
    move: Call<'moveVehicle', ['id']>;
  };
  vessels: {
    /** List vessels. */
    list: List<'listVessels', [], 'vessels'>;
    /** Create a vessel. */
    create: Call<'createVessel', []>;
    /** Show a vessel. */
    show: Call<'showVessel', ['id']>;
    /** Update a vessel. */
    update: Call<'updateVessel', ['id']>;
  };
  visitInterchanges: {
    /** List the interchanges of a truck visit. */
    list: List<'listVisitInterchanges', ['truck_visit_id'], 'interchanges'>;
    /** Add an interchange to a truck visit. */
    create: Call<'createVisitInterchange', ['truck_visit_id']>;
    /** Show an interchange of a truck visit. */
    show: Call<'showVisitInterchange', ['truck_visit_id','id']>;
    /** Change an interchange of a truck visit. */
    update: Call<'updateVisitInterchange', ['truck_visit_id','id']>;
    /** Remove an interchange of a truck visit. */
    remove: Call<'removeVisitInterchange', ['truck_visit_id','id']>;
    /** Take a completed interchange back. */
    reverse: Call<'reverseVisitInterchange', ['truck_visit_id','id']>;
  };
  voyageBills: {
    /** List the bills of lading of a voyage, with their cargo. */
    list: List<'listVoyageBills', ['voyage_number'], 'bill_of_ladings'>;
    /** Show a bill of lading of a voyage, with where its cargo is. */
    show: Call<'showVoyageBill', ['voyage_number','bill_of_lading_number']>;
  };
  voyageEventTypes: {
    /** List voyage event types. */
    list: List<'listVoyageEventTypes', [], 'voyage_event_types'>;
    /** Create a voyage event type. */
    create: Call<'createVoyageEventType', []>;
    /** Show a voyage event type. */
    show: Call<'showVoyageEventType', ['id']>;
    /** Update a voyage event type. */
    update: Call<'updateVoyageEventType', ['id']>;
    /** Remove a voyage event type. */
    remove: Call<'removeVoyageEventType', ['id']>;
  };
  voyageEvents: {
    /** List the events of a voyage. */
    list: List<'listVoyageEvents', ['voyage_number'], 'voyage_events'>;
    /** Note an event of a voyage. */
    create: Call<'createVoyageEvent', ['voyage_number']>;
    /** Update an event of a voyage. */
    update: Call<'updateVoyageEvent', ['voyage_number','id']>;
    /** Remove an event of a voyage. */
    remove: Call<'removeVoyageEvent', ['voyage_number','id']>;
  };
  voyages: {
    /** List voyages. */
    list: List<'listVoyages', [], 'voyages'>;
    /** Create a voyage. */
    create: Call<'createVoyage', []>;
    /** Count voyages. */
    count: Call<'countVoyage', []>;
    /** Show a voyage. */
    show: Call<'showVoyage', ['number']>;
    /** Update a voyage. */
    update: Call<'updateVoyage', ['number']>;
    /** Show how far the cranes are with a voyage. */
    progress: Call<'showProgress', ['voyage_number']>;
  };
  webhookDeliveries: {
    /** List deliveries to an endpoint. */
    list: List<'listWebhookDeliveries', ['id'], 'webhook_deliveries'>;
  };
  webhooks: {
    /** List webhook endpoints. */
    list: List<'listWebhooks', [], 'webhook_endpoints'>;
    /** Create a webhook endpoint. */
    create: Call<'createWebhook', []>;
    /** Show a webhook endpoint. */
    show: Call<'showWebhook', ['id']>;
    /** Update a webhook endpoint. */
    update: Call<'updateWebhook', ['id']>;
    /** Remove a webhook endpoint. */
    remove: Call<'removeWebhook', ['id']>;
    /** Send a delivery again. */
    redeliver: Call<'redeliverWebhook', ['id','delivery_id']>;
    /** Send events again. */
    replay: Call<'replayWebhook', ['id']>;
    /** Make a new secret. */
    rotateSecret: Call<'rotateWebhookSecret', ['id']>;
    /** Send a test. */
    test: Call<'testWebhook', ['id']>;
  };
  yardAreaInventories: {
    /** Count what stands in a yard area. */
    show: Call<'showYardAreaInventory', ['name']>;
  };
  yardAreas: {
    /** List yard areas. */
    list: List<'listYardAreas', [], 'yard_areas'>;
    /** Create a yard area. */
    create: Call<'createYardArea', []>;
    /** Show a yard area. */
    show: Call<'showYardArea', ['id']>;
    /** Update a yard area. */
    update: Call<'updateYardArea', ['id']>;
    /** Remove a yard area. */
    remove: Call<'removeYardArea', ['id']>;
    /** Show the stacks of a yard area. */
    stacks: Call<'showStacks', ['name']>;
  };
  yardSlots: {
    /** List yard slots. */
    list: List<'listYardSlots', [], 'yard_slots'>;
    /** Create a yard slot. */
    create: Call<'createYardSlot', []>;
    /** Show a yard slot. */
    show: Call<'showYardSlot', ['id']>;
    /** Update a yard slot. */
    update: Call<'updateYardSlot', ['id']>;
    /** Remove a yard slot. */
    remove: Call<'removeYardSlot', ['id']>;
  };
}

/** How each is asked for: verb, path, what it takes beside the path, and where a list has its records. */
export const RESOURCES: Record<string, Record<string, string>> = {
  agents: {
    list: 'GET /agents query agents',
    create: 'POST /agents body',
    show: 'GET /agents/{id} nothing',
    update: 'PATCH /agents/{id} body',
    remove: 'DELETE /agents/{id} nothing',
  },
  appointmentClosures: {
    list: 'GET /appointment_closures query appointment_closures',
    create: 'POST /appointment_closures body',
    show: 'GET /appointment_closures/{id} nothing',
    update: 'PATCH /appointment_closures/{id} body',
    remove: 'DELETE /appointment_closures/{id} nothing',
  },
  appointmentPlans: {
    list: 'GET /appointment_plans query appointment_plans',
    create: 'POST /appointment_plans body',
    show: 'GET /appointment_plans/{id} nothing',
    update: 'PATCH /appointment_plans/{id} body',
    remove: 'DELETE /appointment_plans/{id} nothing',
  },
  appointmentSlots: {
    list: 'GET /appointment_slots query appointment_slots',
  },
  appointments: {
    create: 'POST /appointments body',
    list: 'GET /appointments query appointments',
    count: 'GET /appointments/counts query',
    show: 'GET /appointments/{id} nothing',
    update: 'PATCH /appointments/{id} body',
    remove: 'DELETE /appointments/{id} nothing',
    cancel: 'POST /appointments/{number}/cancel body',
  },
  auditEntries: {
    list: 'GET /audit_entries query audit_entries',
  },
  availability: {
    list: 'GET /availability query availabilities',
    show: 'GET /containers/{number}/availability nothing',
  },
  bayplans: {
    show: 'GET /voyages/{voyage_number}/bayplan query cells',
  },
  berthAreas: {
    list: 'GET /berth_areas query berth_areas',
    create: 'POST /berth_areas body',
    show: 'GET /berth_areas/{id} nothing',
    update: 'PATCH /berth_areas/{id} body',
    remove: 'DELETE /berth_areas/{id} nothing',
  },
  billOfLadingHolds: {
    list: 'GET /manifests/{manifest_client_identifier}/bill_of_ladings/{bill_of_lading_number}/holds nothing',
    apply: 'PUT /manifests/{manifest_client_identifier}/bill_of_ladings/{bill_of_lading_number}/holds/{hold_id} body',
    lift: 'DELETE /manifests/{manifest_client_identifier}/bill_of_ladings/{bill_of_lading_number}/holds/{hold_id} body',
    history: 'GET /manifests/{manifest_client_identifier}/bill_of_ladings/{bill_of_lading_number}/holds/{hold_id}/history query histories',
  },
  billingAccounts: {
    list: 'GET /billing_accounts query billing_accounts',
    create: 'POST /billing_accounts body',
    show: 'GET /billing_accounts/{id} nothing',
    update: 'PATCH /billing_accounts/{id} body',
    remove: 'DELETE /billing_accounts/{id} nothing',
  },
  billingProblems: {
    list: 'GET /billing_runs/{id}/problems query problems',
  },
  billingProfiles: {
    show: 'GET /billing_profile nothing',
    update: 'PATCH /billing_profile body',
  },
  billingRuns: {
    list: 'GET /billing_runs query billing_runs',
    create: 'POST /billing_runs body',
    show: 'GET /billing_runs/{id} nothing',
    cancel: 'POST /billing_runs/{id}/cancel nothing',
  },
  billsOfLading: {
    list: 'GET /bill_of_ladings query bill_of_ladings',
  },
  bookingCounts: {
    count: 'GET /bookings/counts query',
  },
  bookingReleases: {
    list: 'GET /bookings/{number}/releases query releases',
    create: 'POST /bookings/{number}/releases body',
    show: 'GET /bookings/{number}/releases/{release} nothing',
    update: 'PATCH /bookings/{number}/releases/{release} body',
    cancel: 'POST /bookings/{number}/releases/{release}/cancel body',
  },
  bookings: {
    list: 'GET /bookings query bookings',
    create: 'POST /bookings body',
    show: 'GET /bookings/{id} nothing',
    update: 'PATCH /bookings/{id} body',
    remove: 'DELETE /bookings/{id} nothing',
    receiving: 'GET /bookings/{number}/receiving query',
  },
  breakbulkMovements: {
    list: 'GET /breakbulks/{reference_number}/movements query movements',
  },
  breakbulks: {
    list: 'GET /breakbulks query breakbulks',
    create: 'POST /breakbulks body',
    show: 'GET /breakbulks/{id} nothing',
    update: 'PATCH /breakbulks/{id} body',
    remove: 'DELETE /breakbulks/{id} nothing',
    deliver: 'POST /breakbulks/{reference_number}/deliver body',
    move: 'POST /breakbulks/{reference_number}/moves body',
  },
  byIdTallies: {
    show: 'GET /tallies/{id} nothing',
  },
  calendars: {
    list: 'GET /calendars query calendars',
    create: 'POST /calendars body',
    show: 'GET /calendars/{id} nothing',
    update: 'PATCH /calendars/{id} body',
    remove: 'DELETE /calendars/{id} nothing',
  },
  chargeCodes: {
    list: 'GET /charge_codes query charge_codes',
    create: 'POST /charge_codes body',
    show: 'GET /charge_codes/{id} nothing',
    update: 'PATCH /charge_codes/{id} body',
    remove: 'DELETE /charge_codes/{id} nothing',
  },
  charges: {
    preview: 'POST /charge_previews body',
    list: 'GET /charges query charges',
    count: 'GET /charges/counts query',
    show: 'GET /charges/{id} nothing',
    waive: 'POST /charges/{id}/waive body',
  },
  chargesOfInvoice: {
    list: 'GET /invoices/{id}/charges query charges',
  },
  chassis: {
    list: 'GET /chassis query chassis',
    create: 'POST /chassis body',
    show: 'GET /chassis/{id} nothing',
    update: 'PATCH /chassis/{id} body',
    remove: 'DELETE /chassis/{id} nothing',
  },
  commodityTypes: {
    list: 'GET /commodity_types query commodity_types',
    create: 'POST /commodity_types body',
    show: 'GET /commodity_types/{id} nothing',
    update: 'PATCH /commodity_types/{id} body',
    remove: 'DELETE /commodity_types/{id} nothing',
  },
  consignees: {
    list: 'GET /consignees query consignees',
    create: 'POST /consignees body',
    show: 'GET /consignees/{id} nothing',
    update: 'PUT /consignees/{id} body',
    remove: 'DELETE /consignees/{id} nothing',
  },
  containerCounts: {
    count: 'GET /containers/counts query',
  },
  containerDamages: {
    list: 'GET /containers/{number}/damages query damages',
    create: 'POST /containers/{number}/damages body',
    show: 'GET /containers/{number}/damages/{id} nothing',
    update: 'PATCH /containers/{number}/damages/{id} body',
    repair: 'POST /containers/{number}/damages/{id}/repair body',
    withdraw: 'POST /containers/{number}/damages/{id}/withdraw body',
  },
  containerEmptyings: {
    empty: 'POST /containers/{number}/empty body',
  },
  containerHolds: {
    list: 'GET /containers/{container_number}/holds query',
    apply: 'PUT /containers/{container_number}/holds/{hold_type_id}/apply body',
    history: 'GET /containers/{container_number}/holds/{id}/history query histories',
    lift: 'PUT /containers/{container_number}/holds/{id}/lift body',
  },
  containerMovements: {
    list: 'GET /containers/{number}/movements query movements',
  },
  containerReleases: {
    list: 'GET /container_releases query container_releases',
    show: 'GET /container_releases/{id} nothing',
  },
  containerStays: {
    list: 'GET /container_stays query container_stays',
    count: 'GET /container_stays/counts query',
    show: 'GET /container_stays/{id} nothing',
    update: 'PATCH /container_stays/{id} body',
    ofContainer: 'GET /containers/{number}/stays query stays',
  },
  containerTypes: {
    list: 'GET /container_types query container_types',
    create: 'POST /container_types body',
    show: 'GET /container_types/{id} nothing',
    update: 'PATCH /container_types/{id} body',
    remove: 'DELETE /container_types/{id} nothing',
  },
  containers: {
    list: 'GET /containers query containers',
    create: 'POST /containers body',
    show: 'GET /containers/{id} nothing',
    update: 'PATCH /containers/{id} body',
    remove: 'DELETE /containers/{id} nothing',
    previewCharges: 'GET /containers/{number}/charge_preview query',
    updateDangerousGoods: 'PUT /containers/{number}/dangerous_goods body',
    move: 'POST /containers/{number}/moves body',
    plugIn: 'POST /containers/{number}/plug_in body',
    plugOut: 'POST /containers/{number}/plug_out body',
    renumber: 'POST /containers/{number}/renumber body',
    updateVgm: 'PUT /containers/{number}/vgm body',
    removeVgm: 'DELETE /containers/{number}/vgm body',
  },
  containersOfBooking: {
    list: 'GET /bookings/{number}/containers query containers',
  },
  customers: {
    statement: 'GET /customers/{type}/{id}/statement query',
  },
  damageComponents: {
    list: 'GET /damage_components query damage_components',
    create: 'POST /damage_components body',
    show: 'GET /damage_components/{id} nothing',
    update: 'PATCH /damage_components/{id} body',
    remove: 'DELETE /damage_components/{id} nothing',
  },
  damageTypes: {
    list: 'GET /damage_types query damage_types',
    create: 'POST /damage_types body',
    show: 'GET /damage_types/{id} nothing',
    update: 'PATCH /damage_types/{id} body',
    remove: 'DELETE /damage_types/{id} nothing',
  },
  damages: {
    list: 'GET /damages query damages',
    count: 'GET /damages/counts query',
  },
  dangerousGoods: {
    list: 'GET /dangerous_goods query dangerous_goods',
    count: 'GET /dangerous_goods/counts query',
  },
  dcsaEvents: {
    list: 'GET /dcsa/v2/events query',
    show: 'GET /dcsa/v2/events/{eventID} nothing',
  },
  deliveryOrders: {
    list: 'GET /delivery_orders query delivery_orders',
    create: 'POST /delivery_orders body',
    show: 'GET /delivery_orders/{id} nothing',
    update: 'PATCH /delivery_orders/{id} body',
    remove: 'DELETE /delivery_orders/{id} nothing',
  },
  dischargeListCounts: {
    count: 'GET /discharge_lists/counts query',
  },
  dischargeListItems: {
    list: 'GET /discharge_lists/{discharge_list_id}/discharge_list_items query discharge_list_items',
    create: 'POST /discharge_lists/{discharge_list_id}/discharge_list_items body',
    remove: 'DELETE /discharge_lists/{discharge_list_id}/discharge_list_items/{id} nothing',
  },
  dischargeLists: {
    list: 'GET /discharge_lists query discharge_lists',
    create: 'POST /discharge_lists body',
    show: 'GET /discharge_lists/{id} nothing',
    update: 'PATCH /discharge_lists/{id} body',
    remove: 'DELETE /discharge_lists/{id} nothing',
  },
  dockReceipts: {
    list: 'GET /dock_receipts query dock_receipts',
    create: 'POST /dock_receipts body',
    show: 'GET /dock_receipts/{id} nothing',
    update: 'PATCH /dock_receipts/{id} body',
    remove: 'DELETE /dock_receipts/{id} nothing',
  },
  drafts: {
    create: 'POST /invoice_drafts body',
  },
  dwells: {
    report: 'GET /reports/dwell query',
  },
  ediChannelKeys: {
    rotate: 'POST /edi_channels/{id}/rotate_key nothing',
  },
  ediChannels: {
    list: 'GET /edi_channels query edi_channels',
    create: 'POST /edi_channels body',
    show: 'GET /edi_channels/{id} nothing',
    update: 'PATCH /edi_channels/{id} body',
    remove: 'DELETE /edi_channels/{id} nothing',
    test: 'POST /edi_channels/{id}/test nothing',
  },
  ediCodes: {
    list: 'GET /edi_codes query edi_codes',
    create: 'POST /edi_codes body',
    show: 'GET /edi_codes/{id} nothing',
    update: 'PATCH /edi_codes/{id} body',
    remove: 'DELETE /edi_codes/{id} nothing',
  },
  ediFlows: {
    list: 'GET /edi_flows query edi_flows',
    create: 'POST /edi_flows body',
    show: 'GET /edi_flows/{id} nothing',
    update: 'PATCH /edi_flows/{id} body',
    remove: 'DELETE /edi_flows/{id} nothing',
    compose: 'POST /edi_flows/{id}/compose nothing',
    tell: 'POST /edi_flows/{id}/tell body',
  },
  ediInterchanges: {
    list: 'GET /edi_interchanges query edi_interchanges',
    upload: 'POST /edi_interchanges bytes',
    show: 'GET /edi_interchanges/{id} nothing',
    read: 'POST /edi_interchanges/{id}/read nothing',
    recompose: 'POST /edi_interchanges/{id}/recompose nothing',
    resend: 'POST /edi_interchanges/{id}/resend nothing',
    take: 'POST /edi_interchanges/{id}/taken nothing',
  },
  ediItems: {
    list: 'GET /edi_items query edi_items',
  },
  ediMessageRecords: {
    list: 'GET /edi_messages/{id}/records query records',
  },
  ediMessages: {
    list: 'GET /edi_messages query edi_messages',
    show: 'GET /edi_messages/{id} nothing',
    apply: 'POST /edi_messages/{id}/apply body',
    dismiss: 'POST /edi_messages/{id}/dismiss body',
    preview: 'POST /edi_messages/{id}/preview nothing',
  },
  ediPartners: {
    list: 'GET /edi_partners query edi_partners',
    create: 'POST /edi_partners body',
    show: 'GET /edi_partners/{id} nothing',
    update: 'PATCH /edi_partners/{id} body',
    remove: 'DELETE /edi_partners/{id} nothing',
  },
  ediSegments: {
    list: 'GET /edi_interchanges/{id}/segments query segments',
  },
  events: {
    list: 'GET /events query events',
    createStreamTicket: 'POST /events/stream_tickets nothing',
    show: 'GET /events/{id} nothing',
  },
  exporters: {
    list: 'GET /exporters query exporters',
    create: 'POST /exporters body',
    show: 'GET /exporters/{id} nothing',
    update: 'PATCH /exporters/{id} body',
    remove: 'DELETE /exporters/{id} nothing',
  },
  files: {
    upload: 'POST /files bytes',
    createLink: 'POST /files/{id}/link nothing',
  },
  flexFieldDefinitions: {
    list: 'GET /flex_field_definitions query flex_field_definitions',
    create: 'POST /flex_field_definitions body',
    show: 'GET /flex_field_definitions/{id} nothing',
    update: 'PATCH /flex_field_definitions/{id} body',
    remove: 'DELETE /flex_field_definitions/{id} nothing',
  },
  freeTimeAgreements: {
    list: 'GET /free_time_agreements query free_time_agreements',
    create: 'POST /free_time_agreements body',
    show: 'GET /free_time_agreements/{id} nothing',
    update: 'PATCH /free_time_agreements/{id} body',
    remove: 'DELETE /free_time_agreements/{id} nothing',
  },
  freeYardSlots: {
    list: 'GET /yard_slots/free query yard_slots',
  },
  freightForwarders: {
    list: 'GET /freight_forwarders query freight_forwarders',
    create: 'POST /freight_forwarders body',
    show: 'GET /freight_forwarders/{id} nothing',
    update: 'PUT /freight_forwarders/{id} body',
    remove: 'DELETE /freight_forwarders/{id} nothing',
  },
  gateRefusals: {
    list: 'GET /gate_refusals query gate_refusals',
  },
  gates: {
    list: 'GET /gates query gates',
    create: 'POST /gates body',
    show: 'GET /gates/{id} nothing',
    update: 'PATCH /gates/{id} body',
    remove: 'DELETE /gates/{id} nothing',
  },
  gensets: {
    list: 'GET /gensets query gensets',
    create: 'POST /gensets body',
    show: 'GET /gensets/{number} nothing',
    update: 'PATCH /gensets/{number} body',
  },
  holdTypes: {
    list: 'GET /hold_types query hold_types',
    create: 'POST /hold_types body',
    show: 'GET /hold_types/{id} nothing',
    update: 'PATCH /hold_types/{id} body',
    remove: 'DELETE /hold_types/{id} nothing',
  },
  holds: {
    show: 'GET /holds/{id} query',
  },
  identityIssuers: {
    list: 'GET /identity_issuers query identity_issuers',
    create: 'POST /identity_issuers body',
    show: 'GET /identity_issuers/{id} nothing',
    update: 'PATCH /identity_issuers/{id} body',
    remove: 'DELETE /identity_issuers/{id} nothing',
    test: 'POST /identity_issuers/{id}/test nothing',
  },
  identityTokens: {
    explain: 'POST /identity_issuers/{id}/explain body',
  },
  imports: {
    list: 'GET /imports query imports',
    create: 'POST /imports bytes',
    show: 'GET /imports/{id} nothing',
  },
  inspections: {
    ofContainer: 'POST /containers/{number}/inspections body',
    listOfContainer: 'GET /containers/{number}/inspections query inspections',
    list: 'GET /inspections query inspections',
    show: 'GET /inspections/{id} nothing',
    update: 'PATCH /inspections/{id} body',
    ofTallyMove: 'POST /tallies/{id}/moves/{move_id}/inspection body',
    showOfTallyMove: 'GET /tallies/{id}/moves/{move_id}/inspection nothing',
    updateOfTallyMove: 'PATCH /tallies/{id}/moves/{move_id}/inspection body',
    ofInterchange: 'POST /truck_visits/{truck_visit_id}/interchanges/{id}/inspection body',
    showOfInterchange: 'GET /truck_visits/{truck_visit_id}/interchanges/{id}/inspection nothing',
    updateOfInterchange: 'PATCH /truck_visits/{truck_visit_id}/interchanges/{id}/inspection body',
  },
  interchangeRegister: {
    list: 'GET /interchanges query interchanges',
  },
  interchanges: {
    update: 'PATCH /interchanges/{id} body',
  },
  invoices: {
    list: 'GET /invoices query invoices',
    create: 'POST /invoices body',
    approve: 'POST /invoices/approve body',
    count: 'GET /invoices/counts query',
    show: 'GET /invoices/{id} nothing',
    remove: 'DELETE /invoices/{id} nothing',
    update: 'PUT /invoices/{id} body',
    apply: 'POST /invoices/{id}/apply body',
    credit: 'POST /invoices/{id}/credit body',
    send: 'POST /invoices/{id}/send body',
  },
  ledger: {
    show: 'GET /ledger query',
  },
  listedHolds: {
    list: 'GET /holds query holds',
  },
  loadListItems: {
    list: 'GET /load_lists/{load_list_id}/load_list_items query load_list_items',
    create: 'POST /load_lists/{load_list_id}/load_list_items body',
    remove: 'DELETE /load_lists/{load_list_id}/load_list_items/{id} nothing',
  },
  loadLists: {
    list: 'GET /load_lists query load_lists',
    create: 'POST /load_lists body',
    show: 'GET /load_lists/{id} nothing',
    update: 'PATCH /load_lists/{id} body',
    remove: 'DELETE /load_lists/{id} nothing',
  },
  mails: {
    list: 'GET /mails query mails',
    show: 'GET /mails/{id} nothing',
    resend: 'POST /mails/{id}/resend nothing',
  },
  manifestBills: {
    list: 'GET /manifests/{manifest_client_identifier}/bill_of_ladings query bill_of_ladings',
    create: 'POST /manifests/{manifest_client_identifier}/bill_of_ladings body',
    show: 'GET /manifests/{manifest_client_identifier}/bill_of_ladings/{id} nothing',
    update: 'PATCH /manifests/{manifest_client_identifier}/bill_of_ladings/{id} body',
  },
  manifests: {
    list: 'GET /manifests query manifests',
    create: 'POST /manifests body',
    show: 'GET /manifests/{client_identifier} nothing',
    remove: 'DELETE /manifests/{client_identifier} nothing',
  },
  me: {
    show: 'GET /me nothing',
    revoke: 'POST /me/revoke nothing',
  },
  movementRegister: {
    list: 'GET /movements query movements',
    count: 'GET /movements/counts query',
  },
  moves: {
    create: 'POST /tallies/{id}/moves body',
    undo: 'POST /tallies/{id}/moves/{move_id}/undo body',
  },
  nominations: {
    list: 'GET /nominations query nominations',
    create: 'POST /nominations body',
    show: 'GET /nominations/{number} nothing',
    revoke: 'POST /nominations/{number}/revoke body',
  },
  numberSeries: {
    list: 'GET /number_series query number_series',
    create: 'POST /number_series body',
    show: 'GET /number_series/{id} nothing',
    update: 'PATCH /number_series/{id} body',
    remove: 'DELETE /number_series/{id} nothing',
  },
  organization: {
    show: 'GET /organization nothing',
    update: 'PATCH /organization body',
  },
  outUsers: {
    sign: 'POST /users/{id}/sign_out nothing',
  },
  packageTypes: {
    list: 'GET /package_types query package_types',
    create: 'POST /package_types body',
    show: 'GET /package_types/{id} nothing',
    update: 'PATCH /package_types/{id} body',
    remove: 'DELETE /package_types/{id} nothing',
  },
  packingListItems: {
    list: 'GET /packing_list_items query packing_list_items',
    create: 'POST /packing_list_items body',
    show: 'GET /packing_list_items/{id} nothing',
    update: 'PATCH /packing_list_items/{id} body',
    remove: 'DELETE /packing_list_items/{id} nothing',
    deliver: 'POST /packing_list_items/{id}/deliver body',
    strip: 'POST /packing_list_items/{id}/strip body',
  },
  partyDirectory: {
    list: 'GET /party_directory query party_directory',
  },
  payerNominations: {
    list: 'GET /payer_nominations query payer_nominations',
    create: 'POST /payer_nominations body',
    show: 'GET /payer_nominations/{id} nothing',
    update: 'PATCH /payer_nominations/{id} body',
    remove: 'DELETE /payer_nominations/{id} nothing',
  },
  payments: {
    list: 'GET /payments query payments',
    create: 'POST /payments body',
    count: 'GET /payments/counts query',
    show: 'GET /payments/{id} nothing',
    allocate: 'POST /payments/{id}/allocate body',
    deallocate: 'POST /payments/{id}/deallocate body',
    reverse: 'POST /payments/{id}/reverse body',
  },
  pilots: {
    list: 'GET /pilots query pilots',
    create: 'POST /pilots body',
    show: 'GET /pilots/{id} nothing',
    update: 'PATCH /pilots/{id} body',
    remove: 'DELETE /pilots/{id} nothing',
  },
  ports: {
    list: 'GET /ports query ports',
    create: 'POST /ports body',
    show: 'GET /ports/{id} nothing',
    update: 'PATCH /ports/{id} body',
    remove: 'DELETE /ports/{id} nothing',
  },
  preAdvices: {
    list: 'GET /pre_advices query pre_advices',
    create: 'POST /pre_advices body',
    show: 'GET /pre_advices/{advice_number} nothing',
    update: 'PATCH /pre_advices/{advice_number} body',
    remove: 'DELETE /pre_advices/{advice_number} nothing',
  },
  problemsOfRuns: {
    list: 'GET /billing_problems query billing_problems',
  },
  receipts: {
    list: 'GET /receipts query receipts',
    show: 'GET /truck_visits/{truck_visit_id}/interchanges/{id}/receipt query',
    issues: 'GET /truck_visits/{truck_visit_id}/interchanges/{id}/receipts query receipts',
  },
  receivables: {
    list: 'GET /receivables query receivables',
    count: 'GET /receivables/counts query',
    remind: 'POST /receivables/remind body',
  },
  reefers: {
    readings: 'GET /containers/{number}/readings query readings',
    read: 'POST /containers/{number}/readings body',
    readAll: 'POST /reefer_readings body',
    list: 'GET /reefers query reefers',
    counts: 'GET /reefers/counts query',
  },
  reports: {
    gate: 'GET /reports/gate query',
    lineCost: 'GET /reports/line_cost query',
    moves: 'GET /reports/moves query',
    revenue: 'GET /reports/revenue query',
    vessels: 'GET /reports/vessels query',
    yard: 'GET /reports/yard query',
  },
  segregationRules: {
    list: 'GET /segregation_rules query segregation_rules',
    create: 'POST /segregation_rules body',
    show: 'GET /segregation_rules/{id} nothing',
    update: 'PATCH /segregation_rules/{id} body',
    remove: 'DELETE /segregation_rules/{id} nothing',
  },
  serviceBoats: {
    list: 'GET /service_boats query service_boats',
    create: 'POST /service_boats body',
    show: 'GET /service_boats/{id} nothing',
    update: 'PATCH /service_boats/{id} body',
    remove: 'DELETE /service_boats/{id} nothing',
  },
  serviceOrders: {
    list: 'GET /service_orders query service_orders',
    create: 'POST /service_orders body',
    show: 'GET /service_orders/{id} nothing',
    update: 'PATCH /service_orders/{id} body',
    remove: 'DELETE /service_orders/{id} nothing',
    cancel: 'POST /service_orders/{number}/cancel body',
    complete: 'POST /service_orders/{number}/complete body',
  },
  shippingLines: {
    list: 'GET /shipping_lines query shipping_lines',
    create: 'POST /shipping_lines body',
    show: 'GET /shipping_lines/{id} nothing',
    update: 'PUT /shipping_lines/{id} body',
  },
  signIns: {
    show: 'GET /sign_in nothing',
  },
  stevedoringCompanies: {
    list: 'GET /stevedoring_companies query stevedoring_companies',
    create: 'POST /stevedoring_companies body',
    show: 'GET /stevedoring_companies/{id} nothing',
    update: 'PATCH /stevedoring_companies/{id} body',
    remove: 'DELETE /stevedoring_companies/{id} nothing',
  },
  stevedoringSupervisors: {
    list: 'GET /stevedoring_supervisors query stevedoring_supervisors',
    create: 'POST /stevedoring_supervisors body',
    show: 'GET /stevedoring_supervisors/{id} nothing',
    update: 'PATCH /stevedoring_supervisors/{id} body',
    remove: 'DELETE /stevedoring_supervisors/{id} nothing',
  },
  tallies: {
    list: 'GET /tallies query tallies',
    update: 'PATCH /tallies/{id} body',
    close: 'POST /tallies/{id}/close nothing',
    reopen: 'POST /tallies/{id}/reopen nothing',
    show: 'GET /voyages/{voyage_number}/tallies query',
    create: 'POST /voyages/{voyage_number}/tallies body',
  },
  tallyItems: {
    list: 'GET /tallies/{id}/items query items',
  },
  tallyMoves: {
    list: 'GET /tally_moves query tally_moves',
    create: 'POST /tally_moves body',
    show: 'GET /tally_moves/{id} nothing',
    update: 'PATCH /tally_moves/{id} body',
    remove: 'DELETE /tally_moves/{id} nothing',
  },
  tariffRates: {
    list: 'GET /tariff_rates query tariff_rates',
    create: 'POST /tariff_rates body',
    show: 'GET /tariff_rates/{id} nothing',
    update: 'PATCH /tariff_rates/{id} body',
    remove: 'DELETE /tariff_rates/{id} nothing',
  },
  tariffs: {
    list: 'GET /tariffs query tariffs',
    create: 'POST /tariffs body',
    show: 'GET /tariffs/{id} nothing',
    update: 'PATCH /tariffs/{id} body',
    remove: 'DELETE /tariffs/{id} nothing',
    copy: 'POST /tariffs/{name}/copy body',
    publish: 'POST /tariffs/{name}/publish body',
  },
  taxRules: {
    list: 'GET /tax_rules query tax_rules',
    create: 'POST /tax_rules body',
    show: 'GET /tax_rules/{id} nothing',
    update: 'PATCH /tax_rules/{id} body',
    remove: 'DELETE /tax_rules/{id} nothing',
  },
  taxes: {
    list: 'GET /taxes query taxes',
    create: 'POST /taxes body',
    show: 'GET /taxes/{id} nothing',
    update: 'PATCH /taxes/{id} body',
    remove: 'DELETE /taxes/{id} nothing',
  },
  terminalInventories: {
    show: 'GET /terminals/{name}/inventory nothing',
  },
  terminals: {
    list: 'GET /terminals query terminals',
    create: 'POST /terminals body',
    show: 'GET /terminals/{id} nothing',
    update: 'PATCH /terminals/{id} body',
    remove: 'DELETE /terminals/{id} nothing',
  },
  tillClosings: {
    list: 'GET /till_closings query till_closings',
    show: 'GET /till_closings/{id} nothing',
  },
  tills: {
    list: 'GET /tills query tills',
    create: 'POST /tills body',
    show: 'GET /tills/{id} nothing',
    update: 'PATCH /tills/{id} body',
    remove: 'DELETE /tills/{id} nothing',
    close: 'POST /tills/{name}/close body',
    open: 'POST /tills/{name}/open body',
  },
  tokens: {
    list: 'GET /tokens query tokens',
    create: 'POST /tokens body',
    show: 'GET /tokens/{id} nothing',
    update: 'PATCH /tokens/{id} body',
    revoke: 'POST /tokens/{id}/revoke nothing',
  },
  truckDriverPersonalDatas: {
    show: 'GET /truck_drivers/{id}/personal_data nothing',
  },
  truckDrivers: {
    list: 'GET /truck_drivers query truck_drivers',
    create: 'POST /truck_drivers body',
    show: 'GET /truck_drivers/{id} nothing',
    update: 'PATCH /truck_drivers/{id} body',
    remove: 'DELETE /truck_drivers/{id} nothing',
    erase: 'POST /truck_drivers/{id}/erase body',
  },
  truckVisits: {
    list: 'GET /truck_visits query truck_visits',
    create: 'POST /truck_visits body',
    count: 'GET /truck_visits/counts query',
    show: 'GET /truck_visits/{id} nothing',
    update: 'PATCH /truck_visits/{id} body',
    cancel: 'POST /truck_visits/{id}/cancel body',
    due: 'GET /truck_visits/{id}/due nothing',
    obstacles: 'GET /truck_visits/{id}/obstacles nothing',
  },
  truckingCompanies: {
    list: 'GET /trucking_companies query trucking_companies',
    create: 'POST /trucking_companies body',
    show: 'GET /trucking_companies/{id} nothing',
    update: 'PATCH /trucking_companies/{id} body',
    remove: 'DELETE /trucking_companies/{id} nothing',
  },
  trucks: {
    list: 'GET /trucks query trucks',
    create: 'POST /trucks body',
    show: 'GET /trucks/{truck_license_number} nothing',
    update: 'PATCH /trucks/{truck_license_number} body',
    gateOut: 'POST /trucks/{truck_license_number}/gate_out body',
  },
  turnTimes: {
    report: 'GET /reports/truck_turn_times query',
  },
  userIdentities: {
    list: 'GET /users/{id}/identities query identities',
    remove: 'DELETE /users/{id}/identities/{identity_id} nothing',
  },
  userPersonalDatas: {
    show: 'GET /users/{id}/personal_data nothing',
  },
  users: {
    list: 'GET /users query users',
    create: 'POST /users body',
    show: 'GET /users/{id} nothing',
    update: 'PATCH /users/{id} body',
    remove: 'DELETE /users/{id} nothing',
    erase: 'POST /users/{id}/erase body',
  },
  vehicleMovements: {
    list: 'GET /vehicles/{id}/movements query movements',
  },
  vehicles: {
    list: 'GET /vehicles query vehicles',
    create: 'POST /vehicles body',
    show: 'GET /vehicles/{id} nothing',
    update: 'PATCH /vehicles/{id} body',
    remove: 'DELETE /vehicles/{id} nothing',
    deliver: 'POST /vehicles/{id}/deliver body',
    move: 'POST /vehicles/{id}/moves body',
  },
  vessels: {
    list: 'GET /vessels query vessels',
    create: 'POST /vessels body',
    show: 'GET /vessels/{id} nothing',
    update: 'PUT /vessels/{id} body',
  },
  visitInterchanges: {
    list: 'GET /truck_visits/{truck_visit_id}/interchanges query interchanges',
    create: 'POST /truck_visits/{truck_visit_id}/interchanges body',
    show: 'GET /truck_visits/{truck_visit_id}/interchanges/{id} nothing',
    update: 'PATCH /truck_visits/{truck_visit_id}/interchanges/{id} body',
    remove: 'DELETE /truck_visits/{truck_visit_id}/interchanges/{id} nothing',
    reverse: 'POST /truck_visits/{truck_visit_id}/interchanges/{id}/reverse body',
  },
  voyageBills: {
    list: 'GET /voyages/{voyage_number}/bill_of_ladings query bill_of_ladings',
    show: 'GET /voyages/{voyage_number}/bill_of_ladings/{bill_of_lading_number} query',
  },
  voyageEventTypes: {
    list: 'GET /voyage_event_types query voyage_event_types',
    create: 'POST /voyage_event_types body',
    show: 'GET /voyage_event_types/{id} nothing',
    update: 'PATCH /voyage_event_types/{id} body',
    remove: 'DELETE /voyage_event_types/{id} nothing',
  },
  voyageEvents: {
    list: 'GET /voyages/{voyage_number}/voyage_events query voyage_events',
    create: 'POST /voyages/{voyage_number}/voyage_events body',
    update: 'PATCH /voyages/{voyage_number}/voyage_events/{id} body',
    remove: 'DELETE /voyages/{voyage_number}/voyage_events/{id} nothing',
  },
  voyages: {
    list: 'GET /voyages query voyages',
    create: 'POST /voyages body',
    count: 'GET /voyages/counts query',
    show: 'GET /voyages/{number} nothing',
    update: 'PATCH /voyages/{number} body',
    progress: 'GET /voyages/{voyage_number}/progress nothing',
  },
  webhookDeliveries: {
    list: 'GET /webhook_endpoints/{id}/deliveries query webhook_deliveries',
  },
  webhooks: {
    list: 'GET /webhook_endpoints query webhook_endpoints',
    create: 'POST /webhook_endpoints body',
    show: 'GET /webhook_endpoints/{id} nothing',
    update: 'PATCH /webhook_endpoints/{id} body',
    remove: 'DELETE /webhook_endpoints/{id} nothing',
    redeliver: 'POST /webhook_endpoints/{id}/deliveries/{delivery_id}/redeliver nothing',
    replay: 'POST /webhook_endpoints/{id}/replay body',
    rotateSecret: 'POST /webhook_endpoints/{id}/rotate_secret body',
    test: 'POST /webhook_endpoints/{id}/test nothing',
  },
  yardAreaInventories: {
    show: 'GET /yard_areas/{name}/inventory nothing',
  },
  yardAreas: {
    list: 'GET /yard_areas query yard_areas',
    create: 'POST /yard_areas body',
    show: 'GET /yard_areas/{id} nothing',
    update: 'PATCH /yard_areas/{id} body',
    remove: 'DELETE /yard_areas/{id} nothing',
    stacks: 'GET /yard_areas/{name}/stacks query',
  },
  yardSlots: {
    list: 'GET /yard_slots query yard_slots',
    create: 'POST /yard_slots body',
    show: 'GET /yard_slots/{id} nothing',
    update: 'PATCH /yard_slots/{id} body',
    remove: 'DELETE /yard_slots/{id} nothing',
  },
};
