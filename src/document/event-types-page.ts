import { pageOf } from './landing-page';

interface Webhook {
  post: {
    summary: string;
    requestBody: { content: { 'application/json': { example?: { data: unknown } } } };
  };
}

/** The page of all types of events: what each tells, and an example of it, by type of record. */
export function pageOfEventTypes({ webhooks = {} }: { webhooks?: object }): string {
  const subjects = new Map<string, [type: string, webhook: Webhook][]>();
  for (const [type, webhook] of Object.entries(webhooks as Record<string, Webhook>)) {
    const [subject = ''] = type.split('.');
    subjects.set(subject, [...(subjects.get(subject) ?? []), [type, webhook]]);
  }
  const parts = [...subjects].map(
    ([subject, types]) =>
      `<h2 id="${subject}">${subject.replaceAll('_', ' ')}</h2>\n${types.map(([type, each]) => typeOf(type, each)).join('\n')}`,
  );
  return pageOf(
    'Types of events – Wharfinger',
    '',
    `<p><a href="./">Wharfinger</a> · <a href="guides/">Guides</a></p>
<h1>Types of events</h1>
<p>What the feed, the stream and webhooks tell, by type of record; <a href="events.md">Events</a> says which way is for
whom. The schema of each type is in the <a href="docs-json">API document</a> under <code>webhooks</code>.</p>
<nav aria-label="Types of records"><p class="index">${[...subjects.keys()]
      .map((subject) => `<a href="#${subject}">${subject.replaceAll('_', ' ')}</a>`)
      .join(' ')}</p></nav>
${parts.join('\n')}`,
  );
}

function typeOf(type: string, { post }: Webhook): string {
  const { example } = post.requestBody.content['application/json'];
  const shown = example && `<pre><code>${escaped(JSON.stringify(example.data, null, 2))}</code></pre>`;
  const says = `<code>${type}</code> ${escaped(post.summary)}`;
  return shown
    ? `<details id="${type}"><summary>${says}</summary>\n${shown}</details>`
    : `<p id="${type}">${says}</p>`;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
