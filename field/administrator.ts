// The administrator's calls that the field programs need: parcel lists, surveyors, circles, and reading reports.
import {
  type CheckName,
  type ClientInput,
  calls,
  type ListedReport,
  type MobileUser,
  type PropertyReport,
  writeListFilter,
} from '@survey/contract';
import { CallError, makeCall, type Server } from './api.ts';

type ReviewChange = Omit<ClientInput<typeof calls.reviewReport>['body'], 'version'>;

/** An administrator signed in over spec 7's calls. */
export class Administrator {
  readonly #server: Server;
  readonly #token: string;

  private constructor(server: Server, token: string) {
    this.#server = server;
    this.#token = token;
  }

  /** Throws `CallError` where the server refuses. */
  static async signIn(server: Server, email: string, password: string): Promise<Administrator> {
    const { token } = await makeCall(server, calls.login, { body: { email, password } });
    return new Administrator(server, token);
  }

  /** Stores rows of a parcel list; repeating it changes nothing. */
  storeRecords(records: ClientInput<typeof calls.storeRecords>['body']['records']) {
    const patient = { ...this.#server, timeoutMs: 300_000 };
    return makeCall(patient, calls.storeRecords, { body: { records } }, this.#token);
  }

  async mobileUsers() {
    return (await makeCall(this.#server, calls.mobileUsers, {}, this.#token)).users;
  }

  signUp(user: ClientInput<typeof calls.mobileSignup>['body']) {
    return makeCall(this.#server, calls.mobileSignup, { body: user }, this.#token);
  }

  block({ id }: Pick<MobileUser, 'id'>) {
    return makeCall(
      this.#server,
      calls.changeUserStatus,
      { body: { user_id: id, status: false } },
      this.#token,
    );
  }

  async circlesOf(username: string): Promise<string[]> {
    const body = { username };
    return (await makeCall(this.#server, calls.circlesAssignedToUser, { body }, this.#token))
      .circles;
  }

  assignCircle(username: string, circle: string) {
    return makeCall(
      this.#server,
      calls.storeCirclePins,
      { body: { username, circle } },
      this.#token,
    );
  }

  /** Sends the report of a pin back (R18). */
  sendBack(username: string, circle: string, pin: string) {
    return makeCall(
      this.#server,
      calls.changePinStatus,
      { body: { username, circle, pin, status: 0 } },
      this.#token,
    );
  }

  /** Gives a report that nobody has reviewed yet a state, with a note or without. */
  review(id: number, change: ReviewChange) {
    const body = { ...change, version: 0 };
    return makeCall(this.#server, calls.reviewReport, { params: { id }, body }, this.#token);
  }

  /** Accepts all reports of a circle that are new, without a look at them; at most one batch, whose answer is one line. */
  async acceptUnseen(circle: string): Promise<void> {
    const filters = { circle: writeListFilter([circle]), review: 'new' };
    const { total } = await makeCall(
      this.#server,
      calls.countSelection,
      { body: { filters } },
      this.#token,
    );
    if (total === 0) return;
    const body = { filters, expected_count: total, state: 'accepted_unseen' as const };
    await makeCall(this.#server, calls.reviewSelection, { body }, this.#token);
  }

  /** How many current reports a surveyor has. */
  async countReports(username: string): Promise<number> {
    const query = { username: writeListFilter([username]), per_page: 1 };
    return (await makeCall(this.#server, calls.allReports, { query }, this.#token)).total;
  }

  /** Current reports of the surveyors named, with their flags. */
  async listedReports(usernames: readonly string[]): Promise<ListedReport[]> {
    const reports: ListedReport[] = [];
    for (let page = 1, last = 1; page <= last; page += 1) {
      const username = writeListFilter(usernames);
      const query = { username, page, per_page: 500, extra: 'flags' };
      const answer = await makeCall(this.#server, calls.allReports, { query }, this.#token);
      reports.push(...answer.data);
      last = answer.last_page;
    }
    return reports;
  }

  /** Gives a rule other parameters, where nobody has changed it. */
  async setRule(check: CheckName, parameters: Record<string, number>): Promise<void> {
    const { rules } = await makeCall(this.#server, calls.checks, {}, this.#token);
    const rule = rules.find((one) => one.check === check);
    if (!rule || rule.version > 0) return;
    const { is_on, severity, version } = rule;
    const body = { is_on, severity, version, parameters };
    await makeCall(this.#server, calls.saveCheck, { params: { check }, body }, this.#token);
  }

  /** All current reports of the surveyors named. */
  async reportsOf(usernames: readonly string[]): Promise<PropertyReport[]> {
    const patient = { ...this.#server, timeoutMs: 300_000 };
    const body = { usernames: [...usernames] };
    return (await makeCall(patient, calls.reportMultiple, { body }, this.#token)).data;
  }

  /** Whether a report is there, current or replaced. */
  async hasReport(id: number): Promise<boolean> {
    try {
      await makeCall(this.#server, calls.reportDetails, { params: { id } }, this.#token);
      return true;
    } catch (error) {
      if (error instanceof CallError && error.status === 404) return false;
      throw error;
    }
  }
}
