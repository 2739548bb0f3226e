/**
 * A function that asks about one thing by a question about many: while a question is under way, further things wait for the next
 * one, which asks about all of them. The first thing waits for nothing. A failed question fails for all that it asked about.
 */
export function gathered<Thing, Answer>(askAbout: (things: Thing[]) => Promise<Answer[]>) {
  interface Waiting {
    thing: Thing;
    answered: PromiseWithResolvers<Answer>;
  }
  let waiting: Waiting[] = [];
  let isAsking = false;

  async function ask(): Promise<void> {
    isAsking = true;
    while (waiting.length > 0) {
      const asked = waiting;
      waiting = [];
      try {
        const answers = await askAbout(asked.map(({ thing }) => thing));
        for (const [place, { answered }] of asked.entries()) answered.resolve(answers[place] as Answer);
      } catch (error) {
        for (const { answered } of asked) answered.reject(error);
      }
    }
    isAsking = false;
  }

  return (thing: Thing): Promise<Answer> => {
    const answered = Promise.withResolvers<Answer>();
    waiting.push({ thing, answered });
    if (!isAsking) void ask();
    return answered.promise;
  };
}
