import { useEffect, useState } from 'react';
import { onSessionEnd, readSession } from '../api/session.ts';

/** What was typed when a session ended, by person and form. In memory: it goes with the page. */
const kept = new Map<string, Record<string, unknown>>();

const withoutPassword = (values: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([field]) => field !== 'password'));

interface KeptForm<Values> {
  getValues: () => Values;
  setValues: (values: Partial<Values>) => void;
  isDirty: () => boolean;
}

/**
 * Keeps what is typed when the session ends in the middle of a form, and fills it in when the same person opens the form
 * after signing in again. A password is typed again.
 * @param name of the form, with what it is about
 */
export const useKeptForm = <Values extends object>(name: string, form: KeptForm<Values>): void => {
  const [{ id, name: person } = {}] = useState(() => readSession()?.user);
  const key = JSON.stringify([id ?? person, name]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form's functions read its values of the moment.
  useEffect(() => {
    const values = kept.get(key);
    kept.delete(key);
    if (values) form.setValues(values as Partial<Values>);
    return onSessionEnd((notice) => {
      // Without a notice the person has signed out.
      if (notice && form.isDirty()) kept.set(key, withoutPassword(form.getValues()));
    });
  }, [key]);
};
