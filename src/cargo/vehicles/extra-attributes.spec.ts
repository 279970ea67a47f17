import { BadValue } from '../../common/input/values';
import { DEEPEST, MOST_CHARACTERS, toExtraAttributes } from './extra-attributes';

/** An object with this many levels of nesting. */
function nested(levels: number): object {
  return levels === 1 ? {} : { in: nested(levels - 1) };
}

describe('toExtraAttributes', () => {
  it.each([
    {},
    { engine_hours: 4, new: true, notes: null, keys: ['front', { rear: 2.5 }] },
    { text: 'x'.repeat(MOST_CHARACTERS - '{"text":""}'.length) },
    nested(DEEPEST),
  ])('takes an object of plain values', (value) => {
    expect(toExtraAttributes(value)).toEqual(value);
  });

  it.each([
    ['a list', [], 'must be an object'],
    ['a text', 'x', 'must be an object'],
    ['null', null, 'must be an object'],
    ['one character too many', { text: 'x'.repeat(MOST_CHARACTERS - 10) }, /at most 10000 characters/],
    ['one level too many', nested(DEEPEST + 1), 'must be at most 10 levels deep'],
    ['a list as one level too many', { in: [nested(DEEPEST - 1)] }, 'must be at most 10 levels deep'],
    ['a number that became infinite', { hours: Infinity }, 'must have finite numbers'],
    ['U+0000 in a value', { text: 'a\0b' }, /U\+0000/],
    ['U+0000 in a key', { 'a\0b': 1 }, /U\+0000/],
    ['a lone surrogate', { list: ['\ud800'] }, /well-formed/],
  ])('refuses %s', (_what, value, reason) => {
    expect(() => toExtraAttributes(value)).toThrow(BadValue);
    expect(() => toExtraAttributes(value)).toThrow(reason);
  });
});
