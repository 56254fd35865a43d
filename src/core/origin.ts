/**
 * Whether an address lies at one of these origins, such as "https://cdn.example.com".
 * What is no address lies nowhere.
 */
export const isAtOrigin = (url: string, origins: readonly string[]): boolean =>
  URL.canParse(url) && origins.includes(new URL(url).origin)
