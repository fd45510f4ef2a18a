// Rows of an upload that are refused, named by the number that people see in their sheet.
import { AppError, type FieldMessages } from '../app-error.ts';
import { type Message, say } from '../say.ts';

/** Most rows that are named; reading stops there. */
const rowsNamed = 50;

/** The number of a row counted from 0, as people see it: the header is row 1 (spec 5). */
export const sheetRow = (index: number): number => index + 2;

/** A refused row. */
export class RowRefusal extends Error {
  /** The reason, with the row's number. */
  readonly why: (row: number) => Message;

  constructor(why: (row: number) => Message) {
    super();
    this.why = why;
  }
}

/** Collects refusals, so that an upload answers with all of them and not with the first. */
export class RefusedRows {
  readonly #list: string;
  readonly #errors: FieldMessages = {};
  #count = 0;

  /** @param list name of the body's list, such as `records` */
  constructor(list: string) {
    this.#list = list;
  }

  /**
   * The result of `take`; undefined where it throws RowRefusal, which is recorded.
   * @throws AppError invalid-input as soon as too many rows were refused
   */
  guard<T>(index: number, take: () => T): T | undefined {
    try {
      return take();
    } catch (error) {
      if (!(error instanceof RowRefusal)) throw error;
      this.#errors[`${this.#list}.${index}`] = [error.why(sheetRow(index))];
      this.#count += 1;
      if (this.#count >= rowsNamed) this.throwIfAny();
      return undefined;
    }
  }

  /** @throws AppError invalid-input naming the rows, where there are any */
  throwIfAny(): void {
    if (this.#count === 0) return;
    const [first] = Object.values(this.#errors).flat() as [Message];
    const more = this.#count - 1;
    const message = more > 0 ? say('rows-refused', { first: first.text, more }) : first;
    throw new AppError('invalid-input', message, { errors: this.#errors });
  }
}
