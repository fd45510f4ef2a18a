// The only barrel of the project: what server, console, phones and tests may import from the contract.
export * from './call.ts';
export * from './calls.ts';
export * from './circles.ts';
export * from './dashboard.ts';
export * from './dates.ts';
export * from './device.ts';
export * from './errors.ts';
export * from './fields.ts';
export * from './photos.ts';
export * from './pin-status.ts';
export * from './pins.ts';
export * from './report-filters.ts';
export * from './reports.ts';
export * from './sign-in.ts';
export * from './units.ts';
export * from './users.ts';
