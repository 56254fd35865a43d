/**
 * The `accept-encoding` of a request whose answer we read as it comes: without one, any coding is acceptable.
 * https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3
 */
export const uncoded = 'identity'

const lengthMax = 40

/** The coding of an answer's body, such as "gzip"; undefined if it has none. */
export const codingOf = (
  headers: Readonly<Record<string, string | string[] | undefined>>,
): string | undefined => {
  const coding = `${headers['content-encoding'] ?? ''}`.trim().toLowerCase()
  return coding === '' || coding === uncoded ? undefined : coding.slice(0, lengthMax)
}
