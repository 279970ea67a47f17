import { empty, h, type Child } from './dom';
import type { Clock } from './format';

/** What happened at a time, such as to a container. */
export interface Chapter {
  time: string | null;
  kind: 'stay' | 'movement' | 'hold' | 'charge';
  title: string;
  text?: Child;
}

/** What happened, last first; what is only announced stands before all. */
export function story(chapters: Chapter[], at: Clock): HTMLElement {
  const value = ({ time }: Chapter) => (time ? Date.parse(time) : Infinity);
  const lines = chapters
    .map((chapter, index) => ({ chapter, index }))
    .sort((a, b) => value(b.chapter) - value(a.chapter) || b.index - a.index)
    .map(({ chapter: { kind, time, title, text } }) =>
      h(
        'li',
        { class: kind },
        at(time) ?? h('span', { class: 'soft' }, 'to come'),
        h('div', {}, h('strong', {}, title), ' ', text),
      ),
    );
  return h(
    'section',
    {},
    h('h2', {}, 'Story'),
    lines.length ? h('ol', { class: 'story' }, ...lines) : empty('Nothing has happened to it yet.'),
  );
}
