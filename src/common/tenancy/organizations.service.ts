import type { EntityManager } from 'typeorm';
import { failureOf } from '../errors/database-errors';
import { NotFound } from '../errors/errors';
import type { Actor } from './actor';
import { Organization } from './organization.entity';

/** The settings of a new organization; the name is required. */
export type OrganizationSettings = Pick<Organization, 'name'> & Partial<Organization>;

/**
 * Creates, lists and finds organizations. Only the command line uses it, because no token reaches beyond its
 * organization.
 */
export class OrganizationsService {
  constructor(private readonly manager: EntityManager) {}

  /** @throws Refused when the name is taken */
  async create(settings: OrganizationSettings): Promise<Organization> {
    try {
      return await this.manager.save(this.manager.create(Organization, settings));
    } catch (error) {
      throw failureOf(error) ?? error;
    }
  }

  /** Every organization, oldest first. */
  list(): Promise<Organization[]> {
    return this.manager.find(Organization, { order: { id: 'ASC' } });
  }

  /** Suspends an organization, which refuses its tokens, or lifts the suspension. Throws NotFound. */
  async suspend(name: string, suspended: boolean): Promise<void> {
    const { id, suspended_at } = await this.find(name);
    if (suspended === (suspended_at !== null)) return;
    await this.manager.update(Organization, { id }, { suspended_at: suspended ? new Date() : null });
  }

  /** Whether there is no organization, which means that the database is new. */
  async isEmpty(): Promise<boolean> {
    return !(await this.manager.exists(Organization));
  }

  /** @throws NotFound */
  async find(name: string): Promise<Organization> {
    const organization = await this.manager.findOne(Organization, { where: { name } });
    if (!organization) throw new NotFound('The organization', name);
    return organization;
  }

  /** An actor with all rights in an organization: a user, or a command. */
  actorFor({ id, ...settings }: Organization, user_id: number | null = null): Actor {
    const { time_zone, weight_unit, dimension_unit, pre_advice_truck_required, validates_bills } = settings;
    const { other_terminal, check_digit_required, release_needs_charges, personal_data } = settings;
    const { release_needs_nomination, holds_full_imports, party_pick_up } = settings;
    const { vgm_required, vgm_tolerance } = settings;
    const { damage_hold_type_id, inspection_required } = settings;
    const { dangerous_goods_check, direct_delivery_classes } = settings;
    return {
      organization_id: id,
      user_id,
      token_id: null,
      request_id: null,
      operation: null,
      role: 'admin',
      domains: null,
      edi_partner_id: null,
      limited: false,
      parties: [],
      time_zone,
      weight_unit,
      dimension_unit,
      pre_advice_truck_required,
      validates_bills,
      other_terminal,
      check_digit_required,
      release_needs_charges,
      personal_data,
      release_needs_nomination,
      holds_full_imports,
      party_pick_up,
      vgm_required,
      vgm_tolerance,
      damage_hold_type_id,
      inspection_required,
      dangerous_goods_check,
      direct_delivery_classes,
    };
  }
}
