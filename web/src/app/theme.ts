import { createTheme } from '@mantine/core';

export const theme = createTheme({ primaryColor: 'teal', respectReducedMotion: true });
