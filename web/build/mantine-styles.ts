// Mantine's style sheet has rules for all its parts; more than half of it is for parts that the console does not
// have, and every browser read them before the first paint. Here are those it has, in the library's order.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';

const parts =
  `baseline default-css-variables global ScrollArea UnstyledButton VisuallyHidden Paper Overlay Popover Loader
  ActionIcon CloseButton Group ModalBase Input FloatingIndicator Alert Text Anchor Combobox InlineInput CheckboxCard
  CheckboxIndicator Checkbox Badge Button Center Code ColorSwatch Drawer Grid Mark Kbd List LoadingOverlay Menu Modal
  Pill PillsInput Notification NumberInput PasswordInput Progress Tooltip RingProgress SegmentedControl SimpleGrid
  Skeleton Stack Table Title`.split(/\s+/);

/** The names that the library gives its styles, in scripts and in style sheets alike. */
const styleName = /\bm_[0-9a-f]{6,8}\b/g;

/** `@mantine/core/styles.css` as the parts above. A script that names a style they lack stops the build. */
export const mantineStyles = (): Plugin => {
  let all = '';
  let ours = '';
  return {
    name: 'mantine-styles',
    apply: 'build',
    enforce: 'pre',
    load: async (id) => {
      if (!id.endsWith('@mantine/core/styles.css')) return undefined;
      all = await readFile(id, 'utf8');
      const folder = path.join(path.dirname(id), 'styles');
      const files = parts.map((part) => readFile(path.join(folder, `${part}.css`), 'utf8'));
      ours = (await Promise.all(files)).join('\n');
      return ours;
    },
    generateBundle: (_options, bundle) => {
      const namesIn = (text: string) => new Set(text.match(styleName));
      const has = namesIn(ours);
      const lacks = [...namesIn(all)].filter((name) => !has.has(name));
      for (const made of Object.values(bundle)) {
        if (made.type !== 'chunk') continue;
        const missing = lacks.filter((name) => made.code.includes(name));
        if (missing.length > 0) {
          throw new Error(`mantine-styles.ts lacks the part with ${missing} (${made.fileName})`);
        }
      }
    },
  };
};
