// The mark of a photo folder.
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { setUpTestServer } from '../testing/fixture.ts';
import { picture, submissionFields, submit } from '../testing/submissions.ts';
import { openFolderStore } from './photo-store-folder.ts';
import { checkStoreMark, markStore } from './store-mark.ts';

const server = setUpTestServer();
const check = async (folder: string) =>
  checkStoreMark(server.database.db, await openFolderStore(folder));

test('a folder without photos belongs to the first operation that opens it, and to no other', async () => {
  await check(server.photoFolder);
  await check(server.photoFolder);
  await writeFile(path.join(server.photoFolder, 'operation-id'), 'another\n');
  await expect(check(server.photoFolder)).rejects.toThrow(
    /^The photo folder belongs to another operation: see PHOTO_STORE/,
  );
  await markStore(server.database.db, await openFolderStore(server.photoFolder));
  await check(server.photoFolder);
});

test('a disk that is not mounted is noticed; the folder of an earlier version is taken as it is', async () => {
  const ali = await server.addSurveyor('ali');
  expect(
    (await submit(server, ali.token, submissionFields({ pin: '1' }), await picture())).status,
  ).toBe(200);
  await rm(path.join(server.photoFolder, 'operation-id'));
  const elsewhere = `${server.photoFolder}-disk`;
  await rename(server.photoFolder, elsewhere);
  await expect(check(server.photoFolder)).rejects.toThrow(
    /^The photo folder has none of the operation's photos: its disk may not be mounted.+write [0-9a-f]{64} into .+operation-id$/,
  );
  await rm(server.photoFolder, { recursive: true });
  await rename(elsewhere, server.photoFolder);
  await check(server.photoFolder);
});
