/**
 * Overrides of Swagger UI that keep an opened operation within two screens: one line per failure, because their body is
 * the same everywhere; parameters without a field until they are tried out; scrolling examples. Around the head of the page
 * is little room, so that all groups are seen by scrolling once.
 */
export const DOCUMENT_STYLE = `.swagger-ui .responses-table:not(.live-responses-table) .response:is([data-code^='3'], [data-code^='4'], [data-code^='5'])
  :is(.model-example, .headers-wrapper),
.swagger-ui .responses-table:not(.live-responses-table) .response-controls,
.swagger-ui .responses-table :is(.response-col_links, .col_header.response-col_links),
.swagger-ui .parameters :is(input, select, textarea):disabled {
  display: none;
}
.swagger-ui :is(.parameter__name, .parameter__type, .parameter__deprecated, .parameter__in) {
  display: inline;
  padding: 0 6px 0 0;
}
.swagger-ui :is(.responses-table, .parameters) :is(.renderedMarkdown, .renderedMarkdown p, .response-col_description__inner) {
  display: inline;
  margin: 0;
}
.swagger-ui .parameters-container .parameters tbody td {
  padding: 2px 0;
}
.swagger-ui .parameters-container .parameters :is(p, i, div) {
  font-size: 13px;
  line-height: 1.35;
  margin: 0 8px 0 0;
}
.swagger-ui .parameters-container .parameters-col_name {
  width: 26em;
}
.swagger-ui :is(.table-container, .responses-inner) {
  padding: 8px 20px;
}
.swagger-ui .responses-table .response > td {
  padding: 3px 0;
}
.swagger-ui table.headers :is(th, td),
.swagger-ui table.headers :is(p, span) {
  font-size: 12px;
  line-height: 1.3;
  margin: 0;
  padding: 1px 8px 1px 0;
}
.swagger-ui .headers__title {
  margin: 6px 0 2px;
}
.swagger-ui .info {
  margin: 20px 0;
}
.swagger-ui .scheme-container {
  margin: 0;
  padding: 12px 0;
}
.swagger-ui .opblock-body pre.microlight {
  max-height: 280px;
}
`;
