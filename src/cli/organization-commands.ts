import { Command, Option } from 'commander';
import {
  DIMENSION_UNITS,
  OFF_SLOT,
  OTHER_TERMINAL,
  PARTY_PICK_UP,
  WEIGHT_UNITS,
} from '../common/tenancy/actor';
import { flag, notBlank, timeZone, whole } from './options';
import { printable } from './printable';
import type { Shell } from './shell';

interface CreateOrganization {
  timeZone: string;
  weightUnit: string;
  dimensionUnit: string;
  preAdviceTruckRequired: boolean;
  preAdviceTruck?: string;
  validatesBills: boolean;
  validateBills?: boolean;
  releaseNeedsPayment: boolean;
  appointmentsRequired: boolean;
  appointmentSharePercent?: number;
  appointmentEarlyMinutes?: number;
  appointmentLateMinutes?: number;
  offSlot?: string;
  otherTerminal?: (typeof OTHER_TERMINAL)[number];
  checkDigitRequired: boolean;
  releaseNeedsNomination: boolean;
  partyPickUp?: (typeof PARTY_PICK_UP)[number];
}

/** Whoever makes an organization may begin with it. */
const MAKES = { makes: true };

/** `organization`: create, list, suspend and resume organizations. */
export function addOrganizationCommands(program: Command, { say, inDatabase }: Shell): void {
  const organization = program
    .command('organization')
    .description('make, list, suspend and resume organizations');
  organization
    .command('create')
    .description('make an organization')
    .argument('<name>', 'what it is called', notBlank)
    .option('--time-zone <zone>', 'IANA time zone that local times are meant in', timeZone, 'UTC')
    .addOption(new Option('--weight-unit <unit>').choices(WEIGHT_UNITS).default('kg'))
    .addOption(new Option('--dimension-unit <unit>').choices(DIMENSION_UNITS).default('m'))
    .option(
      '--pre-advice-truck-required [true|false]',
      'whether a pre-advice has to name its truck',
      flag,
      true,
    )
    .addOption(
      new Option('--pre-advice-truck <rule>', 'another name of it')
        .choices(['required', 'optional'])
        .conflicts('preAdviceTruckRequired'),
    )
    .option('--validates-bills [true|false]', 'bills of lading that are named have to exist', flag, false)
    .addOption(new Option('--validate-bills', 'another name of it').conflicts('validatesBills'))
    .option('--release-needs-payment [true|false]', 'cargo is released when it is paid for', flag, false)
    .option('--appointments-required [true|false]', 'trucks need an appointment', flag, false)
    .option('--appointment-share-percent <n>', 'of a slot that one company may book', whole(1, 100))
    .option('--appointment-early-minutes <n>', 'before its slot that a truck is in time', whole(0, 1440))
    .option('--appointment-late-minutes <n>', 'after its slot that a truck is in time', whole(0, 1440))
    .addOption(
      new Option('--off-slot <rule>', 'what the gate does with a truck out of its slot').choices(OFF_SLOT),
    )
    .addOption(
      new Option(
        '--other-terminal <rule>',
        'what the gate does with cargo, an appointment or an out gate of another terminal',
      ).choices(OTHER_TERMINAL),
    )
    .option(
      '--check-digit-required [true|false]',
      'a container number that is new needs a valid check digit',
      flag,
      false,
    )
    .option(
      '--release-needs-nomination [true|false]',
      'a full import container goes with the haulier that is nominated for it',
      flag,
      false,
    )
    .addOption(
      new Option(
        '--party-pick-up <right>',
        'what a haulier shows its right to announce a pick-up by',
      ).choices(PARTY_PICK_UP),
    )
    .addHelpText(
      'after',
      '\nExample: wharfinger organization create "Port of Example" --time-zone Europe/Amsterdam',
    )
    .action((name: string, options: CreateOrganization) =>
      inDatabase(async ({ organizations }) => {
        const made = await organizations.create({
          name,
          time_zone: options.timeZone,
          weight_unit: options.weightUnit,
          dimension_unit: options.dimensionUnit,
          pre_advice_truck_required: options.preAdviceTruck
            ? options.preAdviceTruck === 'required'
            : options.preAdviceTruckRequired,
          validates_bills: options.validateBills ?? options.validatesBills,
          release_needs_payment: options.releaseNeedsPayment,
          appointments_required: options.appointmentsRequired,
          appointment_share_percent: options.appointmentSharePercent,
          appointment_early_minutes: options.appointmentEarlyMinutes,
          appointment_late_minutes: options.appointmentLateMinutes,
          off_slot: options.offSlot,
          other_terminal: options.otherTerminal,
          check_digit_required: options.checkDigitRequired,
          release_needs_nomination: options.releaseNeedsNomination,
          party_pick_up: options.partyPickUp,
        });
        say(`${made.id}\t${printable(made.name)}`);
      }, MAKES),
    );
  organization
    .command('list')
    .description('list organizations, one a line, id first')
    .addHelpText('after', '\nExample: wharfinger organization list')
    .action(() =>
      inDatabase(async ({ organizations }) => {
        for (const { id, name, time_zone, suspended_at } of await organizations.list())
          say(`${id}\t${printable(name)}\t${time_zone}${suspended_at ? '\tsuspended' : ''}`);
      }),
    );
  for (const [verb, what, suspended] of [
    ['suspend', 'refuse the tokens of an organization', true],
    ['resume', 'take the tokens of a suspended organization again', false],
  ] as const)
    organization
      .command(verb)
      .description(what)
      .argument('<name>', 'as organization list has it')
      .addHelpText('after', `\nExample: wharfinger organization ${verb} "Port of Example"`)
      .action((name: string) => inDatabase(({ organizations }) => organizations.suspend(name, suspended)));
}
