/** SQL: whether an item, which travels in a container, has packages that were not taken out of it. */
export const hasPackagesLeft = (item: string) =>
  `NOT (${item}.has_been_stripped OR ${item}.has_been_delivered)
    AND coalesce(${item}.stripped_quantity, 0) < coalesce(${item}.quantity, 1)`;

/** SQL: whether all packages of an item were handed over. An item without a quantity is one package. */
export const isDelivered = (item: string) =>
  `(${item}.has_been_delivered OR coalesce(${item}.delivered_quantity, 0) >= coalesce(${item}.quantity, 1))`;
