import { ArgumentMetadata, Injectable, PipeTransform } from '@nestjs/common';
import { validateSync, ValidationError } from 'class-validator';
import { FieldErrors, Invalid } from '../errors/errors';
import { toRequest } from './in';

/** Makes the request object that a handler declares from its body or query, or throws Invalid with every reason. */
@Injectable()
export class InputPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || !metatype || metatype === Object) return value;
    const plain = value ?? {};
    if (typeof plain !== 'object' || Array.isArray(plain))
      throw new Invalid({}, 'The body must be a JSON object.');
    const input = toRequest(metatype, plain);
    const errors: FieldErrors = {};
    collect(validateSync(input, { forbidUnknownValues: false }), '', errors);
    if (Object.keys(errors).length) throw new Invalid(errors);
    return input;
  }
}

function collect(failures: ValidationError[], parent: string, errors: FieldErrors): void {
  for (const { property, constraints, children } of failures) {
    const path = parent ? `${parent}.${property}` : property;
    if (constraints?.readable) errors[path] = [constraints.readable];
    else if (children?.length) collect(children, path, errors);
    else if (constraints) errors[path] = Object.values(constraints);
  }
}
