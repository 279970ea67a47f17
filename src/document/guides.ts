import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { HOME } from '../common/home';
import { pageOf } from './landing-page';
import { TAGS } from './tags';

/** A page of the guides: where it is served, and the file of the package that it is made of. */
export interface Guide {
  /** Without the leading slash: `guides/gate.md`. */
  path: string;
  title: string;
  /** The heading under which the README of the guides lists it. */
  group: string;
  /** Its Markdown. */
  text: () => string;
}

const FOLDER = 'docs/guides';

/** What is served beside the guides, by its file. */
const OTHERS: Record<string, string> = {
  'docs/errors.md': 'errors.md',
  'docs/events.md': 'events.md',
  'docs/edi-messages.md': 'edi-messages.md',
  'clients/typescript/README.md': 'clients/typescript/README.md',
};

/** The pages in the order of their list: the guides as their README lists them, then the others. */
export function allGuides(): Guide[] {
  const folder = join(HOME, FOLDER);
  const guides = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.md')) : [];
  const readme = guides.includes('README.md') ? readFileSync(join(folder, 'README.md'), 'utf8') : '';
  const placeOf = (name: string) => readme.indexOf(`](${name})`);
  guides.sort((a, b) => placeOf(a) - placeOf(b));
  const files = guides
    .filter((name) => name !== 'README.md')
    .map((name): [string, string] => [`${FOLDER}/${name}`, `guides/${name}`]);
  return [...files, ...Object.entries(OTHERS)]
    .filter(([file]) => existsSync(join(HOME, file)))
    .map(([file, path]) => {
      const text = () => readFileSync(join(HOME, file), 'utf8');
      return { path, title: titleOf(text()), group: groupOf(readme, path), text };
    });
}

/** The last heading of the README before the link to a guide; what is beside the guides is reference. */
function groupOf(readme: string, path: string): string {
  const before = readme.split(`](${posix.basename(path)})`);
  const isGuide = path.startsWith('guides/') && before.length > 1;
  return (isGuide && [...before[0]!.matchAll(/^## (.*)/gm)].at(-1)?.[1]) || 'Reference';
}

const titleOf = (text: string) => /^# (.*)/m.exec(text)?.[1]?.replaceAll('`', '') ?? '';

/** A guide as a page. Its links lead to pages that are served; one to a file that is not is its words alone. */
export async function pageOfGuide({ path, title, text }: Guide): Promise<string> {
  // only who reads a guide needs the parser
  const { Marked } = await import('marked');
  const marked = new Marked();
  const root = '../'.repeat(path.split('/').length - 1);
  const taken = new Map<string, number>();
  marked.use({
    renderer: {
      heading({ tokens, depth, text: words }) {
        return `<h${depth} id="${anchorOf(words, taken)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const target = targetOf(path, href);
        return target === undefined ? words : `<a href="${target}">${words}</a>`;
      },
    },
  });
  const home = `<p><a href="${root || './'}">Wharfinger</a> · <a href="${root}guides/">Guides</a></p>`;
  return pageOf(title, root, `${home}\n${await marked.parse(text())}`);
}

/** The address of a link of the guide that is served at `path`, relative to it; undefined when nothing is served there. */
function targetOf(path: string, href: string): string | undefined {
  if (/^(https?:|#)/.test(href)) return href;
  const [file = '', anchor] = href.split('#');
  const from = fileOf(path);
  const target = posix.normalize(posix.join(posix.dirname(from), file));
  const served =
    OTHERS[target] ?? (target.startsWith(`${FOLDER}/`) ? target.slice('docs/'.length) : undefined);
  if (served === undefined || !existsSync(join(HOME, target))) return undefined;
  return posix.relative(posix.dirname(`/${path}`), `/${served}`) + (anchor ? `#${anchor}` : '');
}

/** The file of the package that is served at a path. */
function fileOf(path: string): string {
  const other = Object.entries(OTHERS).find(([, served]) => served === path);
  return other ? other[0] : `docs/${path}`;
}

/** The name of a heading in links, as GitHub makes it: a second one of the same words gets a number. */
function anchorOf(words: string, taken: Map<string, number>): string {
  const anchor = words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
  const count = taken.get(anchor) ?? 0;
  taken.set(anchor, count + 1);
  return count ? `${anchor}-${count}` : anchor;
}

/** The page that lists the guides. */
export function pageOfGuides(guides: Guide[]): string {
  const groups = [...new Set(guides.map(({ group }) => group))].map((group) => {
    const items = guides
      .filter((each) => each.group === group)
      .map(({ path, title }) => `<li><a href="../${path}">${title}</a></li>`);
    if (group === 'Reference')
      items.push('<li><a href="../event-types">All types of events</a>, each with an example</li>');
    return `<h2>${group}</h2>\n<ul class="links">\n${items.join('\n')}\n</ul>`;
  });
  return pageOf(
    'Guides to Wharfinger',
    '../',
    `<p><a href="..">Wharfinger</a></p>
<h1>Guides</h1>
${groups.join('\n')}`,
  );
}

/**
 * What programs read first that answer questions about the API (llmstxt.org): what it is, and where the rest is as
 * Markdown and as parts of the document.
 * @param base the address at which the client reaches the service
 */
export function llmsText(base: string, guides: Guide[]): string {
  return `# Wharfinger

> The REST service of a port and terminal operating system: voyages, cargo, trucks at the gate, holds, invoices.

Each request to ${base}/api/v1 carries \`Authorization: Bearer <token>\`. Failures are
\`{"error": "<a sentence>", "code": "<a word>"}\`.

## Guides

${guides.map(({ path, title }) => `- [${title}](${base}/${path}?raw)`).join('\n')}

## API document, OpenAPI 3.1

- [The whole document](${base}/docs-json): large, with all webhooks
${Object.entries(TAGS)
  .map(([name, says]) => `- [${name}](${base}/docs-json?tag=${name}): ${says}`)
  .join('\n')}
`;
}
