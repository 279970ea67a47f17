import { ValidateBy, ValidationArguments } from 'class-validator';

/** A field that is required when `other` is sent. */
export const RequiredWith = (other: string): PropertyDecorator =>
  requiredWhen((request) => !isBlank(request[other]), `is required with ${other}`);

/** A field that is required unless `other` is sent. */
export const RequiredWithout = (other: string): PropertyDecorator =>
  requiredWhen((request) => isBlank(request[other]), `is required, or ${other}`);

function requiredWhen(
  isRequired: (request: Record<string, unknown>) => boolean,
  message: string,
): PropertyDecorator {
  const validate = (value: unknown, args?: ValidationArguments) =>
    !isBlank(value) || !isRequired(args!.object as Record<string, unknown>);
  return ValidateBy({ name: 'required', validator: { validate, defaultMessage: () => message } });
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && !value.length);
