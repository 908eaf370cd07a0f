declare module 'virtual:documentation' {
  export const documentation: unknown;
}
