// Coalesces small queries of many requests: one statement for all that arrive while another one runs
// (ADR 24).

interface Waiting<Question, Answer> {
  question: Question;
  resolve(answer: Answer): void;
  reject(reason: unknown): void;
}

/**
 * Combines queries. The first runs at once; those that arrive meanwhile wait for its end and then run together.
 * A query is never answered by a statement that began before it, so that it sees everything committed by then.
 * @param ask answers queries, in their order
 * @param most queries of one statement
 */
export const coalesced = <Question, Answer>(
  ask: (questions: Question[]) => Promise<Answer[]>,
  most = 100,
): ((question: Question) => Promise<Answer>) => {
  let waiting: Waiting<Question, Answer>[] = [];
  let isUnderWay = false;
  const askWaiting = async (): Promise<void> => {
    isUnderWay = true;
    while (waiting.length > 0) {
      const asked = waiting.slice(0, most);
      waiting = waiting.slice(most);
      try {
        const answers = await ask(asked.map(({ question }) => question));
        for (const [at, { resolve }] of asked.entries()) resolve(answers[at] as Answer);
      } catch (error) {
        for (const { reject } of asked) reject(error);
      }
    }
    isUnderWay = false;
  };
  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      if (!isUnderWay) void askWaiting();
    });
};
