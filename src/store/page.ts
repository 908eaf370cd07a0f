/** A page of a list: the requested range, and the total number of items. */

export interface PageRequest {
  readonly limit: number;
  readonly offset: number;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}
