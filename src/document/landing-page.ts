import { VERSION } from '../common/home';

/** A page of a few words and links. `root` is the relative path from it to the root of the service. */
const pageOf = (title: string, root: string, content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="stylesheet" href="${root}landing.css">
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;

/** The page at the root of the service. Its links are relative, like those of the document. */
export const LANDING_PAGE = pageOf(
  'Wharfinger',
  '',
  `<h1>Wharfinger</h1>
<p>The records and rules by which a port terminal knows its voyages, cargo, trucks, holds and invoices, as a REST
service. Version ${VERSION}.</p>
<ul>
<li>Reference, every operation to read and to try out: <a href="docs">Swagger UI</a>, <a href="scalar">Scalar</a></li>
<li><a href="guides/">Guides</a>: the first call, paging, times, holds, errors</li>
<li>API document (OpenAPI 3.1): <a href="docs-json">JSON</a>, <a href="docs-yaml">YAML</a></li>
<li><a href="health/ready">Health</a>: whether the service can answer</li>
</ul>
<p>Each request to <code>api/v1</code> carries <code>Authorization: Bearer &lt;token&gt;</code>; whoever runs the service
makes tokens with <code>wharfinger token create</code>.</p>`,
);

/** The page that lists the guides. */
export function pageOfGuides(guides: [file: string, title: string][]): string {
  const items = guides.map(([file, title]) => `<li><a href="${file}">${title}</a></li>`);
  const more =
    '<li><a href="../errors.md">All codes of failures</a></li><li><a href="../events.md">Events</a></li>';
  return pageOf(
    'Guides to Wharfinger',
    '../',
    `<p><a href="..">Wharfinger</a></p>\n<h1>Guides</h1>\n<ul>\n${items.join('\n')}\n${more}\n</ul>`,
  );
}

export const LANDING_STYLE = `:root { color-scheme: light dark; }
body { margin: 0; font: 1.0625rem/1.55 system-ui, sans-serif; color: #16232e; background: #fbfaf7; }
main { max-width: 40rem; margin: 0 auto; padding: 3rem 1.25rem; }
h1 { margin: 0 0 0.75rem; font-size: 2rem; line-height: 1.2; }
ul { margin: 1.5rem 0; padding: 0; list-style: none; }
li { padding: 0.7rem 0; border-top: 1px solid #d9d6cd; }
li:last-child { border-bottom: 1px solid #d9d6cd; }
a { color: #0b5a78; }
code { overflow-wrap: anywhere; }
@media (prefers-color-scheme: dark) {
  body { color: #e4e8ea; background: #12191f; }
  li, li:last-child { border-color: #33414c; }
  a { color: #7cc4e0; }
}
`;
