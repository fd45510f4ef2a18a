// What the tests use of jsdom.
declare module 'jsdom' {
  export class JSDOM {
    constructor(html?: string);
    readonly window: Record<string, unknown>;
  }
}
