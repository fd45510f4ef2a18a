// Decodes photos in separate processes whose memory and time are bounded (ADR 41).
import { type ChildProcess, fork } from 'node:child_process';
import os from 'node:os';
import { compiledProgram } from '../../project-root.ts';
import {
  type Decoded,
  type DecoderLimits,
  decoderExits,
  type PhotoMeasures,
  readyWord,
  type ToDecode,
} from './decoder-messages.ts';

/** A photo cannot be decoded, for a reason that lies in the photo: a retry would be useless. */
export class PhotoNotDecoded extends Error {}

/**
 * A process takes 80 MB, a photo's bytes and rows some 60, and the held part of a picture at most 192
 * (`limits.photoHeldBytes`).
 */
const limits: DecoderLimits = { residentBytes: 400 * 1024 ** 2, processorMs: 15_000 };
/** Writable memory, resident or not, in kB. The system enforces it, however quickly memory is requested. */
const writableKb = 640 * 1024;
/** Longest wait for an answer. A timeout may be caused by a busy machine, so it says nothing about the photo. */
const answerMs = 90_000;
/** Time after which an idle process is stopped, in milliseconds. */
const idleMs = 30_000;

const reasons: Record<number, string> = {
  [decoderExits.tooMuchMemory]: 'it takes too much memory',
  [decoderExits.tooMuchTime]: 'it takes too long',
};

/** Environment variables that a program needs to run; the server's settings are secrets. */
const environment = (): NodeJS.ProcessEnv => {
  const names = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR', 'LD_LIBRARY_PATH'];
  const given = names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  // More malloc arenas hold more unused memory.
  return { ...Object.fromEntries(given), MALLOC_ARENA_MAX: '2' };
};

const program = compiledProgram('decoder-process');

const startProcess = (): ChildProcess => {
  // Without its compiler V8 reserves no memory for machine code: in Node 24 that is 512 MB, which count as writable.
  const execArgv = ['--max-old-space-size=64', '--jitless'];
  const how = { env: environment(), serialization: 'advanced' as const };
  const args = [JSON.stringify(limits)];
  if (process.platform === 'win32') return fork(program, args, { ...how, execArgv });
  // The shell sets the limit and replaces itself by the process. Without a shell, as on Windows, the process's own
  // check remains.
  const bounded = `ulimit -c 0; ulimit -d ${writableKb}; exec "$0" "$@"`;
  const shell = ['-c', bounded, process.execPath, ...execArgv];
  return fork(program, args, { ...how, execPath: '/bin/sh', execArgv: shell });
};

/** The process ended without an answer. */
class Ended extends Error {
  /**
   * Whether the photo is the cause: the process gave up, or crashed. Signals from outside say nothing about the photo.
   */
  readonly isByPhoto: boolean;

  constructor(code: number | null, signal: NodeJS.Signals | null) {
    super(reasons[code ?? -1] ?? `its decoder ended (${signal ?? code})`);
    this.isByPhoto = signal === null || /^SIG(ABRT|SEGV|BUS|ILL|FPE|TRAP|SYS)$/.test(signal);
  }
}

/** The next message of the process. @throws Ended, also where the process is silent for too long */
const nextWord = <T>(child: ChildProcess, ask?: ToDecode): Promise<T> =>
  new Promise((resolve, reject) => {
    const settle = (how: () => void) => {
      clearTimeout(timer);
      child.removeAllListeners();
      // A broken channel is reported by the exit of the process.
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

/** A process that is ready for photos. */
const start = async (): Promise<ChildProcess> => {
  const child = startProcess();
  try {
    // Requests for other work go first. Set before the process has threads: on Linux they inherit it, and what decodes is
    // one of them.
    if (child.pid) os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
    const word = await nextWord<string>(child);
    if (word !== readyWord) throw new Error(`A decoder of photos said ${word}.`);
    return child;
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error('A decoder of photos cannot be started.', { cause: error });
  }
};

export interface Decoder {
  /**
   * A photo's thumbnail, as WebP. One photo at a time.
   * @throws PhotoNotDecoded; every other error says nothing about the photo
   */
  shrink(bytes: Buffer): Promise<Buffer>;
  /** Measures a photo, with the same limits and errors as `shrink`. */
  measure(bytes: Buffer): Promise<PhotoMeasures>;
  /** Of the process, where one runs. */
  pid(): number | undefined;
  close(): void;
}

/** A decoder process that is started when needed, replaced when it ends, and stopped when idle. */
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
  /** An idle process does not keep the server process alive. */
  const rest = (): void => {
    child?.unref();
    child?.channel?.unref();
    idle = setTimeout(end, idleMs).unref();
  };
  const answerTo = async (ask: ToDecode): Promise<Exclude<Decoded, { problem: string }>> => {
    const asked = await running();
    try {
      const answer = await nextWord<Decoded>(asked, ask);
      rest();
      if ('problem' in answer) throw new PhotoNotDecoded(answer.problem);
      return answer;
    } catch (error) {
      if (error instanceof PhotoNotDecoded) throw error;
      end();
      throw error instanceof Ended && error.isByPhoto ? new PhotoNotDecoded(error.message) : error;
    }
  };
  return {
    shrink: async (bytes) => {
      const answer = await answerTo({ bytes, wants: 'thumbnail' });
      if (!('small' in answer)) throw new Error('a decoder answered what was not asked');
      return Buffer.from(answer.small);
    },
    measure: async (bytes) => {
      const answer = await answerTo({ bytes, wants: 'measures' });
      if (!('measures' in answer)) throw new Error('a decoder answered what was not asked');
      return answer.measures;
    },
    pid: () => child?.pid,
    close: end,
  };
};
