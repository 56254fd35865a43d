/** Other values of the developer portal by their form, and of other programs, with where each is from. */
const otherKinds: readonly (readonly [RegExp, string])[] = [
  [/^[0-9a-f]{64}$/i, 'the public key, from General Information'],
  [/^\d{15,20}$/, 'an ID, such as the application ID from General Information'],
  [/^[\w-]{32}$/, 'the client secret, from OAuth2'],
  [/^https?:\/\//, 'an address'],
  [/^x(?:ox|app)/, 'a token of Slack'],
]

/** What a value is instead of a bot token; undefined if it may be one. */
export const otherThanToken = (value: string): string | undefined =>
  otherKinds.find(([form]) => form.test(value))?.[1]
