// Rows of an upload that are refused, named by the number that people see in their sheet.
import { AppError } from '../app-error.ts';

/** Most rows that are named; reading stops there. */
const rowsNamed = 50;

/** The number of a row counted from 0, as people see it: the header is row 1 (spec 5). */
export const sheetRow = (index: number): number => index + 2;

/** A refused row; the message gives the reason, without the row's number. */
export class RowRefusal extends Error {}

/** Collects refusals, so that an upload answers with all of them and not with the first. */
export class RefusedRows {
  readonly #list: string;
  readonly #errors: Record<string, string[]> = {};
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
      this.#errors[`${this.#list}.${index}`] = [`Row ${sheetRow(index)}: ${error.message}`];
      this.#count += 1;
      if (this.#count >= rowsNamed) this.throwIfAny();
      return undefined;
    }
  }

  /** @throws AppError invalid-input naming the rows, where there are any */
  throwIfAny(): void {
    if (this.#count === 0) return;
    const [first] = Object.values(this.#errors).flat();
    const more = this.#count - 1;
    const others =
      more > 0 ? ` (and ${more} more ${more === 1 ? 'row' : 'rows'} that cannot be taken)` : '';
    throw new AppError('invalid-input', `${first}${others}`, { errors: this.#errors });
  }
}
