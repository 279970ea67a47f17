import { PartialType } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { IsEmail, IsInt, IsOptional, Max, ValidateNested } from 'class-validator';
import { Invalid } from '../errors/errors';
import { In } from './in';
import { InputPipe } from './input.pipe';

class Part {
  @In.text({ required: true }) name: string;
  @IsOptional() @Max(9) @In.int() size?: number;
}

class Address {
  @IsInt() number: number;
}

class Request {
  @IsEmail()
  @Transform(({ value }: { value: string }) => value.trim().toLowerCase())
  @In.text({ required: true })
  email: string;
  @In.objects(() => Part) parts?: Part[];
  @IsOptional() @ValidateNested() @Type(() => Address) address?: Address;
  @In.int() limit?: number = 10;

  twice(): number {
    return 2 * this.limit!;
  }
}

class Update extends PartialType(Request) {}

const read = (raw: object, metatype: new () => object = Request) =>
  new InputPipe().transform(raw, { type: 'body', metatype }) as Request;

/** The reasons for which a body is refused. */
function refused(raw: unknown, metatype: new () => object = Request): unknown {
  try {
    return new InputPipe().transform(raw, { type: 'body', metatype });
  } catch (error) {
    if (error instanceof Invalid) return error.errors;
    throw error;
  }
}

describe('a request class with decorators of its own beside In', () => {
  it('is read by In first, then transformed, then validated', () => {
    const input = read({ email: ' A@B.example ', parts: [{ name: 'x', size: '3' }], address: { number: 1 } });
    expect(input).toEqual({
      email: 'a@b.example',
      parts: [{ name: 'x', size: 3 }],
      address: { number: 1 },
      limit: 10,
    });
    expect(input).toBeInstanceOf(Request);
    expect(input.parts![0]).toBeInstanceOf(Part);
    expect(input.address).toBeInstanceOf(Address);
    expect(read({ email: 'a@b.example', limit: '4' }).twice()).toBe(8);
  });

  it('is refused with the reasons of both, and with those of In where a field has both', () => {
    const raw = { email: 'a', parts: [{ name: 'x', size: 10 }, { size: 'x' }], address: { number: 'x' } };
    expect(refused(raw)).toEqual({
      'parts.0.size': ['size must not be greater than 9'],
      'parts.1.name': ['is required'],
      'parts.1.size': ['must be a whole number'],
      email: ['email must be an email'],
      'address.number': ['number must be an integer number'],
    });
    expect(refused({ email: 7 })).toEqual({ email: ['must be text'] });
  });

  it('passes its fields and decorators on to a PartialType', () => {
    expect(read({}, Update)).toEqual({ limit: 10 });
    expect(refused({ email: 'a', limit: null }, Update)).toEqual({ email: ['email must be an email'] });
  });

  it('ignores undeclared fields, whatever their names', () => {
    const hostile = { then: 1, constructor: 1, toString: 1, valueOf: [1], toJSON: {}, length: -1 };
    expect(read({ email: 'a@b.example', ...hostile, address: { number: 1, ...hostile } })).toMatchObject({
      limit: 10,
      address: { number: 1 },
    });
  });

  it('stops at 50 reasons', () => {
    const parts = Array.from({ length: 100 }, () => ({}));
    expect(Object.keys(refused({ email: 'a@b.example', parts }) as object)).toHaveLength(50);
  });
});
