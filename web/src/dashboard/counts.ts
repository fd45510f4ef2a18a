/** One of the three counts; 0 where the server answered with an error. */
export interface Counted {
  value: number;
  hasFailed: boolean;
}

export interface DashboardCounts {
  users: number;
  surveyed: number;
  /** total − surveyed, never below 0 (R8). */
  remaining: number;
  total: number;
  /** False where surveyed or total could not be counted: a share of them would be none. */
  hasShare: boolean;
  /** True where no count could be fetched: the zeros are no figures then. */
  hasFailed: boolean;
}

export const dashboardCounts = (
  users: Counted,
  surveyed: Counted,
  total: Counted,
): DashboardCounts => ({
  users: users.value,
  surveyed: surveyed.value,
  remaining: Math.max(0, total.value - surveyed.value),
  total: total.value,
  hasShare: !surveyed.hasFailed && !total.hasFailed,
  hasFailed: users.hasFailed && surveyed.hasFailed && total.hasFailed,
});
