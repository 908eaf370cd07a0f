/** A page of a list: what was asked for, and what is there in all. */

export interface PageRequest {
  readonly limit: number;
  readonly offset: number;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}
