// The nesting depth of JSON, determined before it is parsed.

const quote = 0x22;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Whether a JSON text nests lists and objects deeper than this. Every character is read once. */
export const isDeeperThan = (json: string, most: number): boolean => {
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    switch (json.charCodeAt(at)) {
      case quote:
        for (at += 1; at < json.length && json.charCodeAt(at) !== quote; at += 1)
          if (json.charCodeAt(at) === backslash) at += 1;
        break;
      case openBracket:
      case openBrace:
        depth += 1;
        if (depth > most) return true;
        break;
      case closeBracket:
      case closeBrace:
        depth -= 1;
        break;
      default:
    }
  }
  return false;
};
