import { Text } from '@mantine/core';

/** A phone, a CNIC, an email: left to right in every language, never broken at its hyphens. */
export const LatinText = ({ children }: { children: string }) => (
  <Text span inherit dir="ltr" style={{ whiteSpace: 'nowrap', unicodeBidi: 'isolate' }}>
    {children}
  </Text>
);
