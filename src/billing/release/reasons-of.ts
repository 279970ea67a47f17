import type { ReasonRow, StayOfContainer } from '../../cargo/release/release-rule';
import type { StayRelease } from '../previews/release.service';

/** Why a container is not handed over by what was found of the release of its stay, and what it is warned of. */
export function reasonsOf(
  {
    charges_due,
    charges_unknown,
    due_by_limit,
    limits,
    paid_through,
    settled_until,
    stay_id,
  }: Omit<StayRelease, 'kept'>,
  { container_id, number }: StayOfContainer,
): ReasonRow[] {
  const of = { container_id, number, until: null, source_type: 'container_stay', source_id: stay_id };
  const since = settled_until === null ? null : new Date(settled_until);
  const due = { ...of, code: 'charges_due', params: { container: number, paid_through }, since };
  const unknown = { ...of, code: 'charges_unknown', params: { container: number }, since: null };
  const limited = limits.map(({ account_id, rule }) => ({
    ...of,
    code: 'credit_limit_reached',
    params: { container: number },
    since: null,
    source_type: 'billing_account',
    source_id: account_id,
    is_warning: rule === 'warn',
  }));
  return [charges_due && !due_by_limit ? due : [], limited, charges_unknown ? unknown : []].flat();
}
