import { Invalid } from '../../common/errors/errors';

/**
 * The one of these fields that a request sends.
 * @throws Invalid where it sends none or several
 */
export function namedAlone<F extends string>(
  input: Partial<Record<NoInfer<F>, unknown>>,
  fields: readonly F[],
): F {
  const [first, second] = fields.filter((field) => input[field] !== undefined && input[field] !== null);
  if (!first || second)
    throw new Invalid({
      [second ?? 'container_numbers']: [`is not named alone: name one of ${fields.join(', ')}`],
    });
  return first;
}
