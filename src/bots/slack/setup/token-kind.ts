const userToken = 'a user token (xoxp-)'
const appToken = 'the app-level token (xapp-), which comes next'
const botToken = 'the bot token (xoxb-)'
const configToken = 'an app configuration token (xoxe-)'

/** Other values of an app's pages by their form, with where each is from. */
const otherKinds: readonly (readonly [RegExp, string])[] = [
  [/^[0-9a-f]{32}$/i, 'the signing secret or the client secret, from Basic Information'],
  [/^\d+\.\d+$/, 'the client ID, from Basic Information'],
  [/^A[0-9A-Z]{8,}$/, 'the app ID, from Basic Information'],
  [/^[A-Za-z0-9]{24}$/, 'the verification token, from Basic Information'],
  [/^https?:\/\//, 'an address'],
  [/^xoxe/, configToken],
]

const kindOf = (value: string): string | undefined => otherKinds.find(([form]) => form.test(value))?.[1]

/** What a value is instead of a bot token; undefined if it may be one. */
export const otherThanBotToken = (value: string): string | undefined => {
  if (value.startsWith('xapp-')) return appToken
  return value.startsWith('xoxp-') ? userToken : kindOf(value)
}

/** What a value is instead of an app-level token; undefined if it may be one. */
export const otherThanAppToken = (value: string): string | undefined => {
  if (value.startsWith('xoxb-')) return botToken
  return value.startsWith('xoxp-') ? userToken : kindOf(value)
}
