// How deep JSON is, told before it is parsed.

const quote = 0x22;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Whether a JSON text has more lists and objects inside each other than this. Every character is looked at once. */
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
