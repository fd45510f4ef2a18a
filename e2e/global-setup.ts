// Before the journeys: a server is started once and leaves the data folder of an empty operation. Each server of a
// journey begins with a copy of it: making the database anew is two thirds of a first start.
import { startServer } from './server-process.ts';

export default async function setup() {
  const server = await startServer();
  await server.stop();
  process.env.EMPTY_OPERATION = server.dataDir;
  return server.remove;
}
