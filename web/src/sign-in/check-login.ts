import { loginForm, saidOfIssue } from '@survey/contract';
import { translated } from '../text/text.ts';

export interface LoginValues {
  email: string;
  password: string;
}

export type LoginErrors = Partial<Record<keyof LoginValues, string>>;

/** The first message of each field that is wrong (spec 5); empty where the form may be sent. */
export const checkLogin = (values: LoginValues): LoginErrors => {
  const errors: LoginErrors = {};
  for (const issue of loginForm.safeParse(values).error?.issues ?? []) {
    const field = issue.path[0] === 'password' ? 'password' : 'email';
    errors[field] ??= translated(issue.message, saidOfIssue(issue));
  }
  return errors;
};
