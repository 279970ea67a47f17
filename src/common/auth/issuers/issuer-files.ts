import { Invalid } from '../../errors/errors';
import { InputPipe } from '../../input/input.pipe';
import { CreateIdentityIssuer } from './identity-issuer.dto';
import type { IdentityIssuersService } from './identity-issuers.service';

/**
 * Makes an issuer of the text of a file, or changes the one of that name. Returns what was done, in a sentence.
 * @throws Invalid for text that is no such object, and as the service does
 */
export async function setIssuer(issuers: IdentityIssuersService, text: string): Promise<string> {
  const input = new InputPipe().transform(parsed(text), {
    type: 'body',
    metatype: CreateIdentityIssuer,
  }) as CreateIdentityIssuer;
  const found = (await issuers.all()).find(({ name }) => name === input.name);
  if (found) await issuers.update(`${found.id}`, input);
  else await issuers.create(input);
  return `Identity issuer '${input.name}' was ${found ? 'changed' : 'made'}.`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Invalid({}, 'The file must be a JSON object.');
  }
}
