import { CARGO } from '../cargo.codes';
import { joining, refusalToRenumber } from './renumber.rules';

const container = { id: 7, number: 'WRONG' };
const other = { id: 3, number: 'RIGHT', overlap: false, open: 1, held_twice: [], shown: null };

describe('refusalToRenumber', () => {
  const refused = (found: object | undefined, number = 'RIGHT') =>
    refusalToRenumber({ container, other: found && { ...other, ...found } }, number);

  it('allows a number without a record, and one whose record fits', () => {
    expect(refused(undefined)).toBeUndefined();
    expect(refused({})).toBeUndefined();
  });

  it('refuses the number that the container has', () => {
    expect(refused(undefined, 'WRONG')).toMatchObject({
      code: 'taken',
      message: "Container 'WRONG' has this number already.",
      errors: { number: ["Container 'WRONG' has this number already."] },
    });
  });

  it.each([
    [{ overlap: true }, 'were here at the same time, and cannot become one.'],
    [{ open: 2, overlap: true }, 'both have a stay that is not over, and cannot become one.'],
  ])('refuses %j', (found, sentence) => {
    expect(refused(found)).toMatchObject({
      code: CARGO.containers_apart,
      message: `Containers 'WRONG' and 'RIGHT' ${sentence}`,
      records: [
        { type: 'container', key: 'WRONG' },
        { type: 'container', key: 'RIGHT' },
      ],
    });
  });

  it('gives every reason', () => {
    const failure = refused({ overlap: true, held_twice: ['Customs', 'Survey'] })!;
    expect(failure.errors).toEqual({
      number: [
        "Containers 'WRONG' and 'RIGHT' were here at the same time, and cannot become one.",
        "Containers 'WRONG' and 'RIGHT' both have a hold of the type Customs, Survey: lift one of them for good first.",
      ],
    });
  });
});

describe('joining', () => {
  it('keeps the older record, with the facts of the one whose stay it shows', () => {
    const shown = { stay_id: 40, container_id: 7 };
    expect(joining(container, { ...other, shown })).toEqual({ kept: 3, gone: 7, like: 7, stay_id: 40 });
    expect(
      joining({ id: 1, number: 'WRONG' }, { ...other, shown: { stay_id: 40, container_id: 3 } }),
    ).toEqual({
      kept: 1,
      gone: 3,
      like: 3,
      stay_id: 40,
    });
  });

  it('is like the record with the right number when nothing is known of either', () => {
    expect(joining(container, other)).toEqual({ kept: 3, gone: 7, like: 3, stay_id: null });
  });
});
