import { arrows, byId, empty, facts, h, joined, mark } from '../../shared/dom';
import { clockOf, weight } from '../../shared/format';
import { drawStacks, type Box, type Stacks } from '../../shared/stacks';
import { boxAddress, boxLink, type Planner, type Screen } from './planner';

/** What colours say: the words of the legend, each with what is true of its containers. The first that fits counts. */
const COLOURS: Record<string, [word: string, isTrue: (box: Box) => boolean][]> = {
  status: [
    ['full', (box) => box.container_status === 'full'],
    ['empty', () => true],
  ],
  usage: [
    ['import', (box) => box.usage === 'import'],
    ['export', (box) => box.usage === 'export'],
    ['neither', () => true],
  ],
  days: [
    ['up to 3 days', (box) => daysOf(box) <= 3],
    ['up to 10 days', (box) => daysOf(box) <= 10],
    ['longer', () => true],
  ],
};
const daysOf = ({ here_since }: Box) => (here_since ? (Date.now() - Date.parse(here_since)) / 86_400_000 : 0);

/** A yard area as it stands: what is pointed at is told beside it, and what is looked for stands out. Two requests. */
export function yard({ api, zone, unit, search }: Planner): Screen {
  const at = clockOf(zone);
  const [area, colour] = [byId<HTMLSelectElement>('area'), byId<HTMLSelectElement>('colour')];
  const find = byId<HTMLInputElement>('find');
  const hint = h(
    'p',
    { class: 'soft' },
    'Point at a container, or go from one to the next by the arrow keys.',
  );
  const told = h('aside', { 'aria-live': 'polite' }, hint);
  const drawing = h('div', { class: 'bays' });
  const legend = h('p', { class: 'legend' });
  const fits = h('p', { class: 'soft', role: 'status' });

  function tell(box: Box, slot: string): void {
    const known = {
      Place: joined(slot, box.tier !== null && `tier ${box.tier}`),
      Kind: joined(box.size !== null && `${box.size} ft`, box.container_status, box.usage),
      Line: box.shipping_line,
      Weight: weight(box.weight, unit),
      'Here since': at(box.here_since),
      Hold: box.held && mark('held'),
    };
    told.replaceChildren(h('h3', {}, boxLink(box.number)), facts(known));
  }

  /** Writes what is chosen into the address, so that it can be passed on. */
  function keep(): void {
    const chosen = { screen: 'yard', area: area.value, colour: colour.value, find: find.value };
    history.replaceState(null, '', `?${new URLSearchParams(chosen)}`);
  }

  /** Lets what is looked for stand out. */
  function look(): void {
    const boxes = [...drawing.querySelectorAll<SVGElement>('.box')];
    const fit = boxes.filter((box) => box.dataset.words!.includes(find.value.trim().toLowerCase()));
    for (const box of boxes) box.classList.toggle('aside', !fit.includes(box));
    fits.textContent = `${fit.length} of ${boxes.length} containers`;
  }

  function draw(stacks: Stacks): void {
    const steps = COLOURS[colour.value]!;
    const step = (box: Box) => steps.findIndex(([, isTrue]) => isTrue(box));
    const figures = drawStacks(stacks, { href: ({ number }) => boxAddress(number), step, tell });
    drawing.replaceChildren(
      ...(figures.length ? figures : [empty('Nothing stands here, and no slot is named.')]),
    );
    const words = steps.map(([word], index) => h('span', { class: `step-${index}` }, word));
    legend.replaceChildren(...words, h('span', { class: 'held' }, 'held'));
    arrows(drawing, '.box');
    look();
  }

  let stacks: Stacks | undefined;
  find.addEventListener('input', () => {
    keep();
    look();
  });
  colour.addEventListener('change', () => {
    keep();
    if (stacks) draw(stacks);
  });
  area.addEventListener('change', () => area.form!.submit());
  area.form!.addEventListener('submit', (event) => event.preventDefault());

  return async () => {
    if (!area.length) {
      const { yard_areas } = await api.yardAreas.list({ per: 100 });
      area.append(...yard_areas.map(({ name }) => h('option', {}, name)));
      area.value = search.get('area') || (yard_areas[0]?.name ?? '');
    }
    if (!area.value) return [empty('The terminal has no yard area yet.')];
    stacks = await api.yardAreas.stacks(area.value);
    draw(stacks);
    const left = h('div', {}, h('h2', {}, stacks.yard_area.name), fits, legend, drawing);
    return [h('section', { class: 'yard' }, left, told)];
  };
}
