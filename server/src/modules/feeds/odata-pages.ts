// What the sets of /odata share: writing of an entity, page size, and addresses of further pages.
import { storagePath } from '@survey/contract';
import type { FastifyRequest } from 'fastify';
import { originOf } from '../../plugins/origin-of.ts';
import { jsonValue } from '../spreadsheets/json-cells.ts';
import type { Column } from '../spreadsheets/table.ts';
import { photoAddressName } from './odata-model.ts';
import { odataLimits } from './odata-query.ts';
import { writeToken } from './stable-pages.ts';

export const json = 'application/json;odata.metadata=minimal;charset=utf-8';

export const rootOf = (request: FastifyRequest): string => `${originOf(request)}/odata`;

/**
 * Makes a function that writes an entity: the selected properties in the order of the columns; a photo's address
 * follows its name.
 */
export const entityWriter = (
  columns: readonly Column[],
  select: readonly string[] | undefined,
  address: string,
) => {
  const photoAt = columns.findIndex(({ kind }) => kind === 'photo');
  const isWanted = (name: string): boolean => select?.includes(name) ?? true;
  const parts = columns
    .map(({ name, kind }, at) => ({ name, begin: `${JSON.stringify(name)}:`, kind, at }))
    .filter(({ name }) => isWanted(name));
  const hasPhoto = photoAt >= 0 && isWanted(photoAddressName);
  return (cells: readonly string[]): string => {
    let text = '{';
    for (const { begin, kind, at } of parts) {
      if (text.length > 1) text += ',';
      text += begin + jsonValue(kind, cells[at] as string);
    }
    if (!hasPhoto) return `${text}}`;
    const photo = cells[photoAt] as string;
    const link = photo === '' ? 'null' : jsonValue('text', `${address}${storagePath}${photo}`);
    return `${text}${text.length > 1 ? ',' : ''}"${photoAddressName}":${link}}`;
  };
};

/** For example `$metadata#Reports(id,pin)`. */
export const contextOf = (
  request: FastifyRequest,
  set: string,
  select: readonly string[] | undefined,
  kind = '',
): string =>
  JSON.stringify(
    `${rootOf(request)}/$metadata#${set}${select ? `(${select.join(',')})` : ''}${kind}`,
  );

/** The address of the request with another token. */
export const withToken = (
  request: FastifyRequest,
  name: '$skiptoken' | '$deltatoken',
  token: object,
): string => {
  const url = new URL(request.url, originOf(request));
  for (const old of ['$skiptoken', '$deltatoken', '$skip', '$top']) url.searchParams.delete(old);
  url.searchParams.set(name, writeToken(token));
  return url.href;
};

/** The page size of `Prefer: odata.maxpagesize=100`, at most `odataLimits.page`. */
export const pageSize = ({ headers }: FastifyRequest): number => {
  const [, wished] = /(?:odata\.)?maxpagesize=(\d{1,9})/.exec(String(headers.prefer ?? '')) ?? [];
  return Math.max(1, Math.min(odataLimits.page, Number(wished ?? odataLimits.page)));
};
