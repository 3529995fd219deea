/**
 * The ways to encode and to decode that a person picks from. Knows no VS Code.
 *
 * `id` is the server's name for it: the code action's kind without `refactor.rewrite.pctlens.`.
 */

/** One row of the quick pick: a name, and in a few words when it is the right one. */
export interface Variant {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
}

/** What a quick pick is about. */
export type Direction = "encode" | "decode";

/** The plain decode: every escape of the selection. */
export const DECODE_ALL = "decode";

const ENCODERS: readonly Variant[] = [
  { id: "encode.component", label: "Component", hint: "RFC 3986: all but A-Z a-z 0-9 - . _ ~" },
  { id: "encode.javascript", label: "JavaScript encodeURIComponent", hint: "keeps ! ' ( ) * too" },
  { id: "encode.uri", label: "Whole URL", hint: "keeps the structure and the escapes that are there" },
  { id: "encode.form", label: "Form", hint: "application/x-www-form-urlencoded: a space becomes +" },
  { id: "encode.path", label: "Path segment", hint: "keeps what a segment may hold" },
  { id: "encode.userinfo", label: "User name or password", hint: "for connection strings" },
  { id: "encode.all", label: "Every byte", hint: "letters and digits too" },
  { id: "base64url.encode", label: "Base64url", hint: "RFC 4648 section 5" },
  { id: "punycode", label: "Punycode", hint: "a host name in ASCII" },
];

const DECODERS: readonly Variant[] = [
  { id: DECODE_ALL, label: "Every escape", hint: "bytes that are not UTF-8 stay as they are" },
  { id: "decode.readable", label: "What is safe to read", hint: "keeps %2F, %26, %20 and all that would change the URL" },
  { id: "decode.form", label: "Form", hint: "a + becomes a space" },
  { id: "decode.charset", label: "Legacy charset", hint: "the likeliest reading of bytes that are not UTF-8" },
  { id: "normalize", label: "Normalize", hint: "RFC 3986 6.2.2: upper-case hex, only needless escapes decoded" },
  { id: "base64url.decode", label: "Base64url", hint: "RFC 4648 section 5" },
  { id: "unicode", label: "Punycode to Unicode", hint: "a host name as people read it" },
];

/** The variants of a direction, the one used last (if any) first. */
export function variantsOf(direction: Direction, last: string | undefined): readonly Variant[] {
  const variants = direction === "encode" ? ENCODERS : DECODERS;
  return [...variants.filter(({ id }) => id === last), ...variants.filter(({ id }) => id !== last)];
}
