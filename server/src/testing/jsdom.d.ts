// What the tests use of jsdom.
declare module 'jsdom' {
  export class JSDOM {
    readonly window: Record<string, unknown>;
  }
}
