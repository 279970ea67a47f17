import { view } from '../../view/view';
import { UserIdentity } from './user-identity.entity';

const Out = view(UserIdentity);

/** How a user is known by an identity provider. */
export class UserIdentityShow {
  @Out.id() id: number;
  @Out.reference('issuer', 'name', { description: 'The identity issuer', example: 'Port ID' })
  issuer: { id: number; name: string };
  @Out.text({ description: 'The `sub` of its tokens', example: 'f3b7c1d2-6a0e-4b7e-9c55-1f0a8d2e4b6c' })
  sub: string;
  @Out.time({ description: 'The last use, to the hour; null before the first' }) last_seen_at: string | null;
  @Out.time() created_at: string;
}
