import { type FormErrors, schemaResolver } from '@mantine/form';
import { known } from '../text/text.ts';

type Schema = Parameters<typeof schemaResolver>[0];

/** Validates a form by a schema of the contract, with messages in the language of the screen. */
export const validateForm = <Values>(schema: Schema): ((values: Values) => FormErrors) => {
  const judge = schemaResolver(schema, { sync: true });
  return (values) =>
    Object.fromEntries(
      Object.entries(judge(values as Record<string, unknown>)).map(([field, problem]) => [
        field,
        known(String(problem)),
      ]),
    );
};
