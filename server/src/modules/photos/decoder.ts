// Photos are decoded in processes of their own, whose memory and time are bounded (ADR 41).
import { type ChildProcess, fork } from 'node:child_process';
import os from 'node:os';
import { compiledProgram } from '../../project-root.ts';
import {
  type Decoded,
  type DecoderLimits,
  decoderExits,
  readyWord,
  type ToDecode,
} from './decoder-messages.ts';

/** That a photo cannot be made small, for a reason that lies in the photo: trying again would be no use. */
export class PhotoNotDecoded extends Error {}

/**
 * A process takes 80 MB, a photo's bytes and rows some 60, and what is held of a picture at once 192
 * (`limits.photoHeldBytes`).
 */
const limits: DecoderLimits = { residentBytes: 400 * 1024 ** 2, processorMs: 15_000 };
/** Writable memory, resident or not, in kB: the system refuses more, however quickly it is asked for. */
const writableKb = 640 * 1024;
/** Longest wait for an answer: a machine so busy says nothing about the photo. */
const answerMs = 90_000;
/** How long a process stays without work, in milliseconds. */
const idleMs = 30_000;

const reasons: Record<number, string> = {
  [decoderExits.tooMuchMemory]: 'it takes too much memory',
  [decoderExits.tooMuchTime]: 'it takes too long',
};

/** Of the environment what a program needs to run at all: the server's settings are secrets. */
const environment = (): NodeJS.ProcessEnv => {
  const names = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR', 'LD_LIBRARY_PATH'];
  const given = names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  // More arenas keep more memory that nobody uses.
  return { ...Object.fromEntries(given), MALLOC_ARENA_MAX: '2' };
};

const program = compiledProgram('decoder-process');

const startProcess = (): ChildProcess => {
  const execArgv = ['--max-old-space-size=64'];
  const how = { env: environment(), serialization: 'advanced' as const };
  const args = [JSON.stringify(limits)];
  if (process.platform === 'win32') return fork(program, args, { ...how, execArgv });
  // The shell sets the limit and becomes the process itself. Where there is none, as on Windows, the process's own look
  // at itself remains.
  const bounded = `ulimit -c 0; ulimit -d ${writableKb}; exec "$0" "$@"`;
  const shell = ['-c', bounded, process.execPath, ...execArgv];
  return fork(program, args, { ...how, execPath: '/bin/sh', execArgv: shell });
};

/** The process ended in place of an answer. */
class Ended extends Error {
  /** Whether it was the photo: the process gave up, or broke. Signals from outside say nothing about it. */
  readonly isByPhoto: boolean;

  constructor(code: number | null, signal: NodeJS.Signals | null) {
    super(reasons[code ?? -1] ?? `its decoder ended (${signal ?? code})`);
    this.isByPhoto = signal === null || /^SIG(ABRT|SEGV|BUS|ILL|FPE|TRAP|SYS)$/.test(signal);
  }
}

/** What the process says next. @throws Ended, and where it says nothing for too long */
const nextWord = <T>(child: ChildProcess, ask?: ToDecode): Promise<T> =>
  new Promise((resolve, reject) => {
    const settle = (how: () => void) => {
      clearTimeout(timer);
      child.removeAllListeners();
      // A broken channel is told by the end of the process.
      child.on('error', () => undefined);
      how();
    };
    const fail = (error: Error) => settle(() => reject(error));
    const timer = setTimeout(() => {
      fail(new Error(`A decoder of photos said nothing for ${answerMs} ms.`));
    }, answerMs);
    child.once('message', (word: T) => settle(() => resolve(word)));
    child.once('exit', (code, signal) => fail(new Ended(code, signal)));
    child.once('error', fail);
    if (ask) child.send(ask, (error) => error && child.kill('SIGKILL'));
  });

/** A process that has loaded what it needs. */
const start = async (): Promise<ChildProcess> => {
  const child = startProcess();
  try {
    const word = await nextWord<string>(child);
    if (word !== readyWord) throw new Error(`A decoder of photos said ${word}.`);
    // Requests go first.
    if (child.pid) os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
    return child;
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error('A decoder of photos cannot be started.', { cause: error });
  }
};

export interface Decoder {
  /**
   * A photo's small version, as WebP. One at a time.
   * @throws PhotoNotDecoded; every other error says nothing about the photo
   */
  shrink(bytes: Buffer): Promise<Buffer>;
  /** Of the process, where one runs. */
  pid(): number | undefined;
  close(): void;
}

/** A process that is started when it is first needed, anew where it ended, and not kept for nothing. */
export const openDecoder = (): Decoder => {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  const end = () => {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  };
  const running = async (): Promise<ChildProcess> => {
    clearTimeout(idle);
    if (!child?.connected) child = await start();
    child.ref();
    child.channel?.ref();
    return child;
  };
  /** A process that nobody waits for keeps no other from ending. */
  const rest = (): void => {
    child?.unref();
    child?.channel?.unref();
    idle = setTimeout(end, idleMs).unref();
  };
  const answerTo = async (bytes: Buffer): Promise<Decoded> => {
    const asked = await running();
    try {
      const answer = await nextWord<Decoded>(asked, { bytes });
      rest();
      return answer;
    } catch (error) {
      end();
      throw error instanceof Ended && error.isByPhoto ? new PhotoNotDecoded(error.message) : error;
    }
  };
  return {
    shrink: async (bytes) => {
      const answer = await answerTo(bytes);
      if ('problem' in answer) throw new PhotoNotDecoded(answer.problem);
      return Buffer.from(answer.small);
    },
    pid: () => child?.pid,
    close: end,
  };
};
