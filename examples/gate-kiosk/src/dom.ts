type Properties = Record<string, string | ((event: Event) => unknown)>;

/** An element with attributes, listeners (`onclick`) and children. Text is never read as HTML. */
export function h<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  properties: Properties = {},
  ...children: (Node | string | null)[]
): HTMLElementTagNameMap[T] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties))
    if (typeof value === 'string') element.setAttribute(name, value);
    else element.addEventListener(name.slice(2), value);
  element.append(...children.filter((child) => child !== null));
  return element;
}
