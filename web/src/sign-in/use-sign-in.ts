// Signing in: the rules of spec 4 to 6 and R1, and the second step of accounts that have one.

import { calls, loginForm, roles } from '@survey/contract';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { send } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { startSession } from '../api/session.ts';
import { t } from '../text/text.ts';
import { errorText } from '../ui/error-text.ts';
import { checkLogin, type LoginErrors, type LoginValues } from './check-login.ts';

interface SignIn {
  errors: LoginErrors;
  /** Why the last attempt failed. */
  failure: string | undefined;
  isSubmitting: boolean;
  /** The password was right and the server waits for a code. */
  needsCode: boolean;
  /** Gives the name of the first field that is wrong, undefined where a request was sent. */
  submit: (values: LoginValues) => Promise<keyof LoginErrors | undefined>;
  submitCode: (code: string) => Promise<void>;
  /** From the second step to the first. */
  goBack: () => void;
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.code : undefined;

/** Ends a session that the console must not use (R1). */
const handBack = (token: string) =>
  send(calls.logout, {}, { token }).catch((error: unknown) => {
    console.warn('The token of a refused sign-in could not be handed back:', error);
  });

export const useSignIn = (): SignIn => {
  const router = useRouter();
  const wanted = useRouterState({ select: ({ location }) => location.state.wanted });
  const [errors, setErrors] = useState<LoginErrors>({});
  const [failure, setFailure] = useState<string>();
  const [isSubmitting, setSubmitting] = useState(false);
  /** The credentials for the second step; kept in memory only. */
  const [first, setFirst] = useState<LoginValues>();

  /** True where the console goes on to the screen that was wanted. */
  const request = async (values: LoginValues, code?: string): Promise<boolean> => {
    const body = { ...loginForm.parse(values), ...(code !== undefined && { code }) };
    const { token, user } = await send(calls.login, { body });
    if (user.role_id !== roles.administrator) {
      setFailure(t('Access not allowed'));
      await handBack(token);
      return false;
    }
    queryClient.clear();
    startSession({ token, user });
    router.history.replace(wanted ?? '/dashboard');
    return true;
  };

  const attempt = async (values: LoginValues, code?: string) => {
    setFailure(undefined);
    setSubmitting(true);
    let isLeaving = false;
    try {
      isLeaving = await request(values, code);
    } catch (error) {
      const refusal = codeOf(error);
      const isSecondStep =
        refusal === 'second-factor-required' || refusal === 'second-factor-wrong';
      if (isSecondStep) setFirst(values);
      // The password was changed meanwhile: it is asked for again.
      if (refusal === 'wrong-credentials') setFirst(undefined);
      if (refusal !== 'second-factor-required' || code !== undefined) {
        setFailure(errorText(error, t('Login failed. Please try again.')));
      }
    } finally {
      // The form stays as it is while the first screen loads: a second click would sign in twice.
      if (!isLeaving) setSubmitting(false);
    }
  };

  const submit = async (values: LoginValues) => {
    const found = checkLogin(values);
    setErrors(found);
    setFailure(undefined);
    const wrong = (['email', 'password'] as const).find((field) => found[field]);
    if (wrong || isSubmitting) return wrong;
    await attempt(values);
    return undefined;
  };

  return {
    errors,
    failure,
    isSubmitting,
    needsCode: first !== undefined,
    submit,
    submitCode: async (code) => {
      if (first && !isSubmitting) await attempt(first, code);
    },
    goBack: () => {
      setFirst(undefined);
      setFailure(undefined);
    },
  };
};
