/**
 * A thread that reads what strangers wrote closes the doors a crafted member name could use: `__proto__` is an ordinary name
 * afterwards, and no built-in prototype can be changed. Errors stay open, because setting `message` on one is common code.
 */
export function hardenPrototypes(): void {
  Reflect.deleteProperty(Object.prototype, '__proto__');
  for (const prototype of PROTOTYPES) Object.freeze(prototype);
}

const PROTOTYPES: readonly object[] = [
  Object.prototype,
  Array.prototype,
  Function.prototype,
  String.prototype,
  Number.prototype,
  Boolean.prototype,
  RegExp.prototype,
  Map.prototype,
  Set.prototype,
];
