// Rate limits of a surveyor's phones for each hour, decided before a byte of a form is read (ADR 39).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Config } from '../config.ts';
import { say } from '../say.ts';
import { HourlyAllowance } from './hourly-allowance.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The submission was stored already: the phone only missed the answer. */
    isRepeat?: boolean;
  }
}

/** Cost of a submission that stored nothing new, as a share of one that did. */
const shareOfRepeat = 0.1;

/** 0 for requests that tests inject without a network. */
const bytesRead = ({ raw }: FastifyRequest): number => raw.socket.bytesRead ?? 0;

export type PhoneRate = ReturnType<typeof phoneRate>;

/** Counts submissions and bytes by user, in this process. */
export const phoneRate = (
  limits: Pick<Config, 'PHONE_REPORTS_PER_HOUR' | 'PHONE_MEGABYTES_PER_HOUR'>,
) => {
  const reports = new HourlyAllowance(limits.PHONE_REPORTS_PER_HOUR);
  const bytes = new HourlyAllowance(limits.PHONE_MEGABYTES_PER_HOUR * 1024 ** 2);
  /** Admitted requests and the amounts taken for them. */
  const admitted = new WeakMap<FastifyRequest, { userId: number; length: number; from: number }>();
  return {
    /** @throws AppError too-many-attempts with the seconds to wait */
    admit(request: FastifyRequest, userId: number): void {
      const retryAfter = Math.max(reports.wait(userId, 1), bytes.wait(userId, 1));
      if (retryAfter > 0) {
        throw new AppError('too-many-attempts', say('hourly-limit'), { retryAfter });
      }
      const length = Number(request.headers['content-length'] ?? 0);
      reports.take(userId, 1);
      bytes.take(userId, length);
      admitted.set(request, { userId, length, from: bytesRead(request) });
    },

    /** Refunds what the answer shows not to be spent; for a form without a length it takes the received bytes. */
    settle(request: FastifyRequest, { statusCode }: FastifyReply): void {
      const taken = admitted.get(request);
      if (!taken) return;
      const { userId, length, from } = taken;
      const isOurFault = statusCode >= 500;
      const isStored = statusCode >= 200 && statusCode < 300 && !request.isRepeat;
      reports.take(userId, (isOurFault ? 0 : isStored ? 1 : shareOfRepeat) - 1);
      const came = bytesRead(request) - from;
      // The first bytes of a body may arrive with its headers, before they can be counted.
      const spent = request.raw.complete === false ? came : Math.max(length, came);
      bytes.take(userId, (isOurFault ? 0 : spent) - length);
    },
  };
};
