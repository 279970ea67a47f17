import { cleaned, FILE_NAME_FORM, fileName, isUnfinished, numbered, pathOf } from './file-names';

const named = {
  message: 'CODECO',
  control_reference: '4711',
  partner: 'Westhaven Message Hub',
  time: new Date('2026-11-26T15:04:05.678Z'),
};

describe('the name of a file', () => {
  it.each([
    ['{message}_{control_reference}.edi', 'CODECO_4711.edi'],
    ['{partner}-{time}.txt', 'WesthavenMessageHub-20261126_150405.txt'],
    ['fixed', 'fixed'],
  ])('of the template %s is %s', (template, name) => {
    expect(template).toMatch(FILE_NAME_FORM);
    expect(fileName(template, named)).toBe(name);
  });

  it('keeps nothing of values that could lead elsewhere', () => {
    expect(fileName('{partner}.edi', { ...named, partner: '../../etc/pass wd\0' })).toBe('etcpasswd.edi');
    expect(fileName('{control_reference}', { ...named, control_reference: '/' })).toBe('interchange.edi');
    expect(fileName('{partner}', { ...named, partner: 'x'.repeat(500) })).toHaveLength(200);
  });

  it.each(['', '.hidden', '{other}', 'a/b', 'a b', '{message', 'ä', 'x'.repeat(101)])(
    'is not made by the template %j',
    (template) => expect(template).not.toMatch(FILE_NAME_FORM),
  );

  it.each([
    ['x.edi', 1, 'x.edi'],
    ['x.edi', 2, 'x-2.edi'],
    ['x.y.edi', 12, 'x.y-12.edi'],
    ['x', 2, 'x-2'],
    ['.x', 2, '.x-2'],
  ])('%s gets the number %s as %s', (name, number, result) => expect(numbered(name, number)).toBe(result));

  it.each([
    [null, 'x'],
    ['in', 'in/x'],
    ['/in/', '/in/x'],
    ['/', '/x'],
  ])('in the folder %j is the path %s', (folder, path) => expect(pathOf(folder, 'x')).toBe(path));

  it.each(['a.part', 'a.tmp', 'a.filepart', 'A.PART'])('%s is still being written', (name) =>
    expect(isUnfinished(name)).toBe(true),
  );
});

it('the name of a partner is cleaned of control characters and backslashes', () => {
  expect(cleaned('in\\BK 1\r\n.edi')).toBe('in_BK 1__.edi');
});
