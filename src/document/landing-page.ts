import { VERSION } from '../common/home';

/** A page of a few words and links. `root` is the relative path from it to the root of the service. */
export const pageOf = (title: string, root: string, content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="${root}favicon.svg">
<link rel="stylesheet" href="${root}landing.css">
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;

/** The page for a browser that asks for what is not there, at a path so many levels deep. */
export const notFoundPage = (root: string) =>
  pageOf(
    'Not found – Wharfinger',
    root,
    `<h1>There is nothing at this path</h1>
<p><a href="${root || './'}">Wharfinger</a> · <a href="${root}guides/">Guides</a> · <a href="${root}docs">Reference</a></p>`,
  );

/** A bollard, and the water before it. */
export const FAVICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#0b5a78"/>
<path d="M9 6h14v5h-3v9h3v3H9v-3h3v-9H9z" fill="#fff"/><path d="M4 27q4-3 8 0t8 0 8 0" fill="none" stroke="#7cc4e0" stroke-width="2"/></svg>
`;

/** The pictures of the landing page: what each shows, and its width and height. */
export const PICTURES: Record<string, [says: string, width: number, height: number]> = {
  'screens.png': ["The drawing of a yard, the gate as it happens, and the planner's screen", 1968, 1869],
  'haulier-portal.png': ["A haulier's portal", 1000, 800],
};

const pictures = Object.entries(PICTURES).map(
  ([name, [says, width, height]]) =>
    `<figure><img src="pictures/${name}" alt="${says}" width="${width}" height="${height}" loading="lazy">
<figcaption>${says}</figcaption></figure>`,
);

/**
 * The page at the root of the service. Its links are relative, like those of the document.
 * @param showsGate whether the page of the gate is served
 */
export const landingPage = (showsGate: boolean) =>
  pageOf(
    'Wharfinger',
    '',
    `<h1>Wharfinger</h1>
<p>The records and rules by which a port terminal knows its voyages, cargo, trucks, holds and invoices, as a REST
service. Version ${VERSION}.</p>
<h2>What it does</h2>
<ul>
<li>Voyages and the quay: calls of vessels, manifests, load lists, tallies, the moves of cranes</li>
<li>Cargo: containers and their stays, bills of lading, vehicles, breakbulk, holds and releases</li>
<li>Gate and yard: appointments, pre-advices, truck visits, what stands where</li>
<li>Money: tariffs, storage and free time, invoices as PDF and as e-invoice</li>
<li>Messages: EDIFACT with shipping lines, webhooks and a live stream of events</li>
</ul>
<p>It has no screens of its own but examples to copy, and it does not plan vessels.</p>
<h2>Where to begin</h2>
<ul class="links">
<li>Reference, every operation to read and to try out: <a href="docs">Swagger UI</a>, <a href="scalar">Scalar</a></li>
<li><a href="guides/">Guides</a>: the first call, paging, times, the gate, holds, errors</li>
<li>What happens: <a href="events.md">feed, webhooks and stream</a>, <a href="event-types">all types of events</a></li>${
      showsGate
        ? '\n<li><a href="demo/gate">The gate as it happens</a>: a page on the stream of events</li>\n<li><a href="demo/figures">Figures of the last 30 days</a>: four plots of the reports</li>'
        : ''
    }
<li>To build on: <a href="clients/typescript/README.md">a client in TypeScript</a>, and on it, in
<code>examples/</code> of the sources, a planner's screen, a haulier's portal, and a kiosk for the gate</li>
<li>API document (OpenAPI 3.1): <a href="docs-json">JSON</a>, <a href="docs-yaml">YAML</a>, one group of it:
<a href="docs-json?tag=Gate">Gate</a>; <a href="llms.txt">llms.txt</a> lists all</li>
<li><a href="health/ready">Health</a>: whether the service can answer</li>
</ul>
<p>Each request to <code>api/v1</code> carries <code>Authorization: Bearer &lt;token&gt;</code>; whoever runs the service
makes tokens with <code>wharfinger token create</code>.</p>
<h2>How it looks on the examples</h2>
${pictures.join('\n')}`,
  );

export const LANDING_STYLE = `:root { color-scheme: light dark; }
body { margin: 0; font: 1.0625rem/1.55 system-ui, sans-serif; color: #16232e; background: #fbfaf7; }
main { max-width: 46rem; margin: 0 auto; padding: 3rem 1.25rem; overflow-wrap: anywhere; }
h1, h2, h3 { margin: 2.5rem 0 0.75rem; line-height: 1.2; scroll-margin-top: 1rem; }
h1 { margin-top: 0; font-size: 2rem; }
h2 { font-size: 1.35rem; }
figure { margin: 1.5rem 0; }
img { display: block; max-width: 100%; height: auto; border: 1px solid #d9d6cd; }
.index { line-height: 2; }
.index a { display: inline-block; margin-right: 0.8em; }
.links { margin: 1.5rem 0; padding: 0; list-style: none; }
.links li { padding: 0.7rem 0; border-top: 1px solid #d9d6cd; }
.links li:last-child { border-bottom: 1px solid #d9d6cd; }
a { color: #0b5a78; }
code { font-size: 0.9em; }
pre { overflow-x: auto; padding: 0.75rem 1rem; background: #f0eee7; border-radius: 0.4rem; overflow-wrap: normal; }
table { display: block; overflow-x: auto; border-collapse: collapse; overflow-wrap: normal; }
th, td { padding: 0.35rem 0.8rem 0.35rem 0; border-bottom: 1px solid #d9d6cd; text-align: left; vertical-align: top; }
summary { cursor: pointer; padding: 0.2rem 0; }
@media (prefers-color-scheme: dark) {
  body { color: #e4e8ea; background: #12191f; }
  .links li, .links li:last-child, th, td { border-color: #33414c; }
  pre { background: #1c262e; }
  a { color: #7cc4e0; }
}
`;
