// Signing in: the rules of sections 4 to 6 and decision 1.
import { calls, errorMessages, loginForm, roles } from '@survey/contract';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { errorText } from '../../api/api-error.ts';
import { send } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { startSession } from '../../api/session.ts';
import { checkLogin, type LoginErrors, type LoginValues } from './check-login.ts';

interface SignIn {
  errors: LoginErrors;
  /** Why the last attempt failed. */
  failure: string | undefined;
  isSubmitting: boolean;
  /** Gives the name of the first field that is wrong, undefined where a request was sent. */
  submit: (values: LoginValues) => Promise<keyof LoginErrors | undefined>;
}

/** Hands a token back that must not be used; the server forgets it. */
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

  const request = async (values: LoginValues) => {
    const { token, user } = await send(calls.login, { body: loginForm.parse(values) });
    if (user.role_id !== roles.administrator) {
      setFailure(errorMessages.accessNotAllowed);
      await handBack(token);
      return;
    }
    queryClient.clear();
    startSession({ token, user });
    router.history.replace(wanted ?? '/dashboard');
  };

  const submit = async (values: LoginValues) => {
    const found = checkLogin(values);
    setErrors(found);
    setFailure(undefined);
    const wrong = (['email', 'password'] as const).find((field) => found[field]);
    if (wrong || isSubmitting) return wrong;
    setSubmitting(true);
    try {
      await request(values);
    } catch (error) {
      setFailure(errorText(error, errorMessages.loginFailed));
    } finally {
      setSubmitting(false);
    }
    return undefined;
  };

  return { errors, failure, isSubmitting, submit };
};
