/** Text that stands in a page as it is. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A whole page around a body. */
export const page = (body: string): string =>
  `<!DOCTYPE html><html lang="en"><title>Slack</title><body>${body}</body></html>`
