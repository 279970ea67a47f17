import { ArgumentMetadata, Injectable, PipeTransform } from '@nestjs/common';
import { FieldErrors, Invalid } from '../errors/errors';
import { readRequest } from './input-fields';

/** Makes the request object that a handler declares from its body or query, or throws Invalid with the reasons. */
@Injectable()
export class InputPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || !metatype || metatype === Object) return value;
    const plain = value ?? {};
    if (typeof plain !== 'object' || Array.isArray(plain))
      throw new Invalid({}, 'The body must be a JSON object.');
    const errors: FieldErrors = {};
    const input = readRequest(metatype, plain, errors);
    if (Object.keys(errors).length) throw new Invalid(errors);
    return input;
  }
}
