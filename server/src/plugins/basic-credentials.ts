export interface BasicCredentials {
  login: string;
  password: string;
}

/** Login and password of a header `Authorization: Basic` (RFC 7617); either may be empty. */
export const basicCredentials = (header: string | undefined): BasicCredentials | undefined => {
  const encoded = /^Basic +([\w+/=-]{1,4000})$/i.exec(header ?? '')?.[1];
  if (!encoded) return undefined;
  const parts = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString());
  return parts ? { login: parts[1] as string, password: parts[2] as string } : undefined;
};
