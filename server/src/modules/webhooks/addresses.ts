// Where webhooks may be sent: to public addresses by https, and to the hosts of WEBHOOK_HOSTS. A person who may create
// a webhook must not reach what only the server can reach (SSRF).
import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { fieldError } from '../../app-error.ts';
import { type Message, say } from '../../say.ts';

/** An address to which nothing is sent; `id` is the message that says why. */
export class AddressRefused extends Error {
  readonly id: 'webhook-private' | 'webhook-no-host';

  constructor(id: AddressRefused['id']) {
    super(id);
    this.id = id;
  }
}

const isNamed = ({ host, hostname }: URL, hosts: readonly string[]): boolean =>
  hosts.some((named) => [host, hostname].includes(named.toLowerCase()));

/** Public addresses of IPv6. The library also calls addresses `unicast` that are not assigned to anybody yet. */
const global = ipaddr.parseCIDR('2000::/3');

/**
 * Not private, loopback, link-local, carrier-grade NAT, multicast or reserved. IPv4 mapped into IPv6 counts as IPv4.
 */
const isPublic = (text: string): boolean => {
  const address = ipaddr.process(text);
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(global));
};

/** The host without the brackets of an IPv6 address. */
const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/**
 * Asks name servers directly, at most twice with 3 s each. The look-up of the system would occupy one of the few
 * threads that files and compression need too, for as long as a name server takes. A new resolver for each receiver,
 * because a resolver reads the machine's list of name servers only once.
 */
export const nameServers = (): Resolver => new Resolver({ timeout: 3000, tries: 2 });

const publicAddresses = async (host: string, resolver: Resolver): Promise<string[]> => {
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
};

/** Asks the system: names of an intranet may be in the hosts file of this machine. */
const systemAddresses = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true }).catch(() => [])).map(({ address }) => address);

/**
 * Resolves the address to which a webhook is sent.
 * @param hosts names, with or without a port, that may be private
 * @throws AddressRefused also where only one of several addresses is not public
 */
export const resolveHost = async (
  url: URL,
  hosts: readonly string[],
  resolver = nameServers(),
): Promise<string> => {
  const host = bareHost(url);
  const mayBePrivate = isNamed(url, hosts);
  const found = isIP(host)
    ? [host]
    : await (mayBePrivate ? systemAddresses(host) : publicAddresses(host, resolver));
  const [first] = found;
  if (first === undefined) throw new AddressRefused('webhook-no-host');
  if (!mayBePrivate && !found.every(isPublic)) throw new AddressRefused('webhook-private');
  return first;
};

const problemOf = (text: string, hosts: readonly string[]): Message | undefined => {
  if (!URL.canParse(text)) return say('webhook-url');
  const url = new URL(text);
  const isOpen = url.protocol === 'http:' && isNamed(url, hosts);
  if (url.protocol !== 'https:' && !isOpen) return say('webhook-url-secure');
  if (url.username || url.password) return say('webhook-url-credentials');
  if (isIP(bareHost(url)) && !isNamed(url, hosts) && !isPublic(bareHost(url))) {
    return say('webhook-private');
  }
  return undefined;
};

/** @throws AppError invalid-input of the field `url` */
export const checkUrl = (text: string, hosts: readonly string[]): void => {
  const problem = problemOf(text, hosts);
  if (problem) throw fieldError({ url: [problem] });
};
