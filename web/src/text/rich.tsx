import { Fragment, type ReactNode } from 'react';

const tag = /<(\w+)>(.*?)<\/\1>/g;

/**
 * A translated sentence with React elements in it:
 * `rich(t('Read <guide>the guide</guide> first.'), { guide: (text) => <a href="…">{text}</a> })`.
 */
export const rich = (
  sentence: string,
  parts: Record<string, (text: string) => ReactNode>,
): ReactNode[] => {
  const drawn: ReactNode[] = [];
  let from = 0;
  for (const match of sentence.matchAll(tag)) {
    const [whole, name = '', inner = ''] = match;
    drawn.push(sentence.slice(from, match.index));
    drawn.push(<Fragment key={match.index}>{parts[name]?.(inner) ?? inner}</Fragment>);
    from = match.index + whole.length;
  }
  drawn.push(sentence.slice(from));
  return drawn;
};
