// Small questions that every request asks, put together: one statement for all who ask while another is
// under way (ADR 24).

interface Waiting<Question, Answer> {
  question: Question;
  resolve(answer: Answer): void;
  reject(reason: unknown): void;
}

/**
 * Makes one question of many. Who asks while nothing is under way is asked for at once; others wait for
 * its end and then go together. A question is never answered by a statement that began before it was put,
 * so that whatever was committed by then is seen.
 * @param ask answers questions, in their order
 * @param most questions at once
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
