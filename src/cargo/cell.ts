import { In } from '../common/input/in';

/** A place on board (ISO 9711): the bay with three digits, the row and the tier with two each. */
export const CELL = /^\d{7}$/;

const DESCRIPTION = 'Its place on board: three digits of the bay, two of the row and two of the tier';

/** The request field of a place on board. */
export const cellInput = () =>
  In.text({
    pattern: CELL,
    must: 'must be 7 digits: bay, row and tier',
    description: DESCRIPTION,
    example: '0190482',
  });

/** The response field of a place on board. */
export const cellOutput = (out: { text: (options: { description: string }) => PropertyDecorator }) =>
  out.text({ description: DESCRIPTION });
