import { OrganizationsService } from '../../src/common/tenancy/organizations.service';
import { Organization } from '../../src/common/tenancy/organization.entity';
import { aPreAdvice } from '../factories/gate';
import type { Client } from '../setup/client';
import { useService } from '../setup/service';

const SETTINGS = {
  time_zone: 'UTC',
  weight_unit: 'kg',
  dimension_unit: 'm',
  language: null,
  allows_substitute_types: false,
  vgm_required: 'never',
  vgm_tolerance: null,
  dangerous_goods_check: 'off',
  direct_delivery_classes: ['1', '6.2', '7'],
  tills_required: false,
  pre_advice_truck_required: true,
  validates_bills: false,
  release_needs_payment: false,
  appointments_required: false,
  appointment_share_percent: null,
  appointment_early_minutes: 30,
  appointment_late_minutes: 30,
  off_slot: 'mark',
  other_terminal: 'mark',
  check_digit_required: false,
  personal_data: 'everyone',
  release_needs_nomination: false,
  party_pick_up: 'nominated',
  damage_hold_type: null,
  inspection_required: 'never',
  audit_entries_kept_months: null,
  events_kept_months: null,
  webhook_deliveries_kept_months: null,
  gate_refusals_kept_months: null,
  reefer_readings_kept_months: null,
  reefer_tolerance_degrees: null,
  reefer_tolerance_minutes: 30,
  reefer_unread_hours: null,
  reefer_unplugged_minutes: 60,
  mails_per_minute: 60,
};

describe("a token's own organization", () => {
  const service = useService();
  let client: Client;
  beforeEach(async () => (client = await service.current.organization()));

  const confine = (role: string, ...domains: string[]) =>
    service.current.query(`UPDATE tokens SET domains = $1 WHERE organization_id = $2 AND role = $3`, [
      domains,
      client.organization_id,
      role,
    ]);

  it('is shown to everybody, with the settings, the role and its domains', async () => {
    for (const role of ['read', 'write', 'admin'] as const) {
      const { status, body } = await client.as(role).get('/me');
      expect([status, body]).toEqual([
        200,
        {
          user: {
            id: client.user_id,
            email: 'tester@harbour.example',
            firstname: 'Tess',
            lastname: 'Ter',
            name: 'Tess Ter',
          },
          organization: { id: client.organization_id, name: expect.any(String), ...SETTINGS },
          role,
          domains: null,
          edi_partner: null,
          limited: false,
          parties: [],
        },
      ]);
    }
    await confine('write', 'gate', 'holds');
    expect((await client.as('write').get('/me')).body).toMatchObject({
      role: 'write',
      domains: ['gate', 'holds'],
    });
  });

  it('is changed by an admin, in the sent fields, at once', async () => {
    const changed = {
      time_zone: 'Europe/Amsterdam',
      weight_unit: 'lb',
      dimension_unit: 'ft',
      pre_advice_truck_required: false,
      validates_bills: true,
      release_needs_payment: true,
      appointments_required: true,
      appointment_share_percent: 40,
      appointment_early_minutes: 0,
      appointment_late_minutes: 1440,
      off_slot: 'refuse',
      other_terminal: 'ignore',
      check_digit_required: true,
      inspection_required: 'both',
      audit_entries_kept_months: 12,
      events_kept_months: 1,
      webhook_deliveries_kept_months: 1,
      gate_refusals_kept_months: 1200,
    };
    const answer = await client.patch('/organization', { ...changed, name: 'Mine', colour: 'red' });
    const { organization } = answer.body;
    expect([answer.status, organization]).toEqual([200, { ...organization, ...changed }]);
    expect(organization.name).not.toBe('Mine');
    expect((await client.get('/organization')).body).toEqual({ organization });
    expect((await client.get('/me')).body.organization).toEqual(organization);
    expect((await aPreAdvice(client, { truck: null })).truck).toBeNull();
    const cleared = await client.patch('/organization', { appointment_share_percent: null });
    expect(cleared.body.organization).toEqual({ ...organization, appointment_share_percent: null });
    expect((await client.patch('/organization', {})).status).toBe(200);
    const other = await service.current.organization();
    expect((await other.get('/organization')).body.organization).toMatchObject(SETTINGS);
  });

  it.each([
    ['time_zone', 'Mars/Olympus'],
    ['time_zone', null],
    ['weight_unit', 'stone'],
    ['dimension_unit', 'mile'],
    ['validates_bills', 'maybe'],
    ['pre_advice_truck_required', null],
    ['appointment_share_percent', 0],
    ['appointment_share_percent', 101],
    ['appointment_early_minutes', -1],
    ['appointment_late_minutes', 1441],
    ['off_slot', 'ignore'],
    ['other_terminal', 'allow'],
    ['inspection_required', 'sometimes'],
    ['other_terminal', null],
    ['check_digit_required', 'perhaps'],
    ['audit_entries_kept_months', 11],
    ['audit_entries_kept_months', 1201],
    ['events_kept_months', 0],
    ['webhook_deliveries_kept_months', 0],
    ['gate_refusals_kept_months', 1.5],
  ])('refuses %s %p', async (field, value) => {
    const answer = await client.patch('/organization', { [field]: value });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
    expect((await client.get('/organization')).body.organization).toMatchObject(SETTINGS);
  });

  it('takes an admin that is not confined, as users and flex fields do', async () => {
    for (const role of ['read', 'write'] as const) {
      expect((await client.as(role).get('/organization')).status).toBe(403);
      expect((await client.as(role).patch('/organization', {})).status).toBe(403);
    }
    await confine('admin', 'gate', 'cargo');
    for (const answer of [
      await client.patch('/organization', { off_slot: 'mark' }),
      await client.post('/users', { email: 'a@b.example' }),
      await client.post('/flex_field_definitions', {}),
    ])
      expect([answer.status, answer.body.error]).toEqual([
        403,
        'The role of this token counts in gate, cargo only; elsewhere it may read what the role read may.',
      ]);
    expect((await client.post('/truck_drivers', { license_number: 'DL-9' })).status).toBe(201);
    expect((await client.post('/trucking_companies', { code: 'X' })).status).toBe(403);
    expect((await client.post('/bookings', { number: 'B' })).status).toBe(201);
  });

  it('is created with the same settings', async () => {
    const { manager } = service.current.own;
    const made = await new OrganizationsService(manager).create({
      name: 'Made',
      appointment_share_percent: 25,
    });
    const found = await manager.findOneByOrFail(Organization, { id: made.id });
    const { damage_hold_type: damage_hold_type_id, ...settings } = SETTINGS;
    expect(found).toMatchObject({ ...settings, damage_hold_type_id, appointment_share_percent: 25 });
  });
});
