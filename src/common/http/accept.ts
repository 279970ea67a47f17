/** How `Accept` names a type of which the service has another form. */
export interface Accepted {
  type: string;
  weight: number;
}

/**
 * Whether `Accept` prefers a type to JSON, or names both alike and this one first. Without a preference it is JSON
 * (RFC 9110, 12.5.1).
 */
export function prefers(type: string, header: string | undefined): boolean {
  if (!header?.toLowerCase().includes(type)) return false;
  const accepted = header.toLowerCase().split(',').map(acceptedOf);
  const other = accepted.findIndex((each) => each.type === type);
  const json = accepted.findIndex((each) => each.type === 'application/json');
  const [weight, jsonWeight] = [other, json].map((at) => accepted[at]?.weight ?? 0) as [number, number];
  return weight > 0 && (weight > jsonWeight || (weight === jsonWeight && other < json));
}

/** An element of `Accept` or a header like it, with its weight: 1 by default. */
export function acceptedOf(element: string): Accepted {
  const [type = '', ...parameters] = element.split(';').map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return { type, weight: weight ? Number(weight.slice(2)) || 0 : 1 };
}
