import { applyDecorators } from '@nestjs/common';
import { Expose, Transform } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  Max,
  Min,
  ValidateBy,
  type ValidationArguments,
} from 'class-validator';
import { mailAddress } from '../mail-address';
import { isIP } from 'node:net';

interface Said {
  property: string;
  /** The environment variable. */
  name: string;
  meaning: string;
  /** What holds where it is not set, unless that is the default of the property. */
  unset: string | undefined;
}

const stated = new Map<unknown, Said[]>();

/** Reads a property from an environment variable, and says what that is for (Markdown, within a cell of a table). */
export function Setting(name: string, meaning: string, unset?: string): PropertyDecorator {
  return (prototype, property) => {
    const of = stated.get(prototype.constructor) ?? [];
    stated.set(prototype.constructor, [...of, { property: String(property), name, meaning, unset }]);
    Expose({ name })(prototype, property);
  };
}

/** What is stated of the settings of a class, in their order. */
export function settingsOf(type: object): Said[] {
  return stated.get(type) ?? [];
}

/** The fault of a value, as a sentence that begins with the name of its variable. */
function message<T>(sentence: (value: T) => string) {
  return {
    message: ({ property, value }: ValidationArguments) =>
      `${property.toUpperCase()} ${sentence(value as T)}`,
  };
}

/** A rule that class-validator has no decorator for. */
function Rule<T>(
  name: string,
  holds: (value: T, settings: object) => boolean,
  sentence: (value: T) => string,
): PropertyDecorator {
  const validate = (value: T, args?: ValidationArguments) => holds(value, args!.object);
  return ValidateBy({ name, validator: { validate } }, message(sentence));
}

export function WholeNumber(min: number, max: number): PropertyDecorator {
  const sentence = message<string | number>(
    (value) => `must be a whole number from ${min} to ${max}, not '${value}'.`,
  );
  return applyDecorators(
    Transform(({ value }) => (/^\d{1,10}$/.test(value as string) ? Number(value) : (value as unknown))),
    IsInt(sentence),
    Min(min, sentence),
    Max(max, sentence),
  );
}

export function Flag(): PropertyDecorator {
  const flags = new Map([
    ['true', true],
    ['false', false],
  ]);
  return applyDecorators(
    Transform(({ value }) => flags.get(value as string) ?? (value as unknown)),
    IsBoolean(message<string>((value) => `must be true or false, not '${value}'.`)),
  );
}

export function OneOf(values: string[]): PropertyDecorator {
  return IsIn(
    values,
    message<string>((value) => `must be one of ${values.join(', ')}, not '${value}'.`),
  );
}

export function Address(protocols: string[]): PropertyDecorator {
  return applyDecorators(
    IsOptional(),
    Rule<string>(
      'address',
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      () => `must be an address that starts with ${protocols.map((each) => `${each}//`).join(' or ')}.`,
    ),
  );
}

/** An SMTP server, without a path or anything behind it. */
export function MailServer(): PropertyDecorator {
  return applyDecorators(
    IsOptional(),
    Rule<string>(
      'mail_server',
      isMailServer,
      () =>
        'must be an address such as smtps://user:password@mail.example: write reserved characters of user and password percent-encoded, such as %40 for @.',
    ),
  );
}

/** An e-mail address, which is there wherever a server is. */
export function MailSender(): PropertyDecorator {
  return Rule<string | undefined>(
    'mail_sender',
    (value, settings) =>
      value === undefined ? !(settings as { mail_url?: string }).mail_url : mailAddress(value) !== undefined,
    (value) =>
      value === undefined
        ? 'is required where MAIL_URL is set.'
        : `must be an e-mail address, not '${value}'.`,
  );
}

/** Refuses a reserved character in a password, because it would shift the parts of the URL and appear in a message. */
export function DatabaseAddress(): PropertyDecorator {
  return applyDecorators(
    Rule<string>(
      'encoded',
      (value) => !URL.canParse(value) || isEncoded(value),
      () =>
        'has a reserved character in its user, password or parameters: write it percent-encoded, such as %40 for @.',
    ),
    Address(['postgres:', 'postgresql:']),
  );
}

/** Origins, or `*` for any. */
export function Origins(): PropertyDecorator {
  const isOrigin = (each: string) => each === '*' || (URL.canParse(each) && new URL(each).origin === each);
  return applyDecorators(
    Transform(({ value }) => words(value as string)),
    Rule<string[]>(
      'origins',
      (list) => list.every(isOrigin),
      (list) =>
        `must list origins such as https://gate.example, not '${list.find((each) => !isOrigin(each))}'.`,
    ),
  );
}

/** The trusted proxies: all, none, so many in a row, or those of a list. */
export function TrustedProxies(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }) => proxiesOf(value as string)),
    Rule<boolean | number | string[]>(
      'proxies',
      (value) => strangersOf(value).length === 0,
      (value) =>
        'must be false, a number of proxies from 1 to 9 or a list of addresses such as 10.0.0.0/8, ' +
        `not '${strangersOf(value)[0]}'.`,
    ),
    Rule<boolean | number | string[]>(
      'not_everybody',
      (value, settings) => !(value === true && (settings as { production: boolean }).production),
      () =>
        'must not be true where NODE_ENV is production, because every client could then say which address it comes from: ' +
        'name the addresses of your proxies, or how many there are in a row.',
    ),
  );
}

function proxiesOf(text: string): boolean | number | string[] {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^[1-9]$/.test(text) ? Number(text) : words(text);
}

/** The entries of a list of proxies that are no addresses. */
function strangersOf(value: boolean | number | string[]): string[] {
  return Array.isArray(value) ? value.filter((each) => !isNetwork(each)) : [];
}

function words(list: string): string[] {
  return list.split(',').flatMap((word) => word.trim() || []);
}

/** Whether a text is an address, an address with a prefix length, or a name that Fastify defines for a range. */
function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', prefix] = text.split(/\/(.*)/s);
  const bits = { 4: 32, 6: 128 }[isIP(address)];
  return (
    bits !== undefined && (prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits))
  );
}

function isMailServer(address: string): boolean {
  if (!URL.canParse(address) || /\s/.test(address)) return false;
  const { protocol, hostname, pathname, search, hash, username, password } = new URL(address);
  if (!['smtp:', 'smtps:'].includes(protocol) || !hostname) return false;
  if (/^\/?$/.test(pathname) === false || search || hash || address.split('@').length > 2) return false;
  try {
    decodeURIComponent(`${username} ${password}`);
    return true;
  } catch {
    return false;
  }
}

function isEncoded(address: string): boolean {
  const { pathname, search, hash } = new URL(address);
  if (hash || `${pathname}${search}`.includes('@')) return false;
  try {
    decodeURIComponent(address);
    return true;
  } catch {
    return false;
  }
}
