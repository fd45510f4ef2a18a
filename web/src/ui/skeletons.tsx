import { SimpleGrid, Skeleton, Stack } from '@mantine/core';

const times = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Placeholder lines while text loads. */
export const LinesSkeleton = ({ lines = 5 }: { lines?: number }) => (
  <Stack gap="xs" aria-hidden>
    {times(lines).map((line) => (
      <Skeleton key={line} height={14} width={`${92 - ((line * 17) % 40)}%`} />
    ))}
  </Stack>
);

/** Placeholder cards or tiles. */
export const CardsSkeleton = ({ cards = 4, height = 96 }: { cards?: number; height?: number }) => (
  <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} aria-hidden>
    {times(cards).map((card) => (
      <Skeleton key={card} height={height} radius="lg" />
    ))}
  </SimpleGrid>
);
